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

/** `typeof name === "function"` */
function isAsked(view: FileView, at: number): boolean {
  return textAt(view, at - 1) === "typeof" && /^["']function["']$/.test(textAt(view, at + 2));
}

function isCalled(view: FileView, at: number): boolean {
  if (TAKES_FUNCTION.test(textAt(view, at - 1))) return true;
  const next = textAt(view, at + 1);
  if (next === "(" || next.startsWith("`")) return true;
  const member = textAt(view, at + 2);
  return next === "?." ? member === "(" : next === "." && /^(?:call|apply|bind)$/.test(member);
}
