import path from "node:path";
import { childrenOf, type Node } from "../../instrument/tree.ts";
import { memberName, sourceOf, within } from "../program/expression.ts";
import { importOf } from "../program/imported.ts";
import { sourceTreeOf, type SourceTree } from "../program/source-tree.ts";
import { isPath, packageOfFile, packageOfSpecifier } from "./package-name.ts";
import { dependenciesOf, projectAround, projectTexts } from "./project-files.ts";
import { resolveFor } from "./resolve.ts";

/** A class of the project, as its file exports it. */
export interface ClassOfFile {
  readonly file: string;
  readonly exported: string;
}

/** What a project sets a member to: instances of a class of its own, or of one of a package. */
export type SetTo = ClassOfFile | { readonly packageName: string };

/** Files that are read as trees: more take too long for somebody who waits. */
const FILES_AT_MOST = 30;

/**
 * The class of which an instance is a member of some name, as the project sets it: `Shell` of `container.shell = new Shell()`, also as a property or
 * a field. Undefined where it is set to anything else than instances of one class, and what has been handed on.
 *
 * @param file Of the project.
 */
export function classSetTo(name: string, file: string): SetTo | undefined {
  const root = projectAround(file);
  const key = `${name} ${root}`;
  if (!known.has(key)) known.set(key, readSetTo(name, root));
  return known.get(key);
}

/** By name and project: attempts at a function ask again and again. */
const known = new Map<string, SetTo | undefined>();

function readSetTo(name: string, root: string): SetTo | undefined {
  const isSet = new RegExp(
    String.raw`(?<![\w$])${name.replaceAll("$", "[$]")}\??\s*(?::[^=;{}()]+)?[=:](?![=>])`,
  );
  const setting = projectTexts(root).filter(({ text }) => text.includes(name) && isSet.test(text));
  if (setting.length > FILES_AT_MOST) return undefined;
  const found = new Map<string, SetTo>();
  for (const { file, text } of setting) {
    const tree = sourceTreeOf(file, text);
    if (tree === null) continue;
    for (const value of valuesOf(name, tree.program)) {
      // A module that exports another by that name tells nothing of what is made of it.
      if (HANDED_ON.has(value.type) || importOf({ node: value, tree }) !== undefined) continue;
      const made = value.type === "NewExpression" ? classOf(value, tree, file) : undefined;
      if (made === null) continue;
      if (made === undefined) return undefined;
      found.set("file" in made ? `${made.file} ${made.exported}` : made.packageName, made);
    }
  }
  const [only, ...others] = found.values();
  return others.length === 0 ? only : undefined;
}

/** Values that say nothing of what they are, or that there is none, and patterns, which take one. */
const HANDED_ON: ReadonlySet<string> = new Set([
  ...["Identifier", "MemberExpression", "Literal", "ThisExpression"],
  ...["ObjectPattern", "ArrayPattern", "AssignmentPattern"],
]);

/** What a program gives members of a name, or may give them. Trees may be deep: a sum of thousands of texts is. */
function valuesOf(name: string, program: Node): Node[] {
  const found: Node[] = [];
  const left = [program];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const isAssigned = node.type === "AssignmentExpression";
    const [key, value] = isAssigned ? [node["left"], node["right"]] : [node["key"], node["value"]];
    if (key != null && value != null && givesMember(node) && nameOf(key as Node) === name)
      found.push(...alternativesOf(value as Node));
    left.push(...childrenOf(node));
  }
  return found;
}

/** Whether a node gives a member a value, and is no method. */
function givesMember({ type, kind, left, computed, shorthand }: Node): boolean {
  if (type === "Property") return kind === "init" && computed !== true && shorthand !== true;
  if (type === "AssignmentExpression") return (left as Node).type === "MemberExpression";
  return type === "PropertyDefinition" && computed !== true;
}

/** What a value may be: of `given ?? new Shell()` either. */
function alternativesOf(value: Node): Node[] {
  const found: Node[] = [];
  const left = [value];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const inner = INNER[node.type];
    if (inner === undefined) found.push(node);
    for (const key of inner ?? []) left.push(node[key] as Node);
  }
  return found;
}

/** By the kind of an expression: what it may be, or is, itself. */
const INNER: Readonly<Record<string, readonly string[]>> = {
  LogicalExpression: ["left", "right"],
  ConditionalExpression: ["consequent", "alternate"],
  AwaitExpression: ["argument"],
  AssignmentExpression: ["right"],
  TSAsExpression: ["expression"],
  TSSatisfiesExpression: ["expression"],
  TSNonNullExpression: ["expression"],
};

function nameOf(node: Node): string | undefined {
  if (node.type === "MemberExpression") return memberName(node);
  return node.type === "PrivateIdentifier"
    ? `_${String(node["name"])}`
    : (node["name"] as string | undefined);
}

/** The class that is constructed; null where it is not there, and undefined where it is an engine's or not known. */
function classOf({ callee }: Node, tree: SourceTree, file: string): SetTo | null | undefined {
  const called = { tree, node: callee as Node, below: () => null };
  const isMember = called.node.type === "MemberExpression";
  const holder = isMember ? within(called, "object") : called;
  const [definition] = holder.node.type === "Identifier" ? (tree.variableOf(holder.node)?.defs ?? []) : [];
  const own = String(called.node["name"]);
  if (definition === undefined) return isMember || own in globalThis ? undefined : null;
  if (definition.type === "ClassName")
    return isMember
      ? undefined
      : { file, exported: exportedAs(definition.node as unknown as Node, own, tree) };
  const source = sourceOf(holder);
  const given = source !== null && "from" in source ? source : { from: holder, path: "" };
  const isMemberOf = given.from.node.type === "MemberExpression";
  const { specifier, exported } = importOf(isMemberOf ? within(given.from, "object") : given.from) ?? {};
  if (specifier === undefined) return undefined;
  const resolved = resolveFor(projectAround(file))(specifier, path.dirname(file));
  if (resolved.kind === "missing") return missing(specifier, file);
  if (resolved.kind !== "file") return undefined;
  const packageName = packageOfFile(resolved.file);
  if (packageName !== null) return { packageName };
  const member = isMember ? called.node : isMemberOf ? given.from.node : undefined;
  const taken = given.path === "" ? "default" : /^\.([\w$]+)$/.exec(given.path)?.[1];
  const name = member === undefined ? (exported ?? taken) : memberName(member);
  return name === undefined ? undefined : { file: resolved.file, exported: name };
}

/** By which name a file exports a class that it declares, as far as the declaration tells. */
function exportedAs(declared: Node, own: string, tree: SourceTree): string {
  return tree.parentOf(declared)?.type === "ExportDefaultDeclaration" ? "default" : own;
}

/** What is not found: null for a file, a package where the project says that it needs one of that name, and undefined for what may be an alias. */
function missing(specifier: string, file: string): SetTo | null | undefined {
  if (isPath(specifier)) return null;
  const packageName = packageOfSpecifier(specifier);
  return dependenciesOf(projectAround(file)).has(packageName) ? { packageName } : undefined;
}
