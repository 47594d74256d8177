import type { Readable } from "node:stream";

/** How much of the end is kept. */
const TAIL_CHARACTERS = 4096;
/** Above this a process floods; its output is then read slowly, so that it waits and we do not work. */
const FREE_CHARACTERS = 1_000_000;
const PAUSE_MILLISECONDS = 10;

/** Reads a process's standard error and returns a function that gives its last 4 KB. */
export function stderrTail(stream: Readable): () => string {
  let tail = "";
  let total = 0;
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    tail = (tail + chunk).slice(-TAIL_CHARACTERS);
    total += chunk.length;
    if (total > FREE_CHARACTERS) {
      stream.pause();
      setTimeout(() => stream.resume(), PAUSE_MILLISECONDS).unref();
    }
  });
  // A broken pipe ends the output; the process's own end is reported elsewhere.
  stream.on("error", () => undefined);
  return () => tail.trim();
}
