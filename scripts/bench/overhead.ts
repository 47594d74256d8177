import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { loadavg } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { median } from "simple-statistics";
import * as v from "valibot";
import { FLAGS } from "../../bench-worker/host/budget.ts";
import { diskSource } from "../../bench-worker/host/source-file.ts";
import { resolveTarget } from "../../bench-worker/host/targets.ts";
import { parseAs } from "../../bench-worker/parse-as.ts";
import { repository, withBundle } from "./worker-bundle.ts";

const FOLDER = path.join(repository, "scripts/bench/overhead/subjects");
/** Of each subject, way and measure: what is written by hand and what is not in turn. */
const PROCESSES = 3;
/** What stand-ins are to add at most. */
const AT_MOST = { time: 0.1, memory: 0.05 };

const HOW = ["stand-ins", "by-hand"] as const;
const timeSchema = v.object({ nanoseconds: v.number(), ioCalls: v.number(), isPlain: v.boolean() });
const memorySchema = v.object({ allocated: v.number(), inFlight: v.number(), ioCalls: v.number() });

/** The figures of one subject, in one way. */
interface Figures {
  readonly nanoseconds: number[];
  readonly allocated: number[];
  readonly inFlight: number[];
  readonly ioCalls: Set<number>;
  /** Plain values took the places of stand-ins in all processes. */
  isPlain: boolean;
}

/**
 * What stand-ins add: functions as a benchmark calls them, against a harness of plain objects that was written for each by hand, on the
 * same fake I/O. A process has one of the two, so that neither warms code for the other.
 *
 * @param parameters How many processes, 3 where it is not given; `--only NAME NAME`.
 */
export async function standInOverhead(parameters: readonly string[]): Promise<string> {
  const given = parameters.find((one) => /^\d+$/.test(one));
  const processes = given === undefined ? PROCESSES : Number(given);
  if (processes < 1) throw new TypeError("The number of processes must be above 0.");
  const only = parameters.filter((one) => one !== given && one !== "--only");
  const names = (await readdir(FOLDER)).map((file) => path.parse(file).name).sort();
  const chosen = only.length === 0 ? names : names.filter((name) => only.includes(name));
  const figures = new Map(chosen.map((name) => [name, { "stand-ins": none(), "by-hand": none() }]));
  await withBundle("scripts/bench/overhead/process.ts", async (bundle) => {
    for (let index = 0; index < processes; index++) {
      for (const name of chosen) {
        const order = index % 2 === 0 ? HOW : HOW.toReversed();
        for (const how of order) await measure(bundle, name, how, figures.get(name)![how]);
        process.stderr.write(".");
      }
    }
  });
  process.stderr.write("\n");
  return report(figures, processes);
}

function none(): Figures {
  return { nanoseconds: [], allocated: [], inFlight: [], ioCalls: new Set(), isPlain: true };
}

async function measure(bundle: string, name: string, how: string, into: Figures): Promise<void> {
  const [source] = await resolveTarget(`${name}.cjs`, diskSource(FOLDER));
  const run = async (kind: "time" | "memory"): Promise<unknown> => {
    const flags = [...FLAGS[kind], bundle, JSON.stringify({ ...source!, id: name }), how, kind];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: FOLDER });
    return JSON.parse(stdout);
  };
  const time = parseAs(timeSchema, await run("time"), "answer of the process");
  const memory = parseAs(memorySchema, await run("memory"), "answer of the process");
  into.nanoseconds.push(time.nanoseconds);
  into.allocated.push(memory.allocated);
  into.inFlight.push(memory.inFlight);
  into.isPlain &&= time.isPlain;
  into.ioCalls.add(time.ioCalls).add(memory.ioCalls);
}

function report(
  figures: ReadonlyMap<string, Readonly<Record<(typeof HOW)[number], Figures>>>,
  processes: number,
): string {
  const rows = [...figures].map(([name, { "stand-ins": made, "by-hand": hand }]) => {
    const ratio = (of: "nanoseconds" | "allocated" | "inFlight"): number =>
      median(made[of]) / median(hand[of]);
    const isSame = [...made.ioCalls].join() === [...hand.ioCalls].join();
    const ioCalls = isSame
      ? [...hand.ioCalls].join()
      : `${[...made.ioCalls].join()}, by hand ${[...hand.ioCalls].join()}`;
    return {
      ...{ name: made.isPlain ? name : `${name} (stand-ins)`, ioCalls },
      ...{ nanoseconds: median(hand.nanoseconds), bytes: median(hand.allocated) },
      ...{ time: ratio("nanoseconds"), allocated: ratio("allocated"), inFlight: ratio("inFlight") },
    };
  });
  const within = (key: "time" | "allocated" | "inFlight", atMost: number): number =>
    rows.filter((row) => Math.abs(row[key] - 1) <= atMost).length;
  const times = (ratio: number): string => `× ${ratio.toFixed(2)}`;
  return [
    `Each function as a benchmark calls it, over the same with plain objects that are written by hand; ${processes} processes each, in turn;`,
    `load average ${loadavg()[0]!.toFixed(1)} at the end. Of ${rows.length} functions time is within ${100 * AT_MOST.time} % in ${within("time", AT_MOST.time)}; bytes that are`,
    `allocated are within ${100 * AT_MOST.memory} % in ${within("allocated", AT_MOST.memory)}, bytes that a call in flight holds in ${within("inFlight", AT_MOST.memory)}.`,
    "",
    "| function | I/O calls | by hand | bytes by hand | time | allocated | in flight |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows.map(
      (row) =>
        `| ${row.name} | ${row.ioCalls} | ${row.nanoseconds.toFixed(0)} ns | ${row.bytes.toFixed(0)} | ${times(row.time)} | ${times(row.allocated)} | ${times(row.inFlight)} |`,
    ),
    `| median | | | | ${times(median(rows.map(({ time }) => time)))} | ${times(median(rows.map(({ allocated }) => allocated)))} | ${times(median(rows.map(({ inFlight }) => inFlight)))} |`,
  ].join("\n");
}
