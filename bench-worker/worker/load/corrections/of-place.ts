import { inPattern } from "../../../../analysis/source/in-pattern.ts";
import { framesOf, stackOf } from "../../io/call-site.ts";
import { lastName } from "../../io/last-name.ts";

/**
 * The operation whose promise was taken for something else: `begin` of `db.begin(...).save is not a function`, and of
 * `row.save is not a function` where `row = db.begin()` stands before.
 */
export function noPromise(
  error: unknown,
  message: string,
  textOf: (file: string) => string | null,
): string | undefined {
  const direct =
    /(?<![\p{ID_Continue}$])([\p{ID_Continue}$]+)\(\.{3}\)\.[\p{ID_Continue}$]+ is not a function$/u.exec(
      message,
    )?.[1];
  if (direct !== undefined) return direct;
  const [frame] = framesOf(stackOf(error));
  const line = frame === undefined ? undefined : textOf(frame.file)?.split("\n")[frame.line - 1];
  const iterated =
    /^TypeError: ([\p{ID_Continue}$.]+) is not a function or its return value is not (?:async )?iterable$/u.exec(
      message,
    )?.[1] ??
    (/ is not (?:async )?iterable$/.test(message)
      ? /(?:\byield\s*\*|\bof)\s*(?:[\p{ID_Continue}$]+\s*\??\.\s*)*([\p{ID_Continue}$]+)\(/u.exec(
          line ?? "",
        )?.[1]
      : undefined);
  if (iterated !== undefined) return lastName(iterated);
  const holder =
    /^TypeError: ([\p{ID_Start}$_][\p{ID_Continue}$]*)(?:\.[\p{ID_Continue}$]+)? is not (?:a function|(?:async )?iterable)$/u.exec(
      message,
    )?.[1];
  if (holder === undefined || frame === undefined) return undefined;
  const lines = textOf(frame.file)?.split("\n").slice(0, frame.line) ?? [];
  const failing = lines.pop()?.slice(0, frame.column - 1);
  const before = [...lines, failing ?? ""].join("\n");
  return givenBy(holder, before);
}

/** The operation whose answer a variable was given last: `begin` of `row = db.pool().begin(1)`. */
function givenBy(variable: string, before: string): string | undefined {
  const given = new RegExp(
    String.raw`(?<![\p{ID_Continue}$.])${inPattern(variable)}\s*=(?![=>])(?!\s*(?:await|yield|new)\b)`,
    "gu",
  );
  for (const { index, 0: found } of [...before.matchAll(given)].reverse()) {
    const called = lastCallOf(before.slice(index + found.length));
    if (called !== undefined) return called;
  }
  return undefined;
}

/** Characters of an expression that are read. */
const EXPRESSION_AT_MOST = 2_000;
const LINK = /\s*(?:\??\.|!)?\s*([\p{ID_Continue}$#]+)?\s*(\()?/uy;

/** The last call of the chain that a text begins with: `where` of `db.from(orders).where(eq(id, 1)); …`. */
function lastCallOf(text: string): string | undefined {
  let called: string | undefined;
  let at = 0;
  while (at < Math.min(text.length, EXPRESSION_AT_MOST)) {
    LINK.lastIndex = at;
    const [link = "", name, open] = LINK.exec(text) ?? [];
    // What follows on a line of its own without a dot is another statement.
    if (link.trim() === "" || (called !== undefined && !/^\s*[.?!(]/.test(link))) return called;
    at += link.length;
    if (open === undefined) continue;
    if (name !== undefined) called = name;
    for (let depth = 1; depth > 0 && at < text.length; at++) {
      if ("([{".includes(text[at]!)) depth++;
      else if (")]}".includes(text[at]!)) depth--;
    }
  }
  return called;
}
