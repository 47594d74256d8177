import type { Scope, Variable } from "eslint-scope";
import { variablesAround } from "./surroundings.ts";
import type { Insertions } from "./edits.ts";
import { classesIn, functionsIn, sourceOf, type FunctionInText } from "./functions.ts";
import { methodOfClass, type MethodOfClass } from "./method-of-class.ts";
import { childrenOf, isFunction, isNode, type Node, type Tree } from "./tree.ts";

/** Where a recording has a function. */
export interface RecordedPlace {
  readonly name: string;
  readonly line: number | null;
  /** From 1 on. */
  readonly column: number | null;
}

/** Where a recording has a call. */
export interface RecordedCallText {
  readonly expression: string;
  readonly line: number | null;
}

/** What makes a function again: its text as an expression, or the class whose method it is, where it says no function by itself. */
export type FunctionText =
  | {
      readonly what: "text";
      /** Each line is on its line. */
      readonly code: string;
      /** What functions around it declare that it uses. */
      readonly captured: readonly CapturedVariable[];
      /** It is what the module itself declares by its name. */
      readonly isDeclared: boolean;
    }
  | { readonly what: "method"; readonly method: MethodOfClass };

/** A variable that a function around declares. */
export interface CapturedVariable {
  readonly name: string;
  /** The function that it is; null where only a call can tell its value. */
  readonly made: FunctionInText | null;
}

/** With the number of functions around it and itself: the variable in which a function has the call that it runs for. */
export const CALL_OF_FUNCTION = "__acn";

/** The functions of a file that is to be replayed, which are made again outside of the functions around them. */
export class FunctionTexts {
  /** What the module imports that functions make use of. */
  readonly imports: readonly string[];
  /** The most functions that stand in each other. */
  readonly deepest: number;
  readonly #tree: Tree;
  readonly #edits: Insertions;
  readonly #functions: readonly FunctionInText[];
  readonly #classes: readonly FunctionInText[];
  readonly #byNode: ReadonlyMap<Node, FunctionInText>;
  readonly #used: ReadonlyMap<Node, readonly Variable[]>;
  readonly #captured: ReadonlySet<string>;
  #calls: ReadonlyMap<string, readonly Node[]> | null = null;

