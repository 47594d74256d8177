import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Node } from "../../instrument/tree.ts";
import { isOfProject } from "../load/package-name.ts";
import { resolveFor } from "../load/resolve.ts";
import { memberName, type Expression } from "./expression.ts";
import { sourceTreeOf, type SourceTree } from "./source-tree.ts";

/** Larger files hold data; and only of these a text tells what is exported. */
const BYTES_AT_MOST = 400_000;
const IS_CODE = /\.[cm]?[jt]sx?$/;

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

/**
 * What an import gets, in the text of the module that exports it: of the whole module the value of its `module.exports` that is no object, else its
 * program, whose members {@link exportOf} gives. Undefined for packages, and where the texts do not tell.
 */
export function imported({ specifier, exported }: Import, { file }: SourceTree): Expression | undefined {
  const folder = path.dirname(file);
  const found = resolveFor(folder)(specifier, folder);
  if (found.kind !== "file" || !isOfProject(found.file, file)) return undefined;
  const tree = treeOf(found.file);
  if (tree === null) return undefined;
  if (exported !== null) return exportOf(tree, exported);
  const whole = wholeOf(tree);
  return at(tree, whole === undefined || whole.type === "ObjectExpression" ? tree.program : whole);
}

/** By file and name, as modules that hand on what others export may lead back to themselves. */
const known = new Map<string, Expression | undefined>();
const KNOWN_AT_MOST = 2_000;

/** What a module exports by a name, as it stands there; undefined where its text does not tell, or it may be another value later. */
export function exportOf(tree: SourceTree, name: string): Expression | undefined {
  const key = `${tree.file}\0${name}`;
  if (known.has(key)) return known.get(key);
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(key, undefined);
  const found = ownExport(tree, name) ?? setExport(tree, name) ?? handedOn(tree, name);
  known.set(key, found);
  return found;
}

function ownExport(tree: SourceTree, name: string): Expression | undefined {
  for (const statement of tree.program["body"] as Node[]) {
    const declared = statement["declaration"] as Node | null | undefined;
    if (statement.type === "ExportDefaultDeclaration" && name === "default")
      return at(tree, (declared!["id"] ?? declared) as Node);
    if (statement.type !== "ExportNamedDeclaration") continue;
    const own = declared == null ? undefined : declaredIn(declared, name);
    if (own !== undefined) return at(tree, own);
    const specifiers = statement["specifiers"] as Node[];
    const local = specifiers.find(({ exported }) => textOfName(exported) === name)?.["local"];
    if (local === undefined) continue;
    const source = (statement["source"] as Node | null | undefined)?.["value"];
    return typeof source === "string"
      ? imported({ specifier: source, exported: textOfName(local) }, tree)
      : at(tree, local as Node);
  }
  return undefined;
}

/** What is given to `exports.name`, or has that name in what is given to `module.exports`. */
function setExport(tree: SourceTree, name: string): Expression | undefined {
  const own = assigned(tree).findLast(
    ({ to }) => to === `exports.${name}` || to === `module.exports.${name}`,
  );
  if (own !== undefined) return at(tree, own.value);
  const whole = wholeOf(tree);
  if (name === "default") return whole && at(tree, whole);
  const properties = whole?.type === "ObjectExpression" ? (whole["properties"] as Node[]) : [];
  const property = properties.find((one) => one["key"] !== undefined && textOfName(one["key"]) === name);
  return property === undefined || property["computed"] === true
    ? undefined
    : at(tree, property["value"] as Node);
}

function wholeOf(tree: SourceTree): Node | undefined {
  return assigned(tree).findLast(({ to }) => to === "module.exports")?.value;
}

/** What is exported of another module by `export *`, which hands on no default. */
function handedOn(tree: SourceTree, name: string): Expression | undefined {
  for (const { type, source, exported } of tree.program["body"] as Node[]) {
    if (type !== "ExportAllDeclaration" || exported != null || name === "default") continue;
    const found = imported({ specifier: String((source as Node)["value"]), exported: name }, tree);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a declaration gives a name for good: the value of a constant; of a class, a function or an enumeration the name itself. */
function declaredIn(declared: Node, name: string): Node | undefined {
  const isVariable = declared.type === "VariableDeclaration";
  if (isVariable && declared["kind"] !== "const") return undefined;
  const all = isVariable ? (declared["declarations"] as Node[]) : [declared];
  const one = all.find(({ id }) => textOfName(id) === name);
  return one === undefined ? undefined : ((one["init"] ?? one["id"]) as Node);
}

/** What is given to something at the top of a module: `module.exports = …`, `exports = module.exports = …`, `exports.kinds = …`. */
export function assigned({ program }: SourceTree): { readonly to: string; readonly value: Node }[] {
  const given = (one: Node | undefined): { to: string; value: Node }[] => {
    if (one?.type !== "AssignmentExpression") return [];
    const [left, right] = [one["left"], one["right"]] as [Node, Node];
    const inner = given(right);
    return [...inner, { to: memberPath(left), value: inner.at(-1)?.value ?? right }];
  };
  return (program["body"] as Node[]).flatMap(({ expression }) => given(expression as Node | undefined));
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

function treeOf(file: string): SourceTree | null {
  try {
    const isRead = IS_CODE.test(file) && statSync(file).size <= BYTES_AT_MOST;
    return isRead ? sourceTreeOf(file, readFileSync(file, "utf8")) : null;
  } catch {
    return null;
  }
}
