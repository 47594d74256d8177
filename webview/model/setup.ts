import type { BenchmarkOptions } from "../../bench-worker/benchmark-options.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Environment } from "../../bench-worker/environment.ts";
import { backEndInWords, latencyInWords } from "../../bench-worker/latency.ts";
import { wallsInWords } from "../../bench-worker/walls-words.ts";
import { integer } from "./format.ts";

/** A word and what it was in this benchmark. */
export interface SetupEntry {
  readonly name: string;
  readonly value: string;
  /** More of it, for a tooltip. */
  readonly detail: string;
}

/** What this benchmark was run on and with. */
export function setup(document: BenchmarkDocument): SetupEntry[] {
  const { environment, options, pairs, results } = document;
  const walls = wallsInWords(document);
  const { cpu, cores, os } = environment;
  const engines = new Set(results.map((result) => engineInWords(result.environment ?? environment)));
  if (engines.size === 0) engines.add(engineInWords(environment));
  const n = options.concurrency.map(integer);
  return [
    { name: engines.size === 1 ? "Engine" : "Engines", value: [...engines].join("; "), detail: "" },
    { name: "Machine", value: `${cpu}, ${cores} ${cores === 1 ? "core" : "cores"}, ${os}`, detail: "" },
    {
      name: "n",
      value: n.length > 5 ? `${n[0]} … ${n.at(-1)}` : n.join(", "),
      detail: `Calls in flight together: ${n.join(", ")}`,
    },
    {
      name: "Latency",
      value: [latencyInWords(options.latency), ...backEndInWords(options)].join(", "),
      detail: "How long each I/O call takes",
    },
    { name: "Clock", value: options.clock, detail: CLOCK_MEANING[options.clock] },
    { name: "Seed", value: String(options.seed), detail: "Decides the order of the rounds" },
    {
      name: "Budget",
      value: `${options.budgetMilliseconds / 1000} s a ${pairs === undefined ? "function" : "pair"}`,
      detail: "Time to measure",
    },
    ...(walls === null ? [] : [{ name: "Real I/O", value: walls, detail: WALLS_MEANING }]),
  ];
}

/** `Measured on Node.js 22.1.0, V8 12.4; virtual clock; latency fixed, 1 ms; 5 s a function`. */
export function setupInBrief(document: BenchmarkDocument): string {
  const of = new Map(setup(document).map(({ name, value }) => [name, value]));
  const engine = of.get("Engine") ?? of.get("Engines")!;
  return `Measured on ${engine}; ${of.get("Clock")!} clock; latency ${of.get("Latency")!}; ${of.get("Budget")!}`;
}

const ENGINE_NAMES: Readonly<Record<string, string>> = { node: "Node.js", bun: "Bun", deno: "Deno" };

function engineInWords({ runtime, version, v8 }: Environment): string {
  const engine = `${ENGINE_NAMES[runtime] ?? runtime} ${version}`;
  // An engine that is not V8 says which it is.
  const other = /^none: (.+)/.exec(v8)?.[1];
  if (other !== undefined) return `${engine}, ${other}`;
  return v8 === "" || v8 === "unknown" ? engine : `${engine}, V8 ${v8}`;
}

const WALLS_MEANING =
  "Fakes stand in for files, processes and network. Where the runtime refuses them as well, what gets past a fake ends there.";

/** One sentence for each clock. */
export const CLOCK_MEANING: Readonly<Record<BenchmarkOptions["clock"], string>> = {
  virtual:
    "Fake I/O completes in the order in which it is due, with no waiting: what passes is the CPU time of the code and its pattern. Time over n is simulated: what real timers would take, as an estimate that a busy machine makes worse.",
  real: "Every fake I/O call waits with setTimeout, as a program waits for its I/O: what passes is mostly waiting.",
};
