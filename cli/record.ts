import path from "node:path";
import { cacheFolder } from "../bench-worker/host/cache.ts";
import { busiest, type PlacedFunction } from "../bench-worker/host/recordings/busiest.ts";
import { WHETHER_COMMITTED } from "../bench-worker/host/recordings/commit-or-ignore.ts";
import { recordRun, type RecordServices } from "../bench-worker/host/recordings/record-run.ts";
import { asTyped, ignoredInWords, recordedInWords } from "../bench-worker/host/recordings/record-words.ts";
import { runOnTerminal } from "./run-command.ts";
import { EXIT, UsageError, type Terminal } from "./terminal.ts";
import { printable } from "./text.ts";

/** The options of `async-cost record` as they were typed. */
export interface RecordOptions {
  readonly out?: string;
  readonly only?: readonly string[];
  readonly calls?: string;
  readonly shapesOnly?: boolean;
}

/** What recording stands on, but for whom to ask. */
export type RecordCommandServices = Omit<RecordServices, "askWhetherCommitted">;

const hostRecordServices = (): RecordCommandServices => ({
  environment: process.env,
  cache: cacheFolder(),
  run: runOnTerminal,
  now: () => new Date(),
});

/**
 * `async-cost record`: runs a command with the recorder in it, and makes recordings of what that saw.
 *
 * @param recorderFile The recorder's bundle.
 * @returns The exit code of the command; 2 where it could not be started, or nothing of the project was loaded.
 * @throws {UsageError} when the call is wrong.
 */
export async function recordCommand(
  words: readonly string[],
  options: RecordOptions,
  terminal: Terminal,
  recorderFile: string,
  services: RecordCommandServices = hostRecordServices(),
): Promise<number> {
  if (words.length === 0) {
    throw new UsageError("record needs the command to run, as in async-cost record -- npm test");
  }
  const callsOfPath = callsOption(options.calls);
  const { folder, ask } = terminal;
  const recorded = await recordRun(
    {
      words,
      folder,
      recorderFile,
      out: options.out === undefined ? undefined : path.resolve(folder, options.out),
      shapesOnly: options.shapesOnly === true,
      only: options.only ?? [],
      ...(callsOfPath === undefined ? {} : { callsOfPath }),
    },
    { ...services, askWhetherCommitted: ask === null ? null : () => ask(`${WHETHER_COMMITTED} [y/N] `) },
  );
  if (recorded.state === "not-started") throw new UsageError(whyNotStarted(words[0]!, recorded.reason));
  const { code, root, shownFolder, kept, ignoredBy, told, nothing } = recorded;
  const tell = (text: string): void => terminal.printError(`async-cost: ${printable(text)}\n`);
  if (ignoredBy !== null) tell(ignoredInWords(ignoredBy));
  for (const text of told) tell(text);
  if (nothing !== null) {
    tell(nothing);
    return code === EXIT.done ? EXIT.wrongCall : code;
  }
  const first = busiest(kept.recordings);
  const next = first === null ? "" : `; next: async-cost bench ${asTyped(targetOf(first, root, folder))}`;
  if (kept.redacted > 0)
    tell(
      "async-cost recordings lists the functions with texts that were replaced, and async-cost recordings show FILE#name says where they stood",
    );
  tell(recordedInWords(kept) + (kept.calls === 0 ? "" : `. In ${shownFolder}${next}`));
  return code;
}

function callsOption(calls: string | undefined): number | undefined {
  if (calls === undefined) return undefined;
  const number = Number(calls);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new UsageError(`--calls is how many calls of each path are kept whole, such as 3; not ${calls}`);
}

function whyNotStarted(name: string, reason: string): string {
  if (reason === "ENOENT")
    return `there is no command ${name}; write what you type to run it, as in -- npm test`;
  if (reason === "EACCES") return `${name} may not be run; if it is a script of Node, write -- node ${name}`;
  return `${name} could not be started: ${reason}`;
}

/** A recorded function, as bench takes it. */
function targetOf({ file, recorded: { name, line } }: PlacedFunction, root: string, from: string): string {
  const named = path.relative(from, path.join(root, file)).split(path.sep).join("/");
  return /^[\w.#$]+$/.test(name) ? `${named}#${name}` : `${named}:${line}`;
}
