import { inPattern } from "../../../analysis/source/in-pattern.ts";
import { framesOf, stackOf } from "../io/call-site.ts";
import { isObject } from "../io/is-object.ts";
import { inZodsWords, type Issue } from "./valibot-issues.ts";

/** A text for each format that schemas ask for by name. */
const FORMATS: Readonly<Record<string, string>> = {
  base64: "dGV4dA==",
  cidr: "127.0.0.0/8",
  cuid: "cjld2cjxh0000qzrmn831i7rn",
  cuid2: "tz4a98xxat96iws9zmbrgj3a",
  date: "1970-01-01",
  datetime: new Date(0).toISOString(),
  duration: "PT1S",
  email: "user@example.com",
  guid: "00000000-0000-4000-8000-000000000000",
  ip: "127.0.0.1",
  ipv4: "127.0.0.1",
  ipv6: "::1",
  jwt: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
  nanoid: "V1StGXR8_Z5jdHi6B-myT",
  time: "00:00:00",
  ulid: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  url: "http://localhost/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** A value of each type that JSON has. */
const OF_TYPE: Readonly<Record<string, () => unknown>> = {
  array: () => [],
  boolean: () => true,
  int: () => 1,
  integer: () => 1,
  null: () => null,
  number: () => 1,
  object: () => ({}),
  record: () => ({}),
  string: () => "text",
};

/** A name of the source, with what it is a member of or what is called for it: `request.body`, `request.json()`. */
const PATH = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\([^()]*\))?(?:[?!]?\.[\p{ID_Continue}$#]+(?:\([^()]*\))?)*`;
/** What is read as JSON: `JSON.parse(event.body ?? "{}")`. */
const READ = String.raw`JSON\.parse\(\s*(?:await\s+)?(?<text>${PATH})\s*(?:(?:\?\?|\|\|)[^()]*)?(?:as\s[^()]*)?\)`;
const VALUE = `(?:await\\s+)?(?:${READ}|(?<path>${PATH}))`;
/** What a schema is given, behind where it is called: `schema.parse(given)`, `parse(schema, given)`. */
const GIVEN = new RegExp(String.raw`^[\p{ID_Continue}$.]*\(\s*${VALUE}\s*(?:[,)]|as\b)`, "u");
const GIVEN_BEHIND = new RegExp(
  String.raw`^[\p{ID_Continue}$.]*\(\s*(?!\s)[^,()]+,\s*${VALUE}\s*(?:[,)]|as\b)`,
  "u",
);

/** What a schema was given. */
export interface GivenToSchema {
  /** As the source names it. */
  readonly name: string;
  /** The value was read from this as JSON: `JSON.parse(event.body)`. */
  readonly isJson: boolean;
}

/** What the project's own file that called a schema gave to it, by its name in the source; undefined where it has none. */
export function givenToSchema(
  error: unknown,
  textOf: (file: string) => string | null,
): GivenToSchema | undefined {
  const [issue] = rawIssuesOf(error);
  if (issue === undefined) return undefined;
  const form = typeof issue["kind"] === "string" ? GIVEN_BEHIND : GIVEN;
  for (const { file, line, column } of framesOf(stackOf(error))) {
    const text = /[\\/]node_modules[\\/]/.test(file) ? null : textOf(file);
    if (text === null) continue;
    const lines = text.split("\n");
    const onwards = lines.slice(line - 1).join("\n");
    const given = form.exec(onlyCallIn(onwards) ?? onwards.slice(column - 1))?.groups;
    return given === undefined ? undefined : sourceOf(given, lines.slice(0, line).join("\n"));
  }
  return undefined;
}

/** From where the only schema of a text's first line is asked: what was compiled may have moved within its line. */
function onlyCallIn(text: string): string | undefined {
  const [line = ""] = text.split("\n", 1);
  const [only, ...others] = [...line.matchAll(/\b(?:safeP|p)arse(?<!\bJSON\s*\.\s*parse)(?:Async)?\s*\(/g)];
  return only === undefined || others.length > 0 ? undefined : text.slice(only.index);
}

type Value = Readonly<Record<string, string | undefined>>;

/** What a variable was last made of: `request.body` of `const input = request.body`; what is none is what it is. */
function sourceOf(given: Value, before: string): GivenToSchema {
  const { path = "" } = given;
  const made = new RegExp(
    String.raw`(?:const|let|var)\s+${inPattern(path)}\s*(?::[^=;\n]{1,200})?=\s*${VALUE}\s*(?:[;\n]|as\b)`,
    "gu",
  );
  const { text, path: value = "" } =
    (path === "" ? undefined : [...before.matchAll(made)].at(-1)?.groups) ?? given;
  const name = (text ?? value).replace(/[?!]\./g, ".").replace(/\([^()]*\)/g, "()");
  return { name, isJson: text !== undefined };
}

/** Longer texts and lists are not made up. */
const LENGTH_AT_MOST = 10_000;

/**
 * What the error of a schema (Zod's, of its versions 3 and 4, or Valibot's) says that the value should have been which it was given, as JSON.
 * It says of each level of a value only once that is there: so this is asked again, with what it said before.
 *
 * @param before The value that it was given, as JSON; undefined where that was made up otherwise.
 * @returns Undefined where the error is no schema's, or asks for what JSON has not.
 */
export function dataForSchema(error: unknown, before: string | undefined): string | undefined {
  const issues = issuesOf(error);
  if (issues.length === 0) return undefined;
  const value: unknown = before === undefined ? undefined : JSON.parse(before);
  const root = { value };
  let isChanged = false;
  for (const issue of issues) isChanged = mend(root, issue) || isChanged;
  return isChanged ? JSON.stringify(root.value) : undefined;
}

function issuesOf(error: unknown): Issue[] {
  return rawIssuesOf(error)
    .map(inZodsWords)
    .filter(({ path }) => Array.isArray(path));
}

function rawIssuesOf(error: unknown): Issue[] {
  const issues: unknown = isObject(error)
    ? Object.getOwnPropertyDescriptor(error, "issues")?.value
    : undefined;
  return listOf(issues).filter((one): one is Issue => isObject(one));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Puts right what one issue tells; whether that was something. */
function mend(root: { value: unknown }, issue: Issue): boolean {
  const [first] = [...listOf(issue["unionErrors"]).map(issuesOf), ...listOf(issue["errors"])];
  if (issue["code"] === "invalid_union" && first !== undefined) {
    // Of several that would do the first. Paths within are the whole ones in version 3, in version 4 what follows.
    const within = listOf(first).filter((one): one is Issue => isObject(one));
    const isWhole = issue["unionErrors"] !== undefined;
    const pathTo = isWhole ? [] : listOf(issue["path"]);
    return within
      .map((one) => mend(root, { ...one, path: [...pathTo, ...listOf(one["path"])] }))
      .includes(true);
  }
  let holder: object = root;
  let key = "value";
  for (const step of listOf(issue["path"])) {
    const next: unknown = Reflect.get(holder, key);
    if (!isObject(next)) return false;
    holder = next;
    key = String(step);
  }
  if (key === "__proto__") return false;
  const wanted = wantedBy(issue, Reflect.get(holder, key));
  return wanted !== undefined && Reflect.set(holder, key, wanted);
}

/** What a value has to be for an issue not to come up again; undefined where that cannot be told. */
function wantedBy(issue: Issue, now: unknown): unknown {
  const { code, expected } = issue;
  const [option] = [...listOf(issue["options"]), ...listOf(issue["values"])];
  if (option !== undefined) return option;
  if (code === "invalid_literal") return expected;
  // `'open' | 'done'` are the values themselves.
  if (code === "invalid_type")
    return OF_TYPE[String(expected)]?.() ?? /^'([^']*)'/.exec(String(expected))?.[1];
  if (code === "invalid_string" || code === "invalid_format")
    return formatted(issue["validation"] ?? issue["format"], issue, String(now));
  if (code === "not_multiple_of") return issue["multipleOf"] ?? issue["divisor"];
  const limit = code === "too_small" ? issue["minimum"] : code === "too_big" ? issue["maximum"] : undefined;
  return typeof limit === "number" ? withinLimit(limit, issue, now) : undefined;
}

function withinLimit(limit: number, { code, inclusive }: Issue, now: unknown): unknown {
  if (typeof now === "number") {
    if (inclusive !== false) return limit;
    return code === "too_small" ? limit + 1 : limit - 1;
  }
  if (limit > LENGTH_AT_MOST) return undefined;
  // As identifiers have it, letters and digits that are hexadecimal.
  if (typeof now === "string") return now.length > limit ? now.slice(0, limit) : "a".repeat(limit);
  if (!Array.isArray(now)) return undefined;
  return Array.from({ length: limit }, (_, index): unknown => now[index] ?? null);
}

/** A text of a format; one that begins, ends or has within what it has to, or that a pattern takes. */
function formatted(format: unknown, issue: Issue, now: string): string | undefined {
  const own = isObject(format) ? format : issue;
  const part = (...names: string[]): string => {
    const found = names.map((name): unknown => Reflect.get(own, name)).find((one) => typeof one === "string");
    return typeof found === "string" ? found : "";
  };
  const [start, end, within] = [part("startsWith", "prefix"), part("endsWith", "suffix"), part("includes")];
  if (start !== "" || end !== "" || within !== "") return `${start}${now}${within}${end}`;
  const known = typeof format === "string" ? FORMATS[format] : undefined;
  return known ?? takenBy(part("pattern"));
}

/** Texts that patterns of identifiers, numbers and names take. */
const USUAL = [
  "1",
  "a",
  "A",
  "a1",
  "a-b",
  "12345",
  "+12025550123",
  "a".repeat(24),
  "1.0.0",
  "2024-01-01",
  "AAA",
  "aa",
];

function takenBy(pattern: string): string | undefined {
  const [, source = "", flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(pattern) ?? [];
  if (source === "" || source.length > 200) return undefined;
  try {
    const expression = new RegExp(source, flags.replace(/[gy]/g, ""));
    return USUAL.find((one) => expression.test(one));
  } catch {
    return undefined;
  }
}
