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
  const changes = changesIn(text, file).sort((a, b) => a.from - b.from);
  let changed = "";
  let copied = 0;
  for (const { from, to, by } of changes) {
    changed += text.slice(copied, from) + by;
    copied = to;
  }
  return changed + text.slice(copied);
}

/** What stands between two offsets is to be something else. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

function changesIn(text: string, file: string): Change[] {
  try {
    return classesIn(readTree(text, { file })).flatMap(({ node }) => changesOf(node, text));
  } catch {
    // The transformation says what is wrong with it.
    return [];
  }
}

function changesOf({ body }: Node, text: string): Change[] {
  const members = (body as Node)["body"] as Node[];
  const made = members.find(({ kind }) => kind === "constructor")?.["value"] as Node | undefined;
  const properties = new Set(((made?.["params"] ?? []) as Node[]).flatMap(nameOfProperty));
  if (made === undefined || properties.size === 0) return [];
  const fields = members.filter((member) => {
    const isLate = readsOne(member, properties, text);
    if (isLate) properties.add(String((member["key"] as Node)["name"]));
    return isLate;
  });
  const sets = fields.map(({ key, value }) => {
    const [name, given] = [key as Node, value as Node];
    return `this.${text.slice(name.start, name.end)}=${text.slice(given.start, given.end)};`;
  });
  const at = beginningOf(made["body"] as Node);
  return [
    { from: at, to: at, by: sets.join("") },
    ...fields.map(({ value }): Change => {
      const { start, end } = value as Node;
      const from = text.lastIndexOf("=", start - 1);
      return { from, to: end, by: " ".repeat(end - from) };
    }),
  ];
}

function nameOfProperty(parameter: Node): string[] {
  if (parameter.type !== "TSParameterProperty") return [];
  const named = parameter["parameter"] as Node;
  return [String(((named["left"] ?? named) as Node)["name"])];
}

/** Whether a member is a field of one line, which reads one of some members of `this` as it is made. */
function readsOne(
  { type, key, value, computed, ...more }: Node,
  properties: ReadonlySet<string>,
  text: string,
): boolean {
  if (type !== "PropertyDefinition" || more["static"] === true || computed === true || value === null)
    return false;
  const { start, end } = value as Node;
  const reads = (node: Node): boolean =>
    isOneOf(node, properties) || (!isFunction(node) && childrenOf(node).some(reads));
  const isPlain = (key as Node).type === "Identifier" || (key as Node).type === "PrivateIdentifier";
  return isPlain && !text.slice(start, end).includes("\n") && reads(value as Node);
}

function isOneOf(node: Node, properties: ReadonlySet<string>): boolean {
  const isOwn = node.type === "MemberExpression" && (node["object"] as Node).type === "ThisExpression";
  return isOwn && properties.has(String((node["property"] as Node)["name"]));
}

/** Where the body of a constructor begins, behind a call of the one that its class extends. */
function beginningOf({ start, body }: Node): number {
  const called = (body as Node[]).find(
    ({ expression }) => ((expression as Node | undefined)?.["callee"] as Node | undefined)?.type === "Super",
  );
  return called?.end ?? start + 1;
}
