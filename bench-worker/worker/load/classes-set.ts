import { readFileSync } from "node:fs";
import path from "node:path";
import { childrenOf, type Node } from "../../instrument/tree.ts";
import { memberName } from "../program/expression.ts";
import { sourceTreeOf, type SourceTree } from "../program/source-tree.ts";
import { isPath, packageOfFile, packageOfSpecifier } from "./package-name.ts";
import { projectAround, sourceFilesIn } from "./project-files.ts";
import { resolveFor } from "./resolve.ts";

/** A class of the project, as its file exports it. */
export interface ClassOfFile {
  readonly file: string;
  readonly exported: string;
}

/** What a project sets a member to: instances of a class of its own, or of one of a package. */
export type SetTo = ClassOfFile | { readonly packageName: string };

/** Characters of a project that are looked through, and files that are read as trees: more take too long for somebody who waits. */
const CHARACTERS_AT_MOST = 3_000_000;
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
  const found = new Map<string, SetTo>();
  let [characters, files] = [0, 0];
  for (const one of sourceFilesIn(root)) {
    const of = path.join(root, one);
    const text = readFileSync(of, "utf8");
    if ((characters += text.length) > CHARACTERS_AT_MOST) return undefined;
    if (!text.includes(name) || !isSet.test(text)) continue;
    if (++files > FILES_AT_MOST) return undefined;
    const tree = sourceTreeOf(of, text);
    if (tree === null) continue;
    for (const value of valuesOf(name, tree.program).flatMap(alternativesOf)) {
      // A module that exports another by that name tells nothing of what is made of it.
      if (HANDED_ON.has(value.type) || required(value) !== undefined) continue;
      const made = value.type === "NewExpression" ? classOf(value, tree, of) : undefined;
      if (made === null) continue;
      if (made === undefined) return undefined;
      found.set("file" in made ? `${made.file} ${made.exported}` : made.packageName, made);
    }
  }
  const [only, ...others] = found.values();
  return others.length === 0 ? only : undefined;
}

/** Values that say nothing of what they are, or that there is none. */
const HANDED_ON: ReadonlySet<string> = new Set([
  "Identifier",
  "MemberExpression",
  "Literal",
  "ThisExpression",
]);

/** What a program gives members of a name. */
function valuesOf(name: string, node: Node): Node[] {
  const isAssigned = node.type === "AssignmentExpression";
  const [key, value] = isAssigned ? [node["left"], node["right"]] : [node["key"], node["value"]];
  const isOne = key != null && value != null && givesMember(node) && nameOf(key as Node) === name;
  return [...(isOne ? [value as Node] : []), ...childrenOf(node).flatMap((child) => valuesOf(name, child))];
}

/** Whether a node gives a member a value: not a pattern, which takes one, nor a method. */
function givesMember({ type, kind, left, computed, shorthand }: Node): boolean {
  if (type === "Property") return kind === "init" && computed !== true && shorthand !== true;
  if (type === "AssignmentExpression") return (left as Node).type === "MemberExpression";
  return type === "PropertyDefinition" && computed !== true;
}

/** What a value may be: of `given ?? new Shell()` either. */
function alternativesOf(value: Node): Node[] {
  if (value.type === "LogicalExpression")
    return [value["left"], value["right"]].flatMap((one) => alternativesOf(one as Node));
  if (value.type === "ConditionalExpression")
    return [value["consequent"], value["alternate"]].flatMap((one) => alternativesOf(one as Node));
  if (value.type === "AwaitExpression" || value.type === "AssignmentExpression")
    return alternativesOf((value["argument"] ?? value["right"]) as Node);
  return [value];
}

function nameOf(node: Node): string | undefined {
  if (node.type === "MemberExpression") return memberName(node);
  return node.type === "PrivateIdentifier"
    ? `_${String(node["name"])}`
    : (node["name"] as string | undefined);
}

/** The class that is constructed; null where it is not there, and undefined where it is an engine's or not known. */
function classOf({ callee }: Node, tree: SourceTree, file: string): SetTo | null | undefined {
  const called = callee as Node;
  const isMember = called.type === "MemberExpression";
  const holder = isMember ? (called["object"] as Node) : called;
  const [definition] = holder.type === "Identifier" ? (tree.variableOf(holder)?.defs ?? []) : [];
  const own = String(called["name"]);
  if (definition === undefined) return isMember || own in globalThis ? undefined : null;
  if (definition.type === "ClassName") return isMember ? undefined : { file, exported: own };
  const declared = definition.node as unknown as Node;
  const isImport = definition.type === "ImportBinding";
  const from = isImport ? tree.parentOf(declared)?.["source"] : required(declared["init"] as Node | null);
  const specifier = (from as Node | null | undefined)?.["value"];
  if (typeof specifier !== "string") return undefined;
  const resolved = resolveFor(projectAround(file))(specifier, path.dirname(file));
  if (resolved.kind === "missing")
    return isPath(specifier) ? null : { packageName: packageOfSpecifier(specifier) };
  if (resolved.kind !== "file") return undefined;
  const packageName = packageOfFile(resolved.file);
  if (packageName !== null) return { packageName };
  const imported = isImport ? (declared["imported"] as Node | undefined) : keyIn(declared["id"] as Node, own);
  const exported = isMember ? memberName(called) : imported === undefined ? "default" : nameOf(imported);
  return exported === undefined ? undefined : { file: resolved.file, exported };
}

/** What a `require` loads, also where a member of that is taken: `require("./shell").Shell`. */
function required(init: Node | null): Node | undefined {
  if (init?.type !== "CallExpression" || (init["callee"] as Node)["name"] !== "require") return undefined;
  return (init["arguments"] as Node[])[0];
}

/** By which name a pattern takes what goes by `own`: `Shell` of `const { Shell } = …`. */
function keyIn(pattern: Node, own: string): Node | undefined {
  if (pattern.type !== "ObjectPattern") return undefined;
  const property = (pattern["properties"] as Node[]).find((one) => nameOf(one["value"] as Node) === own);
  return property?.["key"] as Node | undefined;
}
