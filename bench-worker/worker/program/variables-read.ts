import { childrenOf, type Node } from "../../instrument/tree.ts";
import type { SourceTree } from "./source-tree.ts";

/** The variables of the environment that a text reads. */
export interface VariablesRead {
  readonly needed: ReadonlySet<string>;
  /** Those that it does without: it has a default for them, or asks whether they are set, or what they are, to go one way or the other. */
  readonly optional: ReadonlySet<string>;
}

/** The variables of the environment that a text reads by their names: `process.env.KEY`, `const { KEY } = process.env`. */
export function variablesRead({ program }: Pick<SourceTree, "program">): VariablesRead {
  const optional = new Set<string>();
  const needed = new Set<string>();
  const visit = (node: Node, parent?: Node): void => {
    for (const { name, isOptional } of readBy(node, parent)) (isOptional ? optional : needed).add(name);
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(program);
  for (const name of needed) optional.delete(name);
  return { needed, optional };
}

/** `KEY` of `process.env.KEY`, and of a pattern that takes it. */
function readBy(node: Node, parent: Node | undefined): { name: string; isOptional: boolean }[] {
  if (node.type === "VariableDeclarator" && isEnvironment(node["init"] as Node | null)) {
    const taken = ((node["id"] as Node)["properties"] ?? []) as Node[];
    return taken.flatMap((one) => {
      const name = one.type === "RestElement" ? undefined : nameOf(one["key"] as Node);
      const isOptional = (one["value"] as Node | undefined)?.type === "AssignmentPattern";
      return name === undefined ? [] : [{ name, isOptional }];
    });
  }
  const isRead = node.type === "MemberExpression" && isEnvironment(node["object"] as Node);
  const name = isRead ? nameOf(node["property"] as Node) : undefined;
  return name === undefined ? [] : [{ name, isOptional: parent !== undefined && isOptionalIn(parent, node) }];
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

/** Whether a value may be missing where it stands. `if (!process.env.KEY)` is no question but a check. */
function isOptionalIn(parent: Node, read: Node): boolean {
  switch (parent.type) {
    case "LogicalExpression":
      return parent["left"] === read;
    case "ConditionalExpression":
    case "IfStatement":
      return parent["test"] === read;
    case "BinaryExpression":
      return true;
    default:
      return false;
  }
}
