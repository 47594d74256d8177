import { createReadStream } from "node:fs";
import * as v from "valibot";
import { filesOfLines, type Run } from "./runs.ts";

/** As much of a recorder's line as is counted. */
const countedSchema = v.object({
  what: v.literal("calls"),
  function: v.object({ file: v.string(), line: v.number(), column: v.number() }),
  calls: v.number(),
});

/** How much the recorder has seen so far. */
export interface Counts {
  readonly functions: number;
  readonly calls: number;
}

/** Counts what a run has written while it goes on, reading each line once. */
export class RunCounts {
  readonly #run: Run;
  /** Bytes of each file that have been counted. */
  readonly #read = new Map<string, number>();
  readonly #functions = new Set<string>();
  #calls = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Counts what is new. */
  async update(): Promise<Counts> {
    for (const file of await filesOfLines(this.#run).catch(() => [])) await this.#count(file);
    return { functions: this.#functions.size, calls: this.#calls };
  }

  async #count(file: string): Promise<void> {
    const start = this.#read.get(file) ?? 0;
    const pieces: Buffer[] = [];
    try {
      for await (const piece of createReadStream(file, { start })) pieces.push(piece as Buffer);
    } catch {
      // What has been read until the file was gone counts.
    }
    const bytes = Buffer.concat(pieces);
    const end = bytes.lastIndexOf("\n") + 1;
    this.#read.set(file, start + end);
    for (const line of bytes.toString("utf8", 0, end).split("\n")) this.#add(line);
  }

  #add(line: string): void {
    if (line === "") return;
    const parsed = v.safeParse(countedSchema, jsonOf(line));
    if (!parsed.success) return;
    const { function: one, calls } = parsed.output;
    this.#functions.add(`${one.file}:${one.line}:${one.column}`);
    this.#calls += calls;
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
