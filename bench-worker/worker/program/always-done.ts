import { functionsIn } from "../../instrument/functions.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { sourceTreeOf } from "./source-tree.ts";

/** The module's own level, where no function is around a call. */
export const MODULE = -1;

/** What makes its parts depend on something, but for one of them. */
const DEPENDS: Readonly<Record<string, string | null>> = {
  IfStatement: "test",
  ConditionalExpression: "test",
  LogicalExpression: "left",
  SwitchStatement: "discriminant",
  ForStatement: "init",
  ForInStatement: "right",
  ForOfStatement: "right",
  WhileStatement: "test",
  DoWhileStatement: null,
  CatchClause: null,
  AssignmentPattern: null,
  ChainExpression: null,
};
/** What leaves the function, or a loop, before what follows. */
const LEAVES = /^(?:Return|Throw|Break|Continue)Statement$|^YieldExpression$/;

/**
 * In which function a call is made in each call of that which comes to an end, whatever values it works on: where that starts, or
 * {@link MODULE}. Undefined where a condition stands before it, or something that leaves.
 *
 * @param line Counted from 1, as `column`.
 */
export function alwaysDoneIn(text: string, file: string, line: number, column: number): number | undefined {
  const tree = sourceTreeOf(file, text);
  const call = tree?.callAt(line, column, () => true);
  if (tree == null || call === undefined) return undefined;
  const around = tree.functionAround(call);
  let child = call;
  for (const parent of tree.around(call)) {
    if (parent === around) break;
    const sure = DEPENDS[parent.type];
    if (sure !== undefined && (sure === null || parent[sure] !== child)) return undefined;
    child = parent;
  }
  const isLeft = (node: Node): boolean =>
    node.start < call.start &&
    !isFunction(node) &&
    (LEAVES.test(node.type) ? node.end <= call.start : childrenOf(node).some(isLeft));
  if (childrenOf(around ?? tree.program).some(isLeft)) return undefined;
  return around === undefined ? MODULE : functionsIn(tree).find(({ node }) => node === around)?.from;
}
