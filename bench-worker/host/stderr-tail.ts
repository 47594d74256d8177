import type { Readable } from "node:stream";

/** How much of the end is kept. */
const TAIL_CHARACTERS = 4096;
/** Above this a process floods; its output is then read slowly, so that it waits and we do not work. */
const FREE_CHARACTERS = 1_000_000;
const PAUSE_MILLISECONDS = 10;

/** The end of what a process has printed. */
export interface StderrTail {
  /** The last 4 KB that were read. */
  text(): string;
  /** Lets all be read at once that is still in the pipe: a process that has ended floods no more. */
  readOn(): void;
}

/** Reads a process's standard error, and keeps the end of it. */
export function stderrTail(stream: Readable): StderrTail {
  let tail = "";
  let total = 0;
  let isSlow = true;
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    tail = (tail + chunk).slice(-TAIL_CHARACTERS);
    total += chunk.length;
    if (isSlow && total > FREE_CHARACTERS) {
      stream.pause();
      setTimeout(() => stream.resume(), PAUSE_MILLISECONDS).unref();
    }
  });
  // A broken pipe ends the output; the process's own end is reported elsewhere.
  stream.on("error", () => undefined);
  return {
    text: () => tail.trim(),
    readOn: () => {
      isSlow = false;
      stream.resume();
    },
  };
}
