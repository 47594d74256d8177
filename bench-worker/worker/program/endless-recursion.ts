import { functionsIn, type FunctionInText } from "../../instrument/functions.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import type { Frame } from "../io/call-site.ts";
import { conditionsOf, type Condition } from "./conditions.ts";
import { calledName, memberName } from "./expression.ts";
import type { TextOf } from "./reached-check.ts";
import { isOnFailure } from "./on-failure.ts";
import { returnsOf } from "./return-lines.ts";
import { sourceTreeOf, treeAtTop, type SourceTree } from "./source-tree.ts";

/** A function that calls itself whatever it is called with. */
export interface EndlessRecursion {
  readonly name: string;
  /** Of the call, counted from 1. */
  readonly line: number;
}

/** What makes what is in it depend on something, leaves the function before, or runs later or elsewhere. */
const MAY_NOT_COME =
  /^(?:If|For|ForIn|ForOf|While|DoWhile|Switch|Try|Throw|Break|Continue)Statement$|^(?:Yield|New|Import|Chain)Expression$|^Super$|^Class/;
/** Of what only the first part runs in any case. */
const DECIDES = new Set(["LogicalExpression", "ConditionalExpression"]);
const CALLS = new Set(["CallExpression", "TaggedTemplateExpression", "AwaitExpression"]);

/**
 * The function around a place where it calls itself before it does anything else, so that nothing it is called with and nothing
 * that it calls could end that: null where it does not.
 *
 * @param line Counted from 1, as `column`.
 * @param passesCalls Whether it may call others before, and wait for them, so that only what they throw could end it.
 */
export function endlessRecursion(
  text: string,
  file: string,
  line: number,
  column: number,
  passesCalls = false,
): EndlessRecursion | null {
  const tree = sourceTreeOf(file, text);
  if (tree === null) return null;
  const offset = text.split("\n", line - 1).reduce((sum, one) => sum + one.length + 1, column - 1);
  // Those within come behind those around them.
  const own = functionsIn(tree).findLast(({ from, to }) => from <= offset && offset < to)?.node;
  if (own === undefined || own["generator"] === true) return null;
  /** The call of itself that it comes to first; null where it may not come to it, undefined where it has come to none yet. */
  const firstIn = (node: Node, isWaitedFor: boolean): Node | null | undefined => {
    const isReturn = node.type === "ReturnStatement";
    const isLast = isWaitedFor || isReturn || node.type === "AwaitExpression";
    if (
      MAY_NOT_COME.test(node.type) ||
      isFunction(node) ||
      /^(?:&&|\|\||\?\?)=$/.test(String(node["operator"]))
    )
      return null;
    // What it starts and does not wait for keeps no call of it from its end.
    if (isCallOf(own, node, tree)) return isLast || !passesCalls ? node : null;
    for (const child of childrenOf(node)) {
      const found = firstIn(child, isLast);
      if (found !== undefined) return found;
      if (DECIDES.has(node.type)) return null;
    }
    return isReturn || (CALLS.has(node.type) && !passesCalls) ? null : undefined;
  };
  const body = own["body"] as Node;
  const call = firstIn(body, body.type !== "BlockStatement");
  return call == null ? null : { name: calledName(call), line: call.loc.start.line };
}

/**
 * The conditions by which the innermost function around a place that calls itself would not: those that lead to the call, the other way; where none
 * does, those that lead to a `return` before it: `if (!node.parentId) return [node]`.
 *
 * @param frames Of a stack trace, the top first.
 */
export function leavingRecursion(frames: readonly Frame[], textOf: TextOf): Condition[] {
  const top = treeAtTop(frames, textOf);
  if (top === null) return [];
  const { tree, line } = top;
  for (const { node: own, from } of functionsAt(tree, line).toReversed()) {
    const call = callOfItselfIn(own["body"] as Node, own, tree);
    if (call === undefined) continue;
    const leadingTo = (node: Node): Condition[] =>
      [node, ...functionsBetween(tree, node, own)].flatMap((one) =>
        conditionsOf({ tree, node: one, below: () => null }),
      );
    const kept = leadingTo(call).flatMap((one) => ("test" in one ? [{ ...one, was: !one.was }] : []));
    if (kept.length > 0) return kept;
    return returnsOf(tree, from)
      .filter(({ end }) => end <= call.start)
      .flatMap((one) => leadingTo(one));
  }
  return [];
}

/**
 * The line of the call by which the innermost function around a line calls itself on the path of success; null where none does.
 *
 * @param line Counted from 1.
 */
export function recursionAround(text: string, file: string, line: number): number | null {
  const tree = sourceTreeOf(file, text);
  if (tree === null) return null;
  const calls = functionsAt(tree, line).flatMap(
    ({ node }) => callOfItselfIn(node["body"] as Node, node, tree) ?? [],
  );
  const call = calls.findLast(({ start }) => !isOnFailure(tree, start));
  return call?.loc.start.line ?? null;
}

/** The functions around a line, the outermost first. */
function functionsAt(tree: SourceTree, line: number): FunctionInText[] {
  return functionsIn(tree).filter(({ node }) => node.loc.start.line <= line && line <= node.loc.end.line);
}

function callOfItselfIn(node: Node, own: Node, tree: SourceTree): Node | undefined {
  if (isCallOf(own, node, tree)) return node;
  return childrenOf(node)
    .map((child) => callOfItselfIn(child, own, tree))
    .find((one) => one !== undefined);
}

/** The functions around a node that stand within another one, the innermost first. */
function functionsBetween(tree: SourceTree, node: Node, own: Node): Node[] {
  return [...tree.around(node)].filter(
    (one) => isFunction(one) && own.start < one.start && one.end <= own.end,
  );
}

/** Whether a node is a call of a function by its own name, or of a method of `this`. */
function isCallOf(own: Node, node: Node, tree: SourceTree): boolean {
  if (node.type !== "CallExpression") return false;
  const callee = node["callee"] as Node;
  const [definition] = tree.variableOf(callee)?.defs ?? [];
  if (definition !== undefined) {
    const declared = definition.node as unknown as Node;
    return definition.type !== "Parameter" && (declared === own || declared["init"] === own);
  }
  const member = tree.parentOf(own)!;
  const isMethod = member["value"] === own && member["computed"] !== true && member["static"] !== true;
  const isOfThis = callee.type === "MemberExpression" && (callee["object"] as Node).type === "ThisExpression";
  return isMethod && isOfThis && memberName(callee) === memberName({ ...member, property: member["key"] });
}
