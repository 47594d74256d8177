import { lastName } from "./last-name.ts";
import { inPattern } from "../../../analysis/source/in-pattern.ts";

/** Lines before that of a call on which what it is a method of may stand. */
const LINES_BEFORE = 4;

/** A name that the source cannot have in this form: what a call gave, an instance, an element, a client's answer. */
const IS_MADE_UP = /\(|\[|^new |\.item(?:\.|$)/;

/** Whether a fake's name is not one that stands in a source: `new pg.Pool().connect.item.query`. */
export function isMadeUpName(expression: string): boolean {
  return IS_MADE_UP.test(withoutEvent(expression));
}

/**
 * How a text calls the operation that a fake goes by: `client.query` where its line 3 has `await client.query(…)` and the
 * fake's name ends in `query`. Undefined where no plain path of names stands there, or several different ones.
 *
 * @param line Counted from 1.
 * @param expression The fake's name, with the event that is listened to in parentheses where there is one.
 * @param isRead It is a member that is read, `client.ready`, rather than called.
 */
export function nameInSource(
  text: string,
  line: number,
  expression: string,
  isRead = false,
): string | undefined {
  const operation = withoutEvent(expression);
  const event = expression.slice(operation.length);
  const last = lastName(operation);
  if (!/^[\p{ID_Continue}$#]+$/u.test(last)) return undefined;
  const lines = text.split("\n", line);
  const before = lines.slice(-LINES_BEFORE - 1, -1).join("\n").length;
  const window = lines.slice(-LINES_BEFORE - 1).join("\n");
  const found = new Set<string>();
  const name = inPattern(last);
  const path = String.raw`(?:[\p{ID_Continue}$#]+\s*(?:!\s*)?\??\.\s*)`;
  const behind = isRead
    ? String.raw`(?!\s*(?:\?\.\s*)?[(\x60]|[\p{ID_Continue}$#])`
    : String.raw`\s*(?:\?\.\s*)?(?:<[^()\n]*>\s*)?[(\x60]`;
  const callee = new RegExp(
    String.raw`(?<![\p{ID_Continue}$#.)\]])(${path}${isRead ? "+" : "*"})(${name})${behind}`,
    "gu",
  );
  for (const match of window.matchAll(callee)) {
    const [whole, holder = ""] = match;
    const at = match.index + whole.length - 1;
    if (at < before) continue;
    found.add(holder.replaceAll(/[\s!?]/g, "") + last);
  }
  const [only] = found;
  return found.size === 1 ? `${only!}${event}` : undefined;
}

function withoutEvent(expression: string): string {
  return expression.replace(/\([^()]+\)$/, "");
}