  constructor(tree: Tree, edits: Insertions) {
    this.#tree = tree;
    this.#edits = edits;
    this.#functions = functionsIn(tree);
    this.#classes = classesIn(tree);
    this.#byNode = new Map(this.#functions.map((one) => [one.node, one] as const));
    this.#used = variablesAround(tree.program);
    const used = [...this.#used.values()].flat();
    this.imports = [...new Set(used.filter(isImported).map(({ name }) => name))];
    this.#captured = new Set(used.filter(({ scope }) => isOfFunction(scope)).map(({ name }) => name));
    this.deepest = Math.max(0, ...this.#functions.map(({ depth }) => depth + 1));
  }

  /** Whether a function declares a variable by this name that functions in it use. */
  isCaptured(name: string): boolean {
    return this.#captured.has(name);
  }

  /** The function whose text starts at an offset. */
  startingAt(start: number): FunctionInText | undefined {
    return this.#functions.find(({ from }) => from === start);
  }

  /**
   * The function that a recording names, or the class, of which it has no column; where the text is another one, the only one of its name.
   */
  find({ name, line, column }: RecordedPlace): FunctionInText | undefined {
    const all = column === null ? this.#classes : this.#functions;
    const isThere = ({ start }: FunctionInText): boolean =>
      start.line === line && (column === null || start.column + 1 === column);
    const isNamed = (one: FunctionInText): boolean => lastName(one) === name;
    const named = all.find((one) => isThere(one) && isNamed(one));
    if (named !== undefined) return named;
    const there = all.find(isThere);
    if (there !== undefined && name === "") return there;
    const [only, ...more] = all.filter(isNamed);
    return more.length === 0 && only !== undefined ? only : there;
  }

  /**
   * A function that calls what a call of the module's text calls, by a name and members alone; the text of a recording is only compared
   * with it. Null where no call has that expression.
   */
  callOf({ expression, line }: RecordedCallText): string | null {
    this.#calls ??= callsBy(this.#tree);
    const calls = this.#calls.get(expression) ?? [];
    const call = calls.find((one) => one.loc.start.line === line) ?? calls[0];
    return call === undefined
      ? null
      : `(...__aca)=>${call.type === "NewExpression" ? "new " : ""}${expression}(...__aca)`;
  }

  /**
   * A function that calls what a call of the module's text gives a function to, with another one in its place; null where its text is no
   * argument of a call of a name and members alone, whose other arguments stand there as they are.
   */
  takerOf({ node }: FunctionInText): string | null {
    const call = callWith(node, this.#tree.program);
    if (call === null || call.type !== "CallExpression" || !isPlain(call["callee"] as Node)) return null;
    const given = call["arguments"] as Node[];
    if (given.some((one) => one !== node && one.type !== "Literal")) return null;
    const { text } = this.#tree;
    const list = given.map((one) => (one === node ? "__acf" : text.slice(one.start, one.end)));
    return `(__acf)=>${sourceOf(call["callee"] as Node, text)}(${list.join(",")})`;
  }

  /** What makes a function again; null where nothing does. */
  textOf(one: FunctionInText): FunctionText | null {
    const { node, from, to, start, depth } = one;
    let [before, after] = ["", ""];
    // Its text begins with its name, or with `async` or `get` before that.
    if (node.start !== from) {
      const method = methodOfClass(this.#tree, from);
      if (method !== null) return { what: "method", method };
      if (one.name.includes(".") || one.name.startsWith("[")) return null;
      // It may be a getter, which is not to be run.
      [before, after] = [
        "(({ get, set, value }) => get ?? set ?? value)(Object.values(Object.getOwnPropertyDescriptors({",
        "}))[0])",
      ];
    }
    const captured = (this.#used.get(node) ?? [])
      .filter(({ scope }) => isOfFunction(scope) && !isWithin(scope, node))
      .map((variable) => ({ name: variable.name, made: madeBy(variable, this.#byNode) }));
    const code = `${"\n".repeat(start.line - 1)}${before}${this.#edits.applied(from, to)}${after}`;
    return { what: "text", code, captured, isDeclared: depth === 0 && node.type === "FunctionDeclaration" };
  }
}

/** The calls of names and their members, by what they call. */
function callsBy(tree: Tree): Map<string, Node[]> {
  const calls = new Map<string, Node[]>();
  const visit = (node: Node): void => {
    const callee = node["callee"];
    if (isNode(callee) && isPlain(callee)) {
      const expression = sourceOf(callee, tree.text);
      calls.set(expression, [...(calls.get(expression) ?? []), node]);
    }
    childrenOf(node).forEach(visit);
  };
  visit(tree.program);
  return calls;
}

/** The call that a node is an argument of; null where it is none. */
function callWith(node: Node, around: Node): Node | null {
  if (Array.isArray(around["arguments"]) && (around["arguments"] as Node[]).includes(node)) return around;
  const child = childrenOf(around).find(({ start, end }) => start <= node.start && node.end <= end);
  return child === undefined ? null : callWith(node, child);
}

/** A name, or named members of one. */
function isPlain(node: Node): boolean {
  if (node.type === "Identifier") return true;
  return node.type === "MemberExpression" && node["computed"] !== true && isPlain(node["object"] as Node);
}

function lastName({ name }: FunctionInText): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function isImported({ defs }: Variable): boolean {
  return defs.some(({ type }) => type === "ImportBinding");
}

/** Whether a scope is in a function of the text. */
function isOfFunction(scope: Scope): boolean {
  for (let around: Scope | null = scope; around !== null; around = around.upper)
    if (around.type === "function" && isFunction(around.block as unknown as Node)) return true;
  return false;
}

function isWithin(scope: Scope, node: Node): boolean {
  for (let around: Scope | null = scope; around !== null; around = around.upper)
    if ((around.block as unknown as Node) === node) return true;
  return false;
}

/** The function that a variable around it is; null where only a call can tell its value. */
function madeBy({ defs }: Variable, functions: ReadonlyMap<Node, FunctionInText>): FunctionInText | null {
  const [def, ...more] = defs;
  if (def === undefined || more.length > 0) return null;
  const node = def.node as unknown as Node;
  if (def.type === "FunctionName") return functions.get(node) ?? null;
  const init = node["init"];
  const isConstant = def.type === "Variable" && def.parent.kind === "const";
  return isConstant && isNode(init) && isFunction(init) ? (functions.get(init) ?? null) : null;
}
