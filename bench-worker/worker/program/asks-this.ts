import { childrenOf } from "../../instrument/tree.ts";
import { sourceOf, type Expression } from "./expression.ts";

/** So many variables are followed to what they were set to. */
const DEEP_AT_MOST = 6;

/**
 * Whether a condition asks of nothing but the function's own object, `if (this.isStopped) return`, be it by way of variables: that is as its class has
 * made it, and no stand-in that might as well be otherwise.
 */
export function asksOnlyThis(test: Expression): boolean {
  const roots = rootsOf(test, DEEP_AT_MOST);
  return roots.has("this") && !roots.has("other");
}

function rootsOf(expression: Expression, depth: number): ReadonlySet<"this" | "other"> {
  const { node, tree } = expression;
  if (node.type === "ThisExpression") return new Set(["this"]);
  if (!tree.isReference(node))
    return new Set(childrenOf(node).flatMap((child) => [...rootsOf({ ...expression, node: child }, depth)]));
  // What every engine has asks for nothing: `Array.isArray(rows)`.
  if ((tree.variableOf(node)?.defs.length ?? 0) === 0) return new Set();
  const source = depth === 0 ? null : sourceOf(expression);
  return source !== null && "from" in source ? rootsOf(source.from, depth - 1) : new Set(["other"]);
}
