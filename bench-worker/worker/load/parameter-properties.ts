import { classesIn } from "../../instrument/functions.ts";
import { childrenOf, isFunction, readTree, type Node } from "../../instrument/tree.ts";

/** What may be a class with both: `constructor(private api: Api)`, and `load = this.api.load`. */
const HAS_PROPERTIES = /\bconstructor\s*\([^{]*\b(?:public|private|protected|readonly|override)\b/;
const READS_OWN = /=[^=>\n]*\bthis\s*[.?]/;

/**
 * TypeScript in which a field that reads a parameter property, `load = this.api.load` beside `constructor(private api: Api)`, gets its value at
 * the beginning of the constructor: the compiler sets parameter properties before fields, wherever a program may read one in the other
 * (https://www.typescriptlang.org/tsconfig/#useDefineForClassFields). Every line stays on its line.
 */
export function withParameterPropertiesFirst(text: string, file: string): string {
  if (!HAS_PROPERTIES.test(text) || !READS_OWN.test(text)) return text;
  try {
    const changes = classesIn(readTree(text, { file })).flatMap(({ node }) => changesOf(node, text));
    const changed = withChanges(text, changes);
    // What was not changed well is not read again, and the text stays as it is.
    if (changes.length > 0) readTree(changed, { file });
    return changed;
  } catch {
    return text;
  }
}

/** What stands between two offsets is to be something else. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

function withChanges(text: string, changes: readonly Change[]): string {
  let changed = "";
  let copied = 0;
  for (const { from, to, by } of changes.toSorted((a, b) => a.from - b.from)) {
    changed += text.slice(copied, from) + by;
    copied = to;
  }
  return changed + text.slice(copied);
}

function changesOf({ body, superClass }: Node, text: string): Change[] {
  const members = (body as Node)["body"] as Node[];
  // Signatures stand before the constructor that has a body.
  const made = members
    .filter(({ kind }) => kind === "constructor")
    .map(({ value }) => value as Node)
    .find((one) => one["body"] != null);
  const properties = new Set(((made?.["params"] ?? []) as Node[]).flatMap(nameOfProperty));
  const at = made === undefined ? undefined : beginningOf(made["body"] as Node, superClass != null);
  if (at === undefined || properties.size === 0) return [];
  const fields = members.filter((member) => {
    const isLate = readsOne(member, properties, text);
    if (isLate) properties.add(String((member["key"] as Node)["name"]));
    return isLate;
  });
  const sets = fields.map(({ key, value }) => {
    const [name, given] = [key as Node, value as Node];
    return `;this.${text.slice(name.start, name.end)}=(${text.slice(given.start, given.end)});`;
  });
  return [
    { from: at, to: at, by: sets.join("") },
    ...fields.map((field): Change => {
      const [from, to] = [endOfName(field), field.end];
      return { from, to, by: `;${" ".repeat(to - from - 1)}` };
    }),
  ];
}

/** Where the name of a field ends, with its type. */
function endOfName({ key, typeAnnotation }: Node): number {
  return ((typeAnnotation as Node | null | undefined) ?? (key as Node)).end;
}

function nameOfProperty(parameter: Node): string[] {
  if (parameter.type !== "TSParameterProperty") return [];
  const named = parameter["parameter"] as Node;
  return [String(((named["left"] ?? named) as Node)["name"])];
}

/** Whether a member is a field of one line, which reads one of some members of `this` as it is made. */
function readsOne(member: Node, properties: ReadonlySet<string>, text: string): boolean {
  const { type, key, value, computed } = member;
  if (type !== "PropertyDefinition" || member["static"] === true || computed === true || value == null)
    return false;
  const reads = (node: Node): boolean =>
    isOneOf(node, properties) || (!isFunction(node) && childrenOf(node).some(reads));
  const isPlain = (key as Node).type === "Identifier" || (key as Node).type === "PrivateIdentifier";
  return isPlain && !text.slice(endOfName(member), member.end).includes("\n") && reads(value as Node);
}

function isOneOf(node: Node, properties: ReadonlySet<string>): boolean {
  const isOwn = node.type === "MemberExpression" && (node["object"] as Node).type === "ThisExpression";
  return isOwn && properties.has(String((node["property"] as Node)["name"]));
}

/** Where the body of a constructor begins, behind the call of the one that its class extends; undefined where that is not one of its own statements. */
function beginningOf({ start, body }: Node, isDerived: boolean): number | undefined {
  if (!isDerived) return start + 1;
  const called = (body as Node[]).find(
    ({ expression }) => ((expression as Node | undefined)?.["callee"] as Node | undefined)?.type === "Super",
  );
  return called?.end;
}
