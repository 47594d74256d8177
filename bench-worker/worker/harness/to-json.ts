const { keys } = Object;
const { isArray } = Array;
const { stringify } = JSON;
const { isFinite } = Number;

/**
 * Plain data as JSON, of which nothing that the user's code may have put onto built-in prototypes hears: no `toJSON`,
 * no setter, no patched method. What JSON has no word for is left out of objects and is null elsewhere.
 *
 * @throws {RangeError} where the data contains itself.
 */
export function toJson(data: unknown): string {
  switch (typeof data) {
    case "string":
      return stringify(data);
    case "number":
      return isFinite(data) ? `${data}` : "null";
    case "boolean":
      return data ? "true" : "false";
    case "object":
      if (data === null) return "null";
      return isArray(data) ? listToJson(data) : objectToJson(data as Record<string, unknown>);
    default:
      return "null";
  }
}

function listToJson(list: readonly unknown[]): string {
  let text = "[";
  for (let i = 0; i < list.length; i++) text += (i === 0 ? "" : ",") + toJson(list[i]);
  return `${text}]`;
}

function objectToJson(object: Readonly<Record<string, unknown>>): string {
  const names = keys(object);
  let text = "{";
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    const value = object[name];
    if (value === undefined || typeof value === "function" || typeof value === "symbol") continue;
    text += `${text === "{" ? "" : ","}${stringify(name)}:${toJson(value)}`;
  }
  return `${text}}`;
}
