import { childrenOf, type Node } from "../../instrument/tree.ts";
import type { SourceTree } from "./source-tree.ts";

/** One read of a variable of the environment. */
export interface VariableRead {
  /** Null where only the program knows it: `process.env[key]`. */
  readonly name: string | null;
  readonly line: number;
  /**
   * Whether the text does without it there: it has a default, or asks whether it is set, or what it is, to go one way or the other.
   */
  readonly isOptional: boolean;
}

/** Where a text reads variables of the environment by their names: `process.env.KEY`, `const { KEY } = process.env`. */
export function variablesRead(tree: SourceTree): VariableRead[] {
  const found: VariableRead[] = [];
  const visit = (node: Node): void => {
    for (const { name, isOptional } of readBy(node, tree))
      found.push({ name, isOptional, line: node.loc.start.line });
    for (const child of childrenOf(node)) visit(child);
  };
  visit(tree.program);
  return found;
}

/** `KEY` of `process.env.KEY`, and of a pattern that takes it. */
function readBy(node: Node, tree: SourceTree): Omit<VariableRead, "line">[] {
  if (node.type === "VariableDeclarator" && isEnvironment(node["init"] as Node | null)) {
    const taken = ((node["id"] as Node)["properties"] ?? []) as Node[];
    return taken.flatMap((one) => {
      const name = one.type === "RestElement" ? undefined : nameOf(one["key"] as Node);
      const isOptional = (one["value"] as Node | undefined)?.type === "AssignmentPattern";
      return name === undefined ? [] : [{ name, isOptional }];
    });
  }
  const isRead = node.type === "MemberExpression" && isEnvironment(node["object"] as Node);
  if (!isRead) return [];
  const property = node["property"] as Node;
  const isNamed = node["computed"] !== true || property.type === "Literal";
  return [{ name: (isNamed && nameOf(property)) || null, isOptional: isOptional(node, tree) }];
}

/** Whether a node is `process.env`, or `env` of `const { env } = process`. */
function isEnvironment(node: Node | null): boolean {
  if (node === null) return false;
  return nameOf(node.type === "MemberExpression" ? (node["property"] as Node) : node) === "env";
}

function nameOf(node: Node): string | undefined {
  const name = node.type === "Identifier" ? node["name"] : node["value"];
  return typeof name === "string" ? name : undefined;
}

/** Where a text reads the variable that a declaration makes. */
function usesOf(declared: Node, tree: SourceTree): Node[] {
  const uses = tree.variableOf(declared)?.references ?? [];
  return uses.flatMap((use) => (use.isRead() ? [use.identifier as unknown as Node] : []));
}

/** Whether a value may be missing where it stands. `if (!process.env.KEY)` is no question but a check. */
function isOptional(read: Node, tree: SourceTree): boolean {
  const parent = tree.parentOf(read);
  switch (parent?.type) {
    case "LogicalExpression":
      return parent["left"] === read || (parent["operator"] === "&&" && isOptional(parent, tree));
    case "ConditionalExpression":
    case "IfStatement":
      return parent["test"] === read;
    case "BinaryExpression":
      return true;
    case "MemberExpression":
      return parent["object"] === read && parent["optional"] === true;
    case "UnaryExpression":
      // `!!process.env.KEY`
      return parent["operator"] === "!" && tree.parentOf(parent)?.type === "UnaryExpression";
    case "CallExpression":
      return (parent["callee"] as Node)["name"] === "Boolean";
    case "VariableDeclarator":
      return (
        parent["init"] === read &&
        read.type === "MemberExpression" &&
        usesOf(parent["id"] as Node, tree).some((use) => isOptional(use, tree))
      );
    default:
      return false;
  }
}
