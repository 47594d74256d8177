/**
 * What a client answers where what it is asked for again and again has come to its end: lists without items, 0 where a number tells
 * how many there are, and nothing in place of the one thing that was asked for.
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
  if (typeof answer !== "object" || answer === null) return answer;
  if (Object.getPrototypeOf(answer) !== Object.prototype) return answer;
  const members = Object.entries(answer);
  return membersOf(
    members,
    members.some(([, value]) => Array.isArray(value)),
    item,
  );
}

/** @param hasLists Whether there are lists beside them, of which their numbers tell. */
function membersOf(
  members: readonly (readonly [string, unknown])[],
  hasLists: boolean,
  item: unknown,
): Record<string, unknown> {
  return Object.fromEntries(members.map(([name, value]) => [name, partOf(value, hasLists, item)]));
}

function partOf(value: unknown, hasLists: boolean, item: unknown): unknown {
  // A body may be a list itself.
  if (value === item) return [];
  if (Array.isArray(value)) return withNothingMore(value, item);
  return hasLists && typeof value === "number" ? 0 : value;
}
