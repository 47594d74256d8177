import { readFileSync } from "node:fs";
import path from "node:path";
import { codeOfFile } from "../../analysis/components/code-of.ts";
import type { AsyncFunction, IoCall } from "../../analysis/model.ts";
import { ENDS_LEFT, leftOutSentence } from "../part-measured.ts";
import { firstFrameIn, sayThrown, stackOf } from "./io/call-site.ts";
import type { CaughtError } from "./load/catch-watch.ts";
import type { Analyze } from "./load/load-services.ts";
import { namedCalls } from "./missed-calls.ts";

/** The asynchronous functions of a file; undefined where it cannot be read. */
export type FunctionsOf = (file: string) => readonly AsyncFunction[] | undefined;

/** {@link FunctionsOf} of files as they are on disk. */
export function functionsOfFiles(analyze: Analyze): FunctionsOf {
  return (file) => {
    try {
      const text = readFileSync(file, "utf8");
      const code = codeOfFile(file, text) ?? { text, language: "js" };
      return analyze(code.text, code.language).functions;
    } catch {
      return undefined;
    }
  };
}

/**
 * What the user is told of I/O calls that files of the project other than the target's did not come to, as they caught an error
 * before: one sentence for each place that did.
 */
export function caughtElsewhere(caught: readonly CaughtError[], functionsOf: FunctionsOf): readonly string[] {
  const sentences = caught.flatMap((one) => {
    const skipped = skippedBy(one, functionsOf);
    if (skipped.length === 0) return [];
    const thrown = one.error === undefined ? "" : ` (${sayThrown(one.error).replace(/\.$/, "")})`;
    const before = `${path.basename(one.file)} caught an error at line ${one.line}${thrown}, so of`;
    return [leftOutSentence(before, namedCalls(skipped), skipped.length, ENDS_LEFT)];
  });
  return [...new Set(sentences)];
}

/** The I/O calls between where an error was thrown and where the same function caught it. */
export function skippedBy({ error, line, file }: CaughtError, functionsOf: FunctionsOf): readonly IoCall[] {
  const thrownAt = firstFrameIn(stackOf(error), file)?.line;
  if (thrownAt === undefined) return [];
  const within = (functionsOf(file) ?? []).filter(
    ({ position, endLine }) =>
      position.line <= thrownAt && thrownAt <= endLine && position.line <= line && line <= endLine,
  );
  const innermost = within.toSorted((a, b) => b.position.line - a.position.line)[0];
  return (innermost?.ioCalls ?? []).filter(
    ({ position }) => position.line > thrownAt && position.line < line,
  );
}
