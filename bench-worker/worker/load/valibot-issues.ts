import { isObject } from "../io/is-object.ts";

/** What a schema found wrong with a value. */
export type Issue = Readonly<Record<string, unknown>>;

/** Formats by the names that Zod has for them. */
const FORMATS: Readonly<Record<string, string>> = {
  iso_date: "date",
  iso_date_time: "datetime",
  iso_time: "time",
  iso_timestamp: "datetime",
};

/** Types of schemas of which an issue tells that the value is not one of those that there are. */
const OF_VALUES = /^(?:enum|literal|picklist|variant)$/;

/** An issue of Valibot's in the words of Zod's; any other as it is. */
export function inZodsWords(issue: Issue): Issue {
  const { kind, type, requirement } = issue;
  if (typeof kind !== "string" || typeof type !== "string") return issue;
  const path = stepsOf(issue["path"]);
  if (kind === "schema") return { ...schemaIssue(issue, type), path };
  switch (type) {
    case "min_length":
    case "min_value":
    case "length":
      return { code: "too_small", minimum: requirement, path };
    case "non_empty":
      return { code: "too_small", minimum: 1, path };
    case "max_length":
    case "max_value":
      return { code: "too_big", maximum: requirement, path };
    case "integer":
      return { code: "invalid_type", expected: "int", path };
    case "starts_with":
      return { code: "invalid_format", prefix: requirement, path };
    case "ends_with":
      return { code: "invalid_format", suffix: requirement, path };
    case "includes":
      return { code: "invalid_format", includes: requirement, path };
    case "regex":
      return { code: "invalid_format", pattern: String(requirement), path };
  }
  return { code: "invalid_format", format: FORMATS[type] ?? type, path };
}

/** What a schema wants in place of a value of another type. */
function schemaIssue(issue: Issue, type: string): Issue {
  const { received, issues } = issue;
  const expected = String(issue["expected"]);
  if (type === "union") {
    const first: unknown = Array.isArray(issues) ? issues[0] : undefined;
    return isObject(first) ? schemaIssue(first as Issue, String(Reflect.get(first, "type"))) : {};
  }
  if (OF_VALUES.test(type)) {
    const [, text, number] = /"([^"]*)"|(-?\d+(?:\.\d+)?)/.exec(expected) ?? [];
    return { code: "invalid_value", values: [text ?? (number === undefined ? true : Number(number))] };
  }
  // A member that is not there has its name in quotes for what was expected; of what type it is comes next.
  const isMissing = received === "undefined" && expected.startsWith('"');
  return { code: "invalid_type", expected: isMissing ? "string" : type.replace(/^(?:strict|loose)_/, "") };
}

function stepsOf(path: unknown): unknown[] {
  return Array.isArray(path)
    ? path.map((step: unknown): unknown => (isObject(step) ? Reflect.get(step, "key") : step))
    : [];
}
