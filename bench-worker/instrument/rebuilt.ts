import type { Scope, Variable } from "eslint-scope";
import { variablesAround } from "./surroundings.ts";
import type { Insertions } from "./edits.ts";
import { functionsIn, type FunctionInText } from "./functions.ts";
import { isFunction, isNode, type Node, type Tree } from "./tree.ts";

/** A function that only a call makes, with what makes it again. */
export interface Rebuilt {
  /**
   * An expression for the module's own scope: a function that makes the function, and gives `run` and `set`, which takes the
   * values of its variables by their names. It is called on the `this` around the function. Each line is on its line.
   */
  readonly code: string;
  /** What functions around it declare that it, or a function that comes with it, uses. */
  readonly variables: readonly string[];
  /** What the module imports of which it makes use. */
  readonly imports: readonly string[];
}

interface Piece extends Pick<FunctionInText, "from" | "to"> {
  readonly before: string;
  readonly after: string;
  readonly line: number;
}

/**
 * What makes a function of a tree again outside of the functions around it: with variables of its own for what they
 * declare, and with those of their functions that it calls. Null where its text says no function by itself, as that of a
 * class's method does.
 *
 * @param start Where its text starts.
 */
export function rebuiltFunction(tree: Tree, edits: Insertions, start: number): Rebuilt | null {
  const functions = functionsIn(tree);
  const target = functions.find(({ from }) => from === start);
  if (target === undefined) return null;
  const scopes = variablesAround(tree.program);
  const byNode = new Map(functions.map((one) => [one.node, one] as const));
  const pieces: Piece[] = [];
  const variables = new Set<string>();
  const imports = new Set<string>();
  const taken = new Set<Node>();
  const take = (one: FunctionInText, name: string | null): boolean => {
    if (taken.has(one.node)) return true;
    taken.add(one.node);
    const piece = pieceOf(one, name, tree);
    if (piece === null) return false;
    pieces.push(piece);
    for (const variable of scopes.get(one.node) ?? []) {
      if (isImported(variable)) imports.add(variable.name);
      if (!isOfFunction(variable.scope) || isWithin(variable.scope, one.node)) continue;
      const made = madeBy(variable, byNode);
      if (made !== null && take(made, variable.name)) continue;
      variables.add(variable.name);
    }
    return true;
  };
  if (!take(target, null)) return null;
  pieces.sort((a, b) => a.from - b.from);
  let code = "";
  let line = 1;
  for (const piece of pieces) {
    // Two of them may share a line, of which one is told then.
    code += "\n".repeat(Math.max(0, piece.line - line));
    const text = edits.applied(piece.from, piece.to);
    code += piece.before + text + piece.after;
    line = Math.max(line, piece.line) + text.split("\n").length - 1;
  }
  const functionsTaken = pieces.flatMap(({ before }) => /^;(\S+)=$/.exec(before)?.[1] ?? []);
  const declared = [...new Set([RUN, ...variables, ...functionsTaken])];
  const deepest = Math.max(...functions.filter(({ node }) => taken.has(node)).map(({ depth }) => depth));
  for (let depth = 1; depth <= deepest; depth++) declared.push(`${CALL_OF_FUNCTION}${depth}=null`);
  const sets = [...variables].map((name) => `if(__acg.${name}!==void 0)${name}=__acg.${name}()`);
  const names = [...imports].map((name) => `${name}=__aci.${name}()`);
  const constants = names.length === 0 ? "" : `const ${names.join(",")};`;
  const head = `function(__aci){${constants}let ${declared.join(",")};`;
  return {
    code: `${head}${code};return{run:${RUN},set:(__acg)=>{${sets.join(";")}}}}`,
    variables: [...variables],
    imports: [...imports],
  };
}

const RUN = "__acRun";

/** With the number of functions around it and itself: the variable in which a function has the call that it runs for. */
export const CALL_OF_FUNCTION = "__acn";

/** How a function's text stands as an expression; null where it does not. */
function pieceOf(one: FunctionInText, name: string | null, { text }: Tree): Piece | null {
  const { node, from, to, start } = one;
  const place = { from, to, line: start.line };
  const target = `;${name ?? RUN}=`;
  // Its text begins with its name, or with `async` or `get` before that.
  if (node.start !== from) {
    const isObjectMethod = isMethodOfObject(one, text);
    return isObjectMethod ? { ...place, before: `${target}Object.values({`, after: "})[0]" } : null;
  }
  return { ...place, before: target, after: "" };
}

function isMethodOfObject({ name }: FunctionInText, text: string): boolean {
  return text !== "" && !name.includes(".") && !name.startsWith("[");
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
