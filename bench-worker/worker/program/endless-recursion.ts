import { functionsIn } from "../../instrument/functions.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { calledName, memberName } from "./expression.ts";
import { sourceTreeOf, type SourceTree } from "./source-tree.ts";

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
