import { lex } from "../../analysis/lexer/lex.ts";
import { exportedObject, type ObjectEntry } from "../../analysis/object-text/object-text.ts";
import { TextHash } from "../../analysis/source/text-hash.ts";
import type { TargetResult } from "../target-result.ts";
import { entriesFor, entryParts } from "./entry-name.ts";
import { EVERY_FUNCTION } from "./name.ts";

/**
 * 64 bits over what a fakes file gives to a function, as 16 hexadecimal digits: its entry, the one for every function,
 * and what stands outside of all entries, as what they may use. White space and comments do not count.
 *
 * @param own What its own entry is called: see {@link entriesFor}.
 */
export function entryHash(text: string, own: string): string {
  const exported = exportedObject(text);
  const given = entriesFor(own).find((name) => exported?.entries.some(({ key }) => key === name));
  const pieces =
    exported === null
      ? [text]
      : [
          text.slice(0, exported.range.start),
          text.slice(exported.range.end),
          ...exported.entries
            .filter(({ key }) => key === EVERY_FUNCTION || key === given)
            .map(({ key, value }) => `${JSON.stringify(key)}:${text.slice(value.start, value.end)}`),
        ];
  const hash = new TextHash();
  for (const piece of pieces) {
    const tokens = lex(piece, "js");
    for (let token = 0; token < tokens.count; token++) hash.addToken(tokens, token);
  }
  return hash.digest();
}

/**
 * Whether the fakes file of a function gives it something else than when it was measured.
 *
 * @param present The file's text; null where there is none.
 */
export function haveFakesChanged(
  { target, fakesFile }: Pick<TargetResult, "target" | "fakesFile">,
  present: string | null,
): boolean {
  if (present === null) return fakesFile !== undefined;
  if (fakesFile === undefined) {
    return exportedObject(present)?.entries.some((entry) => mayBeFor(entry, target.name)) ?? false;
  }
  // Earlier versions did not keep it.
  return (
    fakesFile.textHash !== undefined &&
    fakesFile.textHash !== entryHash(present, fakesFile.entry ?? target.name)
  );
}

function mayBeFor({ key }: ObjectEntry, name: string): boolean {
  return key === EVERY_FUNCTION || entryParts(key).name === name;
}
