const WIDTH = 120;

/**
 * JSON of one stable form: what fits on a line stands on one, so that a small change of the data is a small change of the
 * text, and a recording can be read.
 */
export function formatJson(data: unknown): string {
  return `${format(data, "")}\n`;
}

function format(value: unknown, indent: string): string {
  const line = onOneLine(value, WIDTH - indent.length);
  if (line !== null) return line;
  const inner = `${indent} `;
  const lines = Array.isArray(value)
    ? value.map((one: unknown) => inner + format(one ?? null, inner))
    : entriesOf(value).map(([key, one]) => {
        const name = `${inner}${JSON.stringify(key)}: `;
        return name + format(one, inner);
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** Null where it takes more than some characters; so much of it is looked at, and no more. */
function onOneLine(value: unknown, most: number): string | null {
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const isList = Array.isArray(value);
  let text = isList ? "[" : "{ ";
  let isFirst = true;
  for (const [key, one] of isList ? value.map((item: unknown) => ["", item] as const) : entriesOf(value)) {
    if (!isFirst) text += ", ";
    isFirst = false;
    if (!isList) text += `${JSON.stringify(key)}: `;
    if (text.length > most) return null;
    const inner = onOneLine(one, most - text.length);
    if (inner === null) return null;
    text += inner;
    if (text.length > most) return null;
  }
  if (isFirst) return isList ? "[]" : "{}";
  return text + (isList ? "]" : " }");
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(value as object).filter(([, one]) => one !== undefined);
}
