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

/** The lines of these. */
export function returnLines(text: string, file: string, start: number): ReadonlySet<number> {
  const tree = sourceTreeOf(file, text);
  return new Set(tree === null ? [] : returnsOf(tree, start).map(({ loc }) => loc.start.line));
}
