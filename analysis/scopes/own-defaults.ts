import { textAt, type FileView } from "../patterns/file-view.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { objectAt, partsOf } from "./defaults.ts";

const EQUAL: ReadonlySet<string> = new Set(["===", "=="]);
const UNEQUAL: ReadonlySet<string> = new Set(["!==", "!="]);

/**
 * Which of some parameters the function that starts at `start` gives a value of its own where nobody else does: by `x ??= 1`,
 * `x = x || []`, `if (x === undefined) x = 1`, `x = x === undefined ? 1 : x`, `const { a } = x || {}` or `Object.assign({}, DEFAULTS, x)`.
 */
export function parametersWithDefault(
  view: FileView,
  start: number,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const target = view.functions.find((found) => view.tokens.starts[found.start] === start);
  const found = new Set<string>();
  if (target === undefined) return found;
  for (let at = target.parameters.end; at < target.end; at++) {
    const name = withDefaultAt(view, at);
    if (name !== undefined && names.has(name)) found.add(name);
  }
  return found;
}

/** The variable that gets its default at a token; undefined where none does. */
function withDefaultAt(view: FileView, at: number): string | undefined {
  const before = textAt(view, at - 1);
  const assigned = textAt(view, at - 2) === "." ? "" : before;
  switch (textAt(view, at)) {
    case "??=":
    case "||=":
      return assigned === "" ? undefined : assigned;
    case "if": {
      const asked = askedAt(view, at + 2);
      if (asked?.isThere !== false || textAt(view, asked.end) !== ")") return undefined;
      const body = textAt(view, asked.end + 1) === "{" ? asked.end + 2 : asked.end + 1;
      const isSet = textAt(view, body) === asked.name && textAt(view, body + 1) === "=";
      return isSet ? asked.name : undefined;
    }
    case "=":
      return defaultedIn(view, at + 1, assigned);
  }
  return undefined;
}

/** The variable in whose place an expression has another value where it is nothing. */
function defaultedIn(view: FileView, at: number, assigned: string): string | undefined {
  const merged = mergedIn(view, at);
  if (merged !== undefined) return merged;
  const asked = askedAt(view, at);
  if (asked === undefined) return undefined;
  const { name, isThere, end } = asked;
  const value = end + 1;
  const operator = textAt(view, end);
  if (operator === "||" || operator === "??")
    return end === at + 1 && (name === assigned || isLiteral(view, value)) ? name : undefined;
  if (operator !== "?") return undefined;
  if (!isThere) return name === assigned ? name : undefined;
  const isOther = textAt(view, value) === name && textAt(view, value + 1) === ":";
  return isOther ? name : undefined;
}

/** Whether a value begins that its text tells. */
function isLiteral(view: FileView, at: number): boolean {
  const kind = view.tokens.kinds[at];
  return (
    kind === TokenKind.Number || kind === TokenKind.String || /^(?:[{[]|true|false)$/.test(textAt(view, at))
  );
}

/** What a condition asks of a variable, and the token behind it. */
interface Asked {
  readonly name: string;
  readonly isThere: boolean;
  readonly end: number;
}

/** `x`, `!x`, `x === undefined`, `typeof x !== "undefined"` */
function askedAt(view: FileView, at: number): Asked | undefined {
  const first = textAt(view, at);
  if (first === "!")
    return named(view, at + 1) && { name: textAt(view, at + 1), isThere: false, end: at + 2 };
  const isOfType = first === "typeof";
  const of = isOfType ? at + 1 : at;
  if (!named(view, of)) return undefined;
  const name = textAt(view, of);
  const [operator, nothing] = [textAt(view, of + 1), textAt(view, of + 2)];
  const isNothing = isOfType
    ? /^["']undefined["']$/.test(nothing)
    : nothing === "undefined" || (nothing === "null" && operator.length === 2);
  const isEqual = EQUAL.has(operator);
  if (isNothing && (isEqual || UNEQUAL.has(operator))) return { name, isThere: !isEqual, end: of + 3 };
  return isOfType ? undefined : { name, isThere: true, end: of + 1 };
}

function named({ tokens }: FileView, at: number): true | undefined {
  return tokens.kinds[at] === TokenKind.Identifier || undefined;
}

/** What comes last in `Object.assign({}, DEFAULTS, x)` or `{ ...DEFAULTS, ...x }`, where the file says what those are. */
function mergedIn(view: FileView, at: number): string | undefined {
  const isObject = textAt(view, at) === "{";
  const isAssign = textAt(view, at) === "Object" && textAt(view, at + 2) === "assign";
  if (!isObject && !isAssign) return undefined;
  const open = isObject ? at : at + 3;
  const close = view.tokens.match[open]!;
  const parts = partsOf(view, open, close).map((part) => (textAt(view, part) === "..." ? part + 1 : part));
  const [defaults, last] = parts.slice(-2);
  const isPlain = defaults !== undefined && last !== undefined && last + 1 === close;
  const isSpread =
    isAssign || (isPlain && textAt(view, last - 1) === "..." && textAt(view, defaults - 1) === "...");
  return isPlain && isSpread && hasMembers(view, objectAt(view, defaults)) ? textAt(view, last) : undefined;
}

function hasMembers(view: FileView, open: number | undefined): boolean {
  return open !== undefined && view.tokens.match[open] !== open + 1;
}
