/**
 * What a client answers where what it is asked for again and again has come to its end: lists without items, 0 where a number tells
 * how many there are or were changed, and nothing in place of the one thing, or the text, that was asked for.
 *
 * @param answer What it answers otherwise.
 * @param item What is made up for a row, a document or a body in it.
 */
export function withNothingMore(answer: unknown, item: unknown): unknown {
  if (answer === item) return null;
  if (Array.isArray(answer)) {
    // A list of rows, or an answer with several parts, of which one is such a list: `[rows, fields]`.
    const isInParts = answer.some((part) => Array.isArray(part));
    const parts = isInParts ? answer.map((part: unknown) => partOf(part, true, item)) : [];
    const named = Object.entries(answer).filter(([name]) => !/^\d+$/.test(name));
    return Object.assign(parts, membersOf(named, true, item));
  }
  if (typeof answer === "number") return 0;
  if (typeof answer === "string") return isDone(answer) ? answer : null;
  if (typeof answer !== "object" || answer === null) return answer;
  if (Object.getPrototypeOf(answer) !== Object.prototype) return answer;
  const members = Object.entries(answer);
  return membersOf(
    members,
    members.some(([, value]) => Array.isArray(value)),
    item,
  );
}

/** @param hasLists Whether there are lists beside them, of which their numbers tell, whatever these are called. */
function membersOf(
  members: readonly (readonly [string, unknown])[],
  hasLists: boolean,
  item: unknown,
): Record<string, unknown> {
  const isCount = (name: string): boolean => hasLists || /count$/i.test(name);
  return Object.fromEntries(members.map(([name, value]) => [name, partOf(value, isCount(name), item)]));
}

/** Whether a text tells only that something was done. */
function isDone(text: string): boolean {
  return text === "OK";
}

function partOf(value: unknown, isCount: boolean, item: unknown): unknown {
  // A body may be a list itself.
  if (value === item) return [];
  if (Array.isArray(value)) return withNothingMore(value, item);
  return isCount && typeof value === "number" ? 0 : value;
}
