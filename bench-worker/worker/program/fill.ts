import { INSTEAD_OF_NOTHING } from "../../../analysis/steering/something.ts";
import type { Wrapping } from "../../insertions.ts";
import { childrenOf, type Node } from "../../instrument/tree.ts";
import { keyOf } from "./constants.ts";
import type { SourceTree } from "./source-tree.ts";

/**
 * A place at which a member of nothing was read: `Cannot read properties of undefined (reading 'user')`, `Cannot destructure
 * property 'user' of 'row.data' as it is undefined`.
 */
export interface Gap {
  readonly line: number;
  readonly member: string;
}

/** The member of a gap at which a list is taken apart: `const [, id] = pattern.exec(path)`. */
export const ITEMS = "[]";

/**
 * Has what a member is read of at the gaps given to a function that makes it up where it is nothing:
 * `row.user.name` becomes `__asyncCostInstead(row.user,"user").name`, and `const { name } = row.user` becomes
 * `const { name } = __asyncCostInstead(row.user,"user")`. Lines stay where they are.
 */
export function fillingGaps(tree: SourceTree, gaps: readonly Gap[]): Wrapping[] {
  return gapsIn(tree, gaps).map((read) => ({
    start: read.start,
    end: read.end,
    before: `${INSTEAD_OF_NOTHING}(`,
    behind: `,${JSON.stringify(lastNameIn(read) ?? "value")})`,
  }));
}

/** What members are read of at gaps, each once. */
export function gapsIn(tree: SourceTree, gaps: readonly Gap[]): readonly Node[] {
  const found = new Map<number, Node>();
  const visit = (node: Node): void => {
    const isList = node.type === "ArrayPattern";
    const key = (node.type === "MemberExpression" ? node["property"] : isList ? node : node["key"]) as
      | Node
      | undefined;
    const isGap = gaps.some(({ line, member }) => line === key?.loc.start.line && member === nameIn(key));
    const read = isGap ? readOf(node, tree) : undefined;
    if (read !== undefined && !found.has(read.start)) found.set(read.start, read);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(tree.program);
  return [...found.values()];
}

function nameIn(key: Node): unknown {
  if (key.type === "ArrayPattern") return ITEMS;
  if (key.type === "Literal") return String(key["value"]);
  return key.type === "PrivateIdentifier" ? `#${String(key["name"])}` : key["name"];
}

/** What a member is read of, or a pattern takes apart that is a statement's own; undefined where it may be nothing, or is nothing of that. */
function readOf(node: Node, tree: SourceTree): Node | undefined {
  if (node.type === "MemberExpression") {
    const object = node["object"] as Node;
    const isKnown = node["computed"] !== true || (node["property"] as Node).type === "Literal";
    return !isKnown || node["optional"] === true || object.type === "Super" ? undefined : object;
  }
  const pattern = node.type === "Property" ? tree.parentOf(node)! : node;
  const isOfObject = pattern.type === "ObjectPattern" && keyOf(node) !== undefined;
  if (!isOfObject && pattern.type !== "ArrayPattern") return undefined;
  const around = tree.parentOf(pattern)!;
  const value = around.type === "VariableDeclarator" ? around["init"] : undefined;
  return (
    ((around.type === "AssignmentExpression" ? around["right"] : value) as Node | null | undefined) ??
    undefined
  );
}

/** What a value is called: the last name of it that no brackets are around. */
function lastNameIn(node: Node): string | undefined {
  switch (node.type) {
    case "Identifier":
      return String(node["name"]);
    case "MemberExpression": {
      const property = node["property"] as Node;
      const isName = node["computed"] !== true && property.type === "Identifier";
      return isName ? String(property["name"]) : lastNameIn(node["object"] as Node);
    }
    case "CallExpression":
    case "NewExpression":
      return lastNameIn(node["callee"] as Node);
    case "AwaitExpression":
      return lastNameIn(node["argument"] as Node);
    case "ChainExpression":
    case "TSNonNullExpression":
    case "TSAsExpression":
      return lastNameIn(node["expression"] as Node);
    default:
      return undefined;
  }
}
