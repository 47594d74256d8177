import { functionsIn } from "../../instrument/functions.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { sourceTreeOf, type SourceTree } from "./source-tree.ts";

/** The `return`s of the function that starts at `start`, and of none within it. */
export function returnsOf(tree: SourceTree, start: number): readonly Node[] {
  const target = functionsIn(tree).find(({ from }) => from === start);
  const returnsIn = (node: Node): Node[] => {
    if (isFunction(node)) return [];
    return [...(node.type === "ReturnStatement" ? [node] : []), ...childrenOf(node).flatMap(returnsIn)];
  };
  return target === undefined ? [] : childrenOf(target.node).flatMap(returnsIn);
}

/** The calls whose values a function that starts at `start` gives back as they are: `return this.api.parse(text)`, `(text) => api.parse(text)`. */
export function returnedCalls(tree: SourceTree, start: number): readonly Node[] {
  const body = functionsIn(tree).find(({ from }) => from === start)?.node["body"] as Node | undefined;
  const given = returnsOf(tree, start).map((node) => node["argument"] as Node | null);
  return [...given, ...(body === undefined ? [] : [body])].filter(
    (one) => one?.type === "CallExpression",
  ) as Node[];
}

/** The names that stand in a function that starts at `start`. */
export function namesWithin(tree: SourceTree, start: number): Set<string> {
  const target = functionsIn(tree).find(({ from }) => from === start)?.node;
  const namesIn = (node: Node): string[] => {
    const isName = node.type === "Identifier" || node.type === "PrivateIdentifier";
    return [...(isName ? [String(node["name"])] : []), ...childrenOf(node).flatMap(namesIn)];
  };
  return new Set(target === undefined ? [] : namesIn(target));
}

/** The lines of a function's `return`s. */
export function returnLines(text: string, file: string, start: number): ReadonlySet<number> {
  const tree = sourceTreeOf(file, text);
  return new Set(tree === null ? [] : returnsOf(tree, start).map(({ loc }) => loc.start.line));
}
