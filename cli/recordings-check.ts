import { codeOfFile } from "../analysis/components/code-of.ts";
import type { RecordedFunction, Recording } from "../bench-worker/contract/recording.ts";
import type { CheckedCall } from "../bench-worker/host/recordings/check-recorded.ts";
import { recordedFunction } from "../bench-worker/host/recordings/find.ts";
import { presentCall } from "../bench-worker/host/recordings/stale.ts";
import { presentTexts } from "../bench-worker/host/recordings/text-functions.ts";
import { callsToTry, usualOfPaths, withCall } from "../bench-worker/host/recordings/with-recordings.ts";
import type { TargetSource } from "../bench-worker/protocol.ts";
import type { RecordingsCheckDocument } from "./recordings-document.ts";

/** What became of the kept calls of a recorded function. */
export interface CheckedFunction {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** That were played. */
  readonly calls: number;
  /** Of these, from 1 on, those of which the first that plays is what the function is measured by. */
  readonly tried: readonly number[];
  /** That were not, as the text of a function that ran in them has changed. */
  readonly stale: number;
  /** That tried real I/O, and were kept from it. */
  readonly refused: number;
  /** In the order of the calls; `call` counts those of the function that are kept, from 1 on, as `show` lists them. */
  readonly different: readonly { readonly call: number; readonly why: NonNullable<CheckedCall["why"]> }[];
}

/** Where recordings are checked. */
export interface Checking {
  /** All recordings of the project. */
  readonly all: readonly Recording[];
  /** The project's folder. */
  readonly root: string;
  /** The text of a file, relative to the project; null where there is none. */
  readonly read: (file: string) => string | null;
  /** The absolute path of such a file. */
  readonly absolute: (file: string) => string;
  /** Plays each target's recorded call; what it answers has their order. */
  readonly play: (targets: readonly TargetSource[]) => Promise<readonly CheckedCall[]>;
}

/** Plays the kept calls of recordings that are of the present text, and says which of them are not as they were recorded. */
export async function checkedFunctions(
  chosen: readonly Recording[],
  checking: Checking,
): Promise<CheckedFunction[]> {
  const known = chosen.flatMap((recording) => ownCalls(recording, checking));
  const played = await checking.play(known.flatMap(({ calls }) => calls.map(({ target }) => target)));
  let next = 0;
  return known.map(({ calls, ...own }) => {
    const results = calls.map(({ call }) => ({ call, ...played[next++] }));
    const different = results.flatMap(({ call, why }) => (why === undefined ? [] : [{ call, why }]));
    const refused = results.filter(({ isRefused }) => isRefused === true).length;
    return { ...own, calls: calls.length, refused, different };
  });
}

interface OwnCalls extends Pick<CheckedFunction, "file" | "name" | "line" | "stale" | "tried"> {
  readonly calls: readonly { readonly call: number; readonly target: TargetSource }[];
}

function ownCalls({ file, functions }: Recording, { all, root, read, absolute }: Checking): OwnCalls[] {
  const present = presentTexts(read);
  const text = present(file);
  const code = codeOfFile(file, read(file)?.replace(/^\uFEFF/, "") ?? "");
  const starts = new Map<RecordedFunction, number>();
  const recording = all.find((one) => one.file === file);
  if (recording !== undefined && text !== null) {
    for (const { start } of text.functions) {
      const found = recordedFunction(recording, text, start);
      if (found?.isChanged === false) starts.set(found.recorded, start);
    }
  }
  return functions.map((own) => {
    const inAll = own.paths.reduce((sum, { calls }) => sum + calls, 0);
    const kept = own.paths.flatMap((each, at) =>
      each.kept.map((call) => ({ call, path: at + 1, calls: each.calls })),
    );
    const functionStart = starts.get(own);
    const calls = kept.flatMap((one, index) => {
      const call = presentCall(one.call, present);
      if (call === null || code === undefined || functionStart === undefined) return [];
      const recorded = {
        call,
        root,
        path: one.path,
        paths: own.paths.length,
        share: one.calls / inAll,
        calls: one.calls,
        stale: false,
      };
      const target = {
        id: own.name,
        file: absolute(file),
        text: code.text,
        language: code.language,
        functionStart,
      };
      return [{ call: index + 1, recorded, target: withCall(target, recorded) }];
    });
    const paths = own.paths.map((_, at) =>
      calls.flatMap(({ recorded }) => (recorded.path === at + 1 ? [recorded] : [])),
    );
    const tried = callsToTry(usualOfPaths(paths), 1).flatMap(
      (one) => calls.find(({ recorded }) => recorded === one)?.call ?? [],
    );
    const stale = kept.length - calls.length;
    return { file, name: own.name, line: own.line, tried, stale, calls };
  });
}

/** What `check --json` prints. */
export function checkDocument(checked: readonly CheckedFunction[]): RecordingsCheckDocument {
  const calls = sumOf(checked, "calls");
  const different = checked.flatMap(({ file, name, line, different: own }) =>
    own.map(({ call, why }) => ({
      file,
      function: name,
      line,
      call,
      code: why.code ?? null,
      why: why.text,
      ...(why.difference === undefined ? {} : { difference: why.difference }),
    })),
  );
  const played = checked.filter(({ tried }) => tried.length > 0);
  const isSame = ({ tried, different: own }: CheckedFunction): boolean =>
    tried.some((one) => !own.some(({ call }) => call === one));
  return {
    ...{ calls, same: calls - different.length, stale: sumOf(checked, "stale") },
    ...{ functions: played.length, functionsSame: played.filter(isSame).length },
    ...{ refused: sumOf(checked, "refused"), different },
  };
}

/** What `check` prints: a line a function, with the reasons below, and one of all. */
export function checkLines(checked: readonly CheckedFunction[]): string[] {
  const { calls, same, stale, functions, functionsSame } = checkDocument(checked);
  return [
    ...checked.flatMap((one) => [
      `${one.file}:${one.line} ${one.name}: ${sameOf(one.calls - one.different.length, one.calls, one.stale)}`,
      ...one.different.map(({ call, why }) => `  call ${call}: ${why.text}`),
    ]),
    `All: ${sameOf(same, calls, stale)}; ${functionsSame} of ${functions} ${functions === 1 ? "function is" : "functions are"} measured by a recorded call`,
  ];
}

function sameOf(same: number, calls: number, stale: number): string {
  const said = [`${same} of ${calls} ${calls === 1 ? "call" : "calls"} as recorded`];
  if (calls === 0) said.shift();
  if (stale > 0) said.push(`${stale} stale, not played`);
  return said.length === 0 ? "no call is kept whole" : said.join("; ");
}

function sumOf(checked: readonly CheckedFunction[], what: "calls" | "stale" | "refused"): number {
  return checked.reduce((sum, one) => sum + one[what], 0);
}
