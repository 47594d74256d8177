import { tokenText } from "../../../analysis/functions/scan.ts";
import { findFunctions } from "../../../analysis/functions/find.ts";
import type { TokenList } from "../../../analysis/lexer/tokens.ts";
import { viewOf } from "../../../analysis/patterns/file-view.ts";
import { baseBefore } from "../../../analysis/steering/member-base.ts";
import type { Insertion } from "../../insertions.ts";
import { isObject } from "../io/is-object.ts";

/** What a schema gives that it refuses a value with, in place of throwing it: `schema.safeParse(value)`. */
const REFUSES = /^safeParse(?:Async)?$/;

/** Whether a text may be given a refusal as a result. */
export function mayBeRefused(text: string): boolean {
  return /\.\s*safeParse(?:Async)?\s*\(/.test(text);
}

/** What has the results of such calls go through a function. */
export function aroundRefusals(tokens: TokenList, through: string): Insertion[] {
  const insertions: Insertion[] = [];
  const view = viewOf(findFunctions(tokens, "js"));
  for (let at = 2; at < tokens.count; at++) {
    if (!REFUSES.test(tokenText(tokens, at)) || tokenText(tokens, at + 1) !== "(") continue;
    if (tokenText(tokens, at - 1) !== ".") continue;
    const base = baseBefore(view, at - 1);
    const close = tokens.match[at + 1]!;
    if (base === undefined || close < 0) continue;
    insertions.push(
      { at: tokens.starts[base]!, text: `${through}(` },
      { at: tokens.ends[close]!, text: ")" },
    );
  }
  return insertions;
}

/** The error that a result stands for which refuses; undefined where it is none. `asked` stands where it was asked for. */
export function refusalIn(result: unknown, asked: Error): Error | undefined {
  const member = (of: unknown, name: string): unknown => (isObject(of) ? Reflect.get(of, name) : undefined);
  if (member(result, "success") !== false) return undefined;
  const issues = member(result, "issues") ?? member(member(result, "error"), "issues");
  return Array.isArray(issues) ? Object.assign(asked, { issues }) : undefined;
}
