import { functionsIn } from "../../instrument/functions.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import type { SourceTree } from "./source-tree.ts";

/** The `return`s of the function that starts at `start`, and of none within it. */
export function returnsOf(tree: SourceTree, start: number): readonly Node[] {
  return ownOf(tree, start, "ReturnStatement");
}

/** The same of what goes on to the next round of a loop: `continue`. */
export function skipsOf(tree: SourceTree, start: number): readonly Node[] {
  return ownOf(tree, start, "ContinueStatement");
}

/** The same of what leaves items out of a list: the names of methods in `rows.filter(…)`. */
export function filtersOf(tree: SourceTree, start: number): readonly Node[] {
  const calls = ownOf(tree, start, "CallExpression");
  return calls.flatMap(({ callee }) => {
    const { type, property } = callee as Node;
    const name = property as Node | undefined;
    return type === "MemberExpression" && name?.["name"] === "filter" ? [name] : [];
  });
}

/** What stands in a function that starts at `start`, and in none within it. */
function ownOf(tree: SourceTree, start: number, type: string): readonly Node[] {
  const target = functionsIn(tree).find(({ from }) => from === start);
  const found = (node: Node): Node[] => {
    if (isFunction(node)) return [];
    return [...(node.type === type ? [node] : []), ...childrenOf(node).flatMap(found)];
  };
  return target === undefined ? [] : childrenOf(target.node).flatMap(found);
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
