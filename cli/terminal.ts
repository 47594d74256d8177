import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";

/** What a command sees of the world around it; tests give their own. */
export interface Terminal {
  /** The folder that file names are relative to. */
  readonly folder: string;
  readonly stdin: Readable;
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly printError: (text: string) => void;
  /** Whether standard output may be coloured. */
  readonly colours: boolean;
  /** Columns of standard error where it is a terminal that a bar can be drawn on; else null. */
  readonly barColumns: number | null;
  /** Asks the user a question that yes or no answers; null where nobody is there to be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** Aborted when the user stops the command. Whoever asks for it takes over to end the command in time. */
  readonly signal: AbortSignal;
}

/** The exit codes, which are a public interface. */
export const EXIT = { done: 0, notAll: 1, wrongCall: 2 } as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A call that is wrong. The message is one line: what is wrong, and what would be right. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Turns the errors that say what is wrong with the call into a {@link UsageError}. */
export async function orUsageError<T, E extends Error>(
  work: Promise<T>,
  kind: abstract new (...parameters: never[]) => E,
  say: (error: E) => string | Promise<string>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof kind ? new UsageError(await say(error)) : error;
  }
}

/**
 * The terminal this process runs in. An interrupt ends the process, unless the command has asked for the signal: then
 * the first one aborts that, and only a second one ends the process at once.
 */
export function processTerminal(): Terminal {
  let interrupted: AbortSignal | undefined;
  // Whoever reads our output may stop, as `head` does; that is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
  return {
    folder: process.cwd(),
    get stdin() {
      return process.stdin;
    },
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
    colours: process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "",
    barColumns: process.stderr.isTTY && process.env["TERM"] !== "dumb" ? process.stderr.columns : null,
    ask: process.stdin.isTTY && process.stderr.isTTY ? askUser : null,
    get signal() {
      return (interrupted ??= interruption());
    },
  };
}

/** Whatever is not yes is no, the end of the input too. */
async function askUser(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    return /^\s*y(es)?\s*$/i.test(await Promise.race([lines.question(question), ended]));
  } finally {
    lines.close();
  }
}

function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  }
  return controller.signal;
}
