import type { Variable } from "eslint-scope";
import { scopesIn } from "../../instrument/surroundings.ts";
import { childrenOf, isFunction, readTree, type Node, type Position } from "../../instrument/tree.ts";

/** Longer texts are those of bundlers, whose trees take longer than the answer is worth. */
const CHARACTERS_AT_MOST = 400_000;
/** So many files are in the stack traces of one function's attempts, and in those of the next. */
const KEPT_AT_MOST = 20;

/** The tree of a file, in which each node knows what it stands in, and each name its variable. */
export class SourceTree {
  readonly file: string;
  readonly text: string;
  readonly program: Node;
  readonly #parents = new Map<Node, Node>();
  #variables: Map<Node, Variable | null> | undefined;

  constructor(text: string, file: string) {
    this.file = file;
    this.text = text;
    this.program = readTree(text, { file }).program;
  }

  /** What a node stands right in; undefined for the program itself. Only the way to it is gone. */
  parentOf(node: Node): Node | undefined {
    if (!this.#parents.has(node)) this.#findIn(this.program, node);
    return this.#parents.get(node);
  }

  #findIn(around: Node, node: Node): boolean {
    const isFound = childrenOf(around).some(
      (child) =>
        child === node || (child.start <= node.start && node.end <= child.end && this.#findIn(child, node)),
    );
    if (!isFound) return false;
    for (const child of childrenOf(around)) this.#parents.set(child, around);
    return true;
  }

  /** What a node stands in, the innermost first. */
  *around(node: Node): Generator<Node> {
    for (let one = this.parentOf(node); one !== undefined; one = this.parentOf(one)) yield one;
  }

  /** The function that a node stands in; undefined at the top of the module. */
  functionAround(node: Node): Node | undefined {
    for (const one of this.around(node)) if (isFunction(one)) return one;
    return undefined;
  }

  /** What a name stands for; undefined where the text does not declare it. */
  variableOf(identifier: Node): Variable | undefined {
    return this.#references.get(identifier) ?? undefined;
  }

  /** Whether a node names a variable rather than a member, a label or a type. */
  isReference(node: Node): boolean {
    return this.#references.has(node);
  }

  get #references(): ReadonlyMap<Node, Variable | null> {
    return (this.#variables ??= variablesIn(this.program));
  }

  /**
   * The call, or `new`, that an engine means by a place. A file may have been compiled with its lines as they are and other columns: where
   * none stands just there, it is the nearest of the line that may be meant.
   *
   * @param line Counted from 1, as `column`.
   */
  callAt(
    line: number,
    column: number,
    mayBeMeant: (call: Node, tree: SourceTree) => boolean,
  ): Node | undefined {
    const calls: Node[] = [];
    const visit = (node: Node): void => {
      if (node.loc.start.line > line || node.loc.end.line < line) return;
      if (CALLS.has(node.type) && placeOfCall(node).line === line) calls.push(node);
      for (const child of childrenOf(node)) visit(child);
    };
    visit(this.program);
    const distance = (call: Node): number => Math.abs(placeOfCall(call).column + 1 - column);
    const exact = calls.find((call) => distance(call) === 0);
    if (exact !== undefined) return mayBeMeant(exact, this) ? exact : undefined;
    return calls.filter((call) => mayBeMeant(call, this)).sort((a, b) => distance(a) - distance(b))[0];
  }
}

const CALLS = new Set(["CallExpression", "NewExpression"]);

/** What an engine names as the place of a call, or another expression: of a call of a member its name. */
export function placeOfCall(node: Node): Position {
  const callee = node.type === "CallExpression" ? (node["callee"] as Node) : undefined;
  return (callee?.type === "MemberExpression" ? (callee["property"] as Node) : node).loc.start;
}

/** The variable of each name; none where the program is nested deeper than the stack lets us go. */
function variablesIn(program: Node): Map<Node, Variable | null> {
  try {
    const all = scopesIn(program).flatMap(({ references }) => references);
    return new Map(all.map(({ identifier, resolved }) => [identifier as unknown as Node, resolved]));
  } catch (error) {
    if (error instanceof RangeError) return new Map();
    throw error;
  }
}

const known = new Map<string, SourceTree | null>();

/** The tree of a file's text, read once; null where it is not well-formed, or too long. */
export function sourceTreeOf(file: string, text: string): SourceTree | null {
  const key = `${file}\0${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= KEPT_AT_MOST) known.clear();
  const tree = text.length > CHARACTERS_AT_MOST ? null : treeOrNull(text, file);
  known.set(key, tree);
  return tree;
}

function treeOrNull(text: string, file: string): SourceTree | null {
  try {
    return new SourceTree(text, file);
  } catch {
    // It is not well-formed, or nested deeper than we can go.
    return null;
  }
}

/** Where the uppermost frame is of a file that can be read: its tree and line; null where there is none. */
export function treeAtTop(
  frames: readonly { readonly file: string; readonly line: number }[],
  textOf: (file: string) => string | null,
): { readonly tree: SourceTree; readonly line: number } | null {
  for (const { file, line } of frames) {
    const text = textOf(file);
    const tree = text === null ? null : sourceTreeOf(file, text);
    if (text !== null) return tree && { tree, line };
  }
  return null;
}
