import { EventEmitter } from "node:events";
import { Duplex, finished, Readable, Writable } from "node:stream";
import { immediates } from "../clock/immediates.ts";

/** What a program is started with, as far as that tells. */
export interface ProgramOptions {
  readonly stdio?: unknown;
  readonly encoding?: unknown;
  readonly silent?: unknown;
  readonly signal?: unknown;
  readonly killSignal?: unknown;
}

let programs = 0;

/**
 * A program that runs nowhere, for whoever started it: `spawn` comes at once, what it prints when it is done, then `exit`, and
 * `close` when all that it printed was read.
 */
export class Program extends EventEmitter {
  readonly pid = ++programs;
  readonly spawnfile: unknown;
  readonly spawnargs: readonly unknown[];
  readonly stdio: readonly (Readable | Writable | null)[];
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  exitCode: number | null = null;
  signalCode: string | null = null;
  killed = false;
  connected = false;
  hasExited = false;
  /** What is to end before it counts as closed: itself, and its streams. */
  #open = 1;
  #stopListening: (() => void) | undefined;

  constructor(file: unknown, given: readonly unknown[], { stdio, signal, killSignal }: ProgramOptions) {
    super();
    this.spawnfile = file;
    this.spawnargs = [file, ...given];
    this.stdio = streamsOf(stdio);
    [this.stdin, this.stdout, this.stderr] = this.stdio as [
      Writable | null,
      Readable | null,
      Readable | null,
    ];
    for (const stream of this.stdio) {
      if (stream === null) continue;
      this.#open++;
      stream.once("close", this.#close);
    }
    process.nextTick(() => this.emit("spawn"));
    if (signal instanceof AbortSignal) this.#endBy(signal, killSignal);
  }

  kill(signal: unknown = "SIGTERM"): boolean {
    if (this.hasExited) return false;
    if (signal === 0) return true;
    this.killed = true;
    immediates.set(() => this.exit(null, String(signal)));
    return true;
  }

  ref(): void {
    // Nothing waits for it.
  }

  unref(): void {
    // The same.
  }

  [Symbol.dispose](): void {
    if (!this.killed) this.kill();
  }

  /** It prints a text and ends well; where a stream is piped into it, once that has ended. */
  succeed(text: string): void {
    const print = (): void => {
      if (this.hasExited) return;
      if (text !== "") this.stdout?.push(Buffer.from(text));
      this.#endOutput();
      // Who waits for the end of that can wait for the exit then, and for the close after the exit.
      immediates.set(() => this.exit(0, null));
    };
    const isFed = this.stdin !== null && this.stdin.listenerCount("unpipe") > 0;
    if (isFed) finished(this.stdin, print);
    else print();
  }

  /** What is wrong with it is told in the place of all that it would print. */
  fail(error: Error): void {
    immediates.set(() => this.exit(1, null));
    this.emit("error", error);
  }

  exit(code: number | null, signal: string | null): void {
    if (this.hasExited) return;
    this.hasExited = true;
    this.#stopListening?.();
    this.exitCode = code;
    this.signalCode = signal;
    this.stdin?.destroy();
    this.#endOutput();
    this.disconnect();
    this.emit("exit", code, signal);
    immediates.set(() => {
      // Node throws away what nobody reads.
      for (const stream of this.stdio) if (stream instanceof Readable) stream.resume();
      this.#close();
    });
  }

  disconnect(): void {
    if (!this.connected) return;
    this.connected = false;
    this.emit("disconnect");
  }

  #endOutput(): void {
    for (const stream of this.stdio)
      if (stream instanceof Readable && !stream.readableEnded && !stream.destroyed) stream.push(null);
  }

  readonly #close = (): void => {
    if (--this.#open === 0) this.emit("close", this.exitCode, this.signalCode);
  };

  #endBy(signal: AbortSignal, killSignal: unknown): void {
    const abort = (): void => {
      const error = new Error("The operation was aborted", { cause: signal.reason });
      if (this.kill(killSignal))
        this.emit("error", Object.assign(error, { code: "ABORT_ERR", name: "AbortError" }));
    };
    if (signal.aborted) process.nextTick(abort);
    signal.addEventListener("abort", abort, { once: true });
    this.#stopListening = () => signal.removeEventListener("abort", abort);
  }
}

/** The ends of a program's pipes: none where it has the streams of whoever starts it, or none. */
function streamsOf(stdio: unknown): (Readable | Writable | null)[] {
  const given: readonly unknown[] = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio];
  return Array.from({ length: Math.max(3, given.length) }, (_, at) => {
    if (!isPipe(given[at], at)) return null;
    if (at === 0) return new Writable({ write: (_chunk, _encoding, done) => done() });
    if (at < 3) return new Readable({ read: () => undefined });
    return new Duplex({
      allowHalfOpen: false,
      read: () => undefined,
      write: (_chunk, _encoding, done) => done(),
    });
  });
}

/** What is made up may be anything: it is taken for the usual. */
function isPipe(given: unknown, at: number): boolean {
  if (typeof given === "string") return given === "pipe" || given === "overlapped";
  if (given === undefined || given === null) return at < 3;
  return typeof given === "function";
}
