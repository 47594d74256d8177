import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { findFunctions } from "../../../analysis/functions/find.ts";
import { lex } from "../../../analysis/lexer/lex.ts";
import { copyTokens } from "../../../analysis/lexer/tokens.ts";
import { viewOf } from "../../../analysis/patterns/file-view.ts";
import { emptyByDefault, linesWithDefault } from "../../../analysis/scopes/defaults.ts";
import { emptyByStatement } from "../../../analysis/scopes/own-defaults.ts";
import { ownFrameHere } from "../io/own-frames.ts";

/** What the text of a file says of defaults. */
interface Defaults {
  readonly lines: ReturnType<typeof linesWithDefault>;
  readonly empty: ReadonlySet<string>;
}

/** By the text: every attempt loads it anew. */
const known = new Map<string, Defaults>();

/** Reads that are looked at for where they stand, as that takes a stack. */
const LOOKS_AT_MOST = 1_000;

/**
 * Whether the read of a member that goes on stands where a file of the project has a default for it, whatever it calls what it is
 * read of: `limit` where it is called with `{ limit = 10 } = {}`. Whoever passes none gets the default.
 *
 * @param projectTexts By their paths.
 */
export function takesDefault(projectTexts: ReadonlyMap<string, string>): (member: string) => boolean {
  let looks = 0;
  return (member) => {
    if (looks++ >= LOOKS_AT_MOST) return false;
    const frame = ownFrameHere();
    const text = frame === undefined ? undefined : projectTexts.get(frame.file);
    if (frame === undefined || text === undefined) return false;
    const places = defaultsIn(frame.file, text).lines.get(member) ?? [];
    return places.some(([first, last]) => first <= frame.line && frame.line <= last);
  };
}

/** What is an empty list in the project unless somebody gives another, by its last name. */
export function emptyInProject(projectTexts: ReadonlyMap<string, string>): Set<string> {
  return new Set([...projectTexts].flatMap(([file, text]) => [...defaultsIn(file, text).empty]));
}

function defaultsIn(file: string, text: string): Defaults {
  const found = known.get(text);
  if (found !== undefined) return found;
  const { language } = codeOfFile(file, text) ?? { language: "js" as const };
  const view = viewOf(findFunctions(copyTokens(lex(text, language)), language));
  const defaults = {
    lines: linesWithDefault(view, text),
    empty: new Set([...emptyByDefault(view), ...emptyByStatement(view)]),
  };
  known.set(text, defaults);
  return defaults;
}
