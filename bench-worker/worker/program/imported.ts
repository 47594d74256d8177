import { readFileSync } from "node:fs";
import path from "node:path";
import type { Node } from "../../instrument/tree.ts";
import { isOfProject } from "../load/package-name.ts";
import { resolveFor } from "../load/resolve.ts";
import { memberName, type Expression } from "./expression.ts";
import { sourceTreeOf, type SourceTree } from "./source-tree.ts";

/** So many modules that only hand on what others export are gone through. */
const MODULES_AT_MOST = 5;

/** What a value is of a module: the specifier as it is written, and the export that it is; null for all of it. */
interface Import {
  readonly specifier: string;
  readonly exported: string | null;
}

/** By what a name, or a call of `require`, gets its value from another module; undefined for any other. */
export function importOf({ node, tree }: Pick<Expression, "node" | "tree">): Import | undefined {
  if (node.type === "CallExpression") return required(node);
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

/**
 * What an import gets, in the text of the module that exports it: of the whole module the value of its `module.exports`, else its program,
 * whose members {@link exportOf} gives. Undefined for packages, and where the texts do not tell.
 */
export function imported(
  { specifier, exported }: Import,
  { file }: SourceTree,
  modules = MODULES_AT_MOST,
): Expression | undefined {
  const folder = path.dirname(file);
  const found = modules === 0 ? undefined : resolveFor(folder)(specifier, folder);
  if (found?.kind !== "file" || !isOfProject(found.file, file)) return undefined;
  const tree = sourceTreeOf(found.file, textOf(found.file));
  if (tree === null) return undefined;
  if (exported !== null) return exportOf(tree, exported, modules - 1);
  return at(tree, assigned(tree).find(({ to }) => to === "module.exports")?.value ?? tree.program);
}

/** What a module exports by a name, as it stands there; undefined where its text does not tell. */
export function exportOf(tree: SourceTree, name: string, modules = MODULES_AT_MOST): Expression | undefined {
  for (const statement of tree.program["body"] as Node[]) {
    const source = (statement["source"] as Node | null | undefined)?.["value"];
    const declared = statement["declaration"] as Node | null | undefined;
    if (statement.type === "ExportAllDeclaration" && statement["exported"] == null) {
      const found = imported({ specifier: String(source), exported: name }, tree, modules);
      if (found !== undefined) return found;
    } else if (statement.type === "ExportDefaultDeclaration" && name === "default") {
      return at(tree, (declared!["id"] ?? declared) as Node);
    } else if (statement.type === "ExportNamedDeclaration") {
      const own = declared == null ? undefined : declaredIn(declared, name);
      if (own !== undefined) return at(tree, own);
      const specifiers = statement["specifiers"] as Node[];
      const handed = specifiers.find(({ exported }) => textOfName(exported) === name)?.["local"];
      if (handed === undefined) continue;
      if (typeof source !== "string") return at(tree, handed as Node);
      return imported({ specifier: source, exported: textOfName(handed) }, tree, modules);
    }
  }
  const set = assigned(tree).find(({ to }) => to === `exports.${name}` || to === `module.exports.${name}`);
  return set === undefined ? undefined : at(tree, set.value);
}

/** What a declaration gives a name: the value of a variable; of a class or an enumeration the name itself. */
function declaredIn(declared: Node, name: string): Node | undefined {
  const all = declared.type === "VariableDeclaration" ? (declared["declarations"] as Node[]) : [declared];
  const one = all.find(({ id }) => textOfName(id) === name);
  return one === undefined ? undefined : ((one["init"] ?? one["id"]) as Node);
}

/** What is given to the members of something at the top of a module: `module.exports = …`, `exports.kinds = …`. */
export function assigned({ program }: SourceTree): { readonly to: string; readonly value: Node }[] {
  return (program["body"] as Node[]).flatMap(({ expression }) => {
    const { type, left, right } = (expression ?? {}) as Partial<Node> & { left?: Node; right?: Node };
    return type === "AssignmentExpression" ? [{ to: memberPath(left!), value: right! }] : [];
  });
}

function memberPath(node: Node): string {
  if (node.type !== "MemberExpression") return textOfName(node);
  return `${memberPath(node["object"] as Node)}.${memberName(node) ?? ""}`;
}

/** An identifier's name, or a text that stands for one. */
function textOfName(node: unknown): string {
  const { name, value } = node as Node;
  const text = name ?? value;
  return typeof text === "string" ? text : "";
}

function at(tree: SourceTree, node: Node): Expression {
  return { tree, node, below: () => null };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
