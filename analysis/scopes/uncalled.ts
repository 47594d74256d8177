import { BracketRole } from "../lexer/tokens.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/** What stands before a name that is taken for a function. */
const TAKES_FUNCTION = /^(?:new|extends|instanceof|@)$/;

/**
 * Which of some names the function that starts at `start` never calls, or only once it has asked whether it can: for its own
 * text they need not be functions.
 */
export function uncalledIn(view: FileView, start: number, names: readonly string[]): ReadonlySet<string> {
  const target = view.functions.find((found) => view.tokens.starts[found.start] === start);
  const uncalled = new Set(target === undefined ? [] : names);
  if (target === undefined) return uncalled;
  const asked = new Set<string>();
  for (let at = target.start; at < target.end; at++) {
    const name = textAt(view, at);
    if (!uncalled.has(name) || textAt(view, at - 1) === ".") continue;
    if (isAsked(view, at)) asked.add(name);
    else if (isCalled(view, at) && !asked.has(name)) uncalled.delete(name);
  }
  return uncalled;
}

/**
 * The same of members of some of its parameters, `options.data`, and of what its parameters take apart, which goes by `options`:
 * those that the function reads, of which the file calls none of that name.
 *
 * @param names Of parameters.
 */
export function uncalledMembers(
  view: FileView,
  start: number,
  names: readonly string[],
): ReadonlySet<string> {
  const target = view.functions.find((found) => view.tokens.starts[found.start] === start);
  const members = new Map<string, string>();
  if (target === undefined) return new Set();
  for (let at = target.start; at < target.end; at++) {
    const [before, next, member] = [textAt(view, at - 1), textAt(view, at + 1), textAt(view, at + 2)];
    const isTaken = at < target.parameters.end && at > target.parameters.start && /^[{,]$/.test(before);
    if (isTaken && NAME.test(textAt(view, at)) && isPattern(view, at))
      members.set(`options.${textAt(view, at)}`, textAt(view, at));
    else if (names.includes(textAt(view, at)) && before !== "." && next === "." && NAME.test(member))
      members.set(`${textAt(view, at)}.${member}`, member);
  }
  const called = calledIn(view);
  return new Set([...members].filter(([, name]) => !called.has(name)).map(([path]) => path));
}

/** The last names of all that a file calls. */
export function calledIn(view: FileView): Set<string> {
  const called = new Set<string>();
  for (let at = 0; at < view.tokens.count; at++) if (isCalled(view, at)) called.add(textAt(view, at));
  return called;
}

/** Methods by which a list is gone through. */
const GOES_THROUGH: ReadonlySet<string> = new Set([
  "map",
  "forEach",
  "filter",
  "flatMap",
  "reduce",
  "some",
  "every",
]);

/** Whether the function that starts at `start` goes through a list of that name: `for (const id of ids)`, `ids.map(…)`. */
export function goesThrough(view: FileView, start: number, name: string): boolean {
  const target = view.functions.find((found) => view.tokens.starts[found.start] === start);
  if (target === undefined) return false;
  for (let at = target.parameters.end; at < target.end; at++) {
    if (textAt(view, at) !== name) continue;
    const [before, next] = [textAt(view, at - 1), textAt(view, at + 1)];
    if (before === "of" && next === ")") return true;
    if (before !== "." && next === "." && GOES_THROUGH.has(textAt(view, at + 2))) return true;
  }
  return false;
}

/** Whether a token is a plain name that an object pattern takes: `data` of `{ data, file = "a" }`. */
function isPattern(view: FileView, at: number): boolean {
  const { match, roles } = view.tokens;
  for (let open = at - 1; open >= 0; open--) {
    const partner = match[open]!;
    if (partner >= at) return roles[open] === BracketRole.Object && /^[,}=]$/.test(textAt(view, at + 1));
    if (partner >= 0) open = partner;
  }
  return false;
}

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** `typeof name === "function"` */
function isAsked(view: FileView, at: number): boolean {
  return textAt(view, at - 1) === "typeof" && /^["']function["']$/.test(textAt(view, at + 2));
}

/** The token behind type arguments that may begin at one: `(` of `get<Item>(id)`. */
function behindTypes({ tokens: { roles, match } }: FileView, at: number): number {
  return roles[at] === BracketRole.TypeList ? match[at]! + 1 : at;
}

function isCalled(view: FileView, at: number): boolean {
  if (TAKES_FUNCTION.test(textAt(view, at - 1))) return true;
  const behind = behindTypes(view, at + 1);
  const next = textAt(view, behind);
  if (next === "(" || next.startsWith("`")) return true;
  const member = textAt(view, behind + 1);
  return next === "?." ? member === "(" : next === "." && /^(?:call|apply|bind)$/.test(member);
}
