import { childrenOf, type Node } from "../../instrument/tree.ts";
import { sourceTreeOf } from "./source-tree.ts";

/**
 * Whether what a module throws in a line while it loads stands behind an `if` or its `else`, as in `if (isMainThread)
 * throw new Error("…")`: in other surroundings it would load.
 *
 * @param line Counted from 1.
 */
export function isGuardedThrow(text: string, file: string, line: number): boolean {
  const visit = (node: Node, isGuarded: boolean): boolean => {
    if (node.type === "ThrowStatement" && node.loc.start.line === line) return isGuarded;
    return childrenOf(node).some((child) =>
      visit(child, isGuarded || (node.type === "IfStatement" && child !== node["test"])),
    );
  };
  const tree = sourceTreeOf(file, text);
  return tree !== null && visit(tree.program, false);
}
