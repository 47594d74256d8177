import { functionsIn } from "../../instrument/functions.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { sourceTreeOf } from "./source-tree.ts";

/** The lines of the `return`s of the function that starts at `start`, and of none within it. */
export function returnLines(text: string, file: string, start: number): ReadonlySet<number> {
  const tree = sourceTreeOf(file, text);
  const target = tree === null ? undefined : functionsIn(tree).find(({ from }) => from === start);
  const linesIn = (node: Node): number[] => {
    if (isFunction(node)) return [];
    return [
      ...(node.type === "ReturnStatement" ? [node.loc.start.line] : []),
      ...childrenOf(node).flatMap(linesIn),
    ];
  };
  return new Set(target === undefined ? [] : childrenOf(target.node).flatMap(linesIn));
}
