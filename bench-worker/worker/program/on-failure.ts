import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { branchOf, leaves, statementsOf } from "./conditions.ts";
import { memberName } from "./expression.ts";
import type { SourceTree } from "./source-tree.ts";

/**
 * Whether a function comes to a place only where something fails: in a branch that ends by a `throw`, or where an answer of HTTP did not go
 * well.
 *
 * @param at An offset of the text.
 */
export function isOnFailure({ program }: SourceTree, at: number): boolean {
  let isFailure = false;
  for (let node = program; ;) {
    const child = childrenOf(node).find(({ start, end }) => start <= at && at < end);
    if (child === undefined) return isFailure;
    isFailure = !isFunction(child) && (isFailure || isBranchOfFailure(node, child));
    node = child;
  }
}

function isBranchOfFailure(parent: Node, child: Node): boolean {
  const branch = branchOf(parent, child);
  if (branch === undefined) return false;
  return leaves(statementsOf(child) ?? [child]) === "fails" || isFailedAnswer(branch.test, branch.was);
}

/** Whether a test that was true, or false, tells that an answer of HTTP did not go well: `!response.ok`, `response.status >= 400`. */
function isFailedAnswer(test: Node, was: boolean): boolean {
  switch (test.type) {
    case "UnaryExpression":
      return test["operator"] === "!" && isFailedAnswer(test["argument"] as Node, !was);
    case "LogicalExpression": {
      const sides = [test["left"], test["right"]].map((one) => isFailedAnswer(one as Node, was));
      // Of what has to be all so one side tells; of what may be either both do.
      return (test["operator"] === "&&") === was ? sides.includes(true) : !sides.includes(false);
    }
    case "MemberExpression":
      return memberName(test) === "ok" && !was && isAnswer(test["object"] as Node);
    case "BinaryExpression":
      return isFailedStatus(test, was);
    default:
      return false;
  }
}

/** What answers of HTTP are called: others have an `ok` as well. */
function isAnswer(node: Node): boolean {
  const name = node.type === "MemberExpression" ? memberName(node) : node["name"];
  return /^\w*(?:^r|res(?:p|ponse)?|Res(?:p|ponse)?)$/.test(String(name));
}

function isFailedStatus({ left, operator, right }: Node, was: boolean): boolean {
  const [member, bound] = [left as Node, (right as Node)["value"]];
  if (member.type !== "MemberExpression" || !/^status(?:Code)?$/.test(memberName(member) ?? "")) return false;
  // What is not there yet may be made.
  if (typeof bound !== "number" || bound === 404) return false;
  if (operator === ">=" || operator === ">") return was && bound >= 299;
  if (operator === "<" || operator === "<=") return !was && bound >= 299;
  const isEqual = was === String(operator).startsWith("=");
  return isEqual ? bound >= 400 : bound >= 200 && bound < 300;
}
