import path from "node:path";
import { DEFAULT_OPTIONS } from "../../default-options.ts";
import type { BenchmarkDocument } from "../../document.ts";
import {
  LOADS,
  TABLE_VERSION,
  type AwaitFacts,
  type EngineRow,
  type EnginesTable,
  type Load,
} from "../../gallery-table.ts";
import type { Running, Runtime } from "../api.ts";
import type { BenchmarkServices } from "../benchmark.ts";
import type { Capture } from "../capture.ts";
import { environmentOf } from "../environment.ts";
import { runOnRuntimes } from "../on-runtimes.ts";
import { diskSource } from "../source-file.ts";
import { resolveTarget } from "../targets.ts";
import { awaitFactsOf } from "./await-facts.ts";
import { findings } from "./findings.ts";

const ARTICLE = {
  title: "Faster async functions and promises",
  author: "Maya Lekova and Benedikt Meurer",
  date: "2018-11-12",
};
const FILES: Readonly<Record<Load, string>> = {
  "doxbee-async": "async-await.js",
  "parallel-async": "engines/parallel-async.js",
  "fibonacci-async": "engines/fibonacci-async.js",
};
const CALLS_IN_FLIGHT = 100;

/** What measuring engines needs. */
export interface EnginesInstruments {
  /** The folder of `catalogue.json`. */
  readonly galleryFolder: string;
  /** The worker's bundle, with that for any engine beside it. */
  readonly workerFile: string;
  /** Those that run the worker for any engine on all of them. */
  readonly services: BenchmarkServices;
  readonly capture: Capture;
  /** How long to measure each load on each engine. */
  readonly budgetMilliseconds: number;
  /** The time of day. */
  readonly now: () => Date;
}

/** What is measured, and what is known to be lacking. */
export interface ChosenEngines {
  readonly runtimes: readonly Runtime[];
  /** Names of engines of the article that are not installed: `node@8`. */
  readonly missing: readonly string[];
}

/**
 * Measures again what V8's article of 2018 did, process by process in turn, and asks each engine how its `await` behaves.
 * What was measured before a cancel is in the table.
 *
 * @throws {TypeError} where there is no runtime.
 */
export async function enginesTable(
  { runtimes, missing }: ChosenEngines,
  { galleryFolder, workerFile, services, capture, budgetMilliseconds, now }: EnginesInstruments,
  listener: (table: EnginesTable, running: Running) => void,
  signal: AbortSignal,
): Promise<EnginesTable> {
  const targets = await Promise.all(
    LOADS.map(async (load) => (await resolveTarget(FILES[load], diskSource(galleryFolder)))[0]!),
  );
  const asTable = (
    document: BenchmarkDocument | undefined,
    facts: readonly (AwaitFacts | null)[],
  ): EnginesTable => {
    const engines = rowsOf(runtimes, document, facts);
    return {
      schemaVersion: TABLE_VERSION,
      table: "engines",
      measuredAt: now().toISOString(),
      article: ARTICLE,
      environment:
        document?.results.at(-1)?.environment ??
        document?.environment ??
        environmentOf(services.machine(), runtimes.at(-1)!.name, undefined),
      engines,
      missing: [...missing],
      findings: findings(engines),
      remarks: [
        `CPU time of one call with ${CALLS_IN_FLIGHT} in flight on fake I/O of 1 ms, fake I/O included, with its 95 % interval. All engines are measured by the same worker, in turn.`,
        "An await is of a promise that is fulfilled; its promises are those that async_hooks sees.",
      ],
    };
  };
  const facts: (AwaitFacts | null)[] = [];
  const program = path.join(galleryFolder, "engines", "await-facts.js");
  for (const runtime of runtimes) facts.push(await awaitFactsOf(runtime, program, capture, signal));
  const document = await runOnRuntimes(
    {
      ...{ targets, workerFile, workspaceFolder: galleryFolder },
      options: {
        ...DEFAULT_OPTIONS,
        concurrency: [CALLS_IN_FLIGHT],
        measures: ["time"],
        budgetMilliseconds,
      },
    },
    runtimes,
    services,
    (partial, running) => listener(asTable(partial, facts), running),
    signal,
  );
  return asTable(document, facts);
}

function rowsOf(
  runtimes: readonly Runtime[],
  document: BenchmarkDocument | undefined,
  facts: readonly (AwaitFacts | null)[],
): EngineRow[] {
  return runtimes.map((asked, index) => {
    const own = document?.results.slice(index * LOADS.length, (index + 1) * LOADS.length) ?? [];
    const environment = own[0]?.environment ?? (runtimes.length === 1 ? document?.environment : undefined);
    const loads = LOADS.flatMap((load, at) => {
      const time = own[at]?.time?.nanosecondsPerCall;
      return time === undefined ? [] : [[load, time] as const];
    });
    return {
      runtime: environment?.runtime ?? asked.name,
      version: environment?.version ?? asked.version ?? "unknown",
      v8: environment?.v8 ?? "unknown",
      loads: Object.fromEntries(loads),
      facts: facts[index] ?? null,
    };
  });
}

/** Whether every load was measured on every engine that the article has. */
export function isWholeEngines({ engines, missing }: EnginesTable): boolean {
  return (
    missing.length === 0 && engines.every(({ loads }) => LOADS.every((load) => loads[load] !== undefined))
  );
}
