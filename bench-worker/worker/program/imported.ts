import type { Node } from "../../instrument/tree.ts";
import type { Expression } from "./expression.ts";

/** What a value is of a module: the specifier as it is written, and the export that it is; null for all of it. */
interface Import {
  readonly specifier: string;
  readonly exported: string | null;
}

/** By what a name, or a call of `require`, gets its value from another module; undefined for any other. */
export function importOf({ node, tree }: Pick<Expression, "node" | "tree">): Import | undefined {
  if (node.type === "CallExpression") return required(node);
  if (node.type !== "Identifier") return undefined;
  const [definition] = tree.variableOf(node)?.defs ?? [];
  if (definition?.type !== "ImportBinding") return undefined;
  const declared = definition.node as unknown as Node;
  const specifier = (tree.parentOf(declared)?.["source"] as Node | undefined)?.["value"];
  return typeof specifier === "string" ? { specifier, exported: exportedBy(declared) } : undefined;
}

function required(call: Node): Import | undefined {
  const specifier = (call["arguments"] as Node[])[0]?.["value"];
  const isRequire = (call["callee"] as Node)["name"] === "require";
  return isRequire && typeof specifier === "string" ? { specifier, exported: null } : undefined;
}

function exportedBy({ type, imported }: Node): string | null {
  if (type === "ImportNamespaceSpecifier") return null;
  return type === "ImportDefaultSpecifier" ? "default" : textOfName(imported);
}

/** An identifier's name, or a text that stands for one. */
function textOfName(node: unknown): string {
  const { name, value } = node as Node;
  const text = name ?? value;
  return typeof text === "string" ? text : "";
}
