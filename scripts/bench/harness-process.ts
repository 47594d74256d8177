import { writeSync } from "node:fs";
import path from "node:path";
import { median } from "simple-statistics";
import * as v from "valibot";
import { analyze } from "../../analysis/analyze.ts";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import { targetSourceSchema } from "../../bench-worker/protocol.ts";
import type { Callable } from "../../bench-worker/worker/call/caller.ts";
import { busyOf, CallRunner, type StartCall } from "../../bench-worker/worker/call/run-calls.ts";
import { VirtualClock } from "../../bench-worker/worker/clock/virtual-clock.ts";
import { harness } from "../../bench-worker/worker/harness/intrinsics.ts";
import { Uncaught } from "../../bench-worker/worker/harness/uncaught.ts";
import { IoCore } from "../../bench-worker/worker/io/io-core.ts";
import { NO_LONG_STACKS } from "../../bench-worker/worker/load/load-services.ts";
import { succeeded } from "../../bench-worker/worker/measure/contestant.ts";
import { prepare } from "../../bench-worker/worker/prepare.ts";
import { buildWorld } from "../../bench-worker/worker/world.ts";

/*
 * One process of the experiment on our own overhead: one target, called in turn by the harness and by a loop as one
 * would write it by hand, on the same fakes and the same clock. Prints the medians in nanoseconds a call.
 */

const CALLS = 100;
const WARM_UP_ROUNDS = 300;
const ROUNDS = 400;

void main();

async function main(): Promise<void> {
  const source = v.parse(targetSourceSchema, JSON.parse(process.argv[2] ?? ""));
  const core = new IoCore(new VirtualClock(), 1);
  const world = buildWorld(core, [path.dirname(source.file)]);
  const runner = new CallRunner(core, new Uncaught());
  const { budgetMilliseconds } = DEFAULT_OPTIONS;
  const services = { core, world, analyze, longStacks: NO_LONG_STACKS, budgetMilliseconds };
  const { contestant } = await prepare(source, services, runner);
  const { target, start } = contestant;
  const clock = new VirtualClock();
  clock.lockstep = true;
  core.clock = clock;

  const samples = { harness: [] as number[], byHand: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    // As often first as last.
    const order = round % 2 === 0 ? (["harness", "byHand"] as const) : (["byHand", "harness"] as const);
    for (const loop of order) {
      harness.collectGarbage?.({ type: "minor" });
      const milliseconds =
        loop === "harness" ? await byHarness(runner, start) : await byHand(target.callable);
      if (round >= 0) samples[loop].push((milliseconds * 1e6) / CALLS);
    }
  }
  writeSync(1, JSON.stringify({ harness: median(samples.harness), byHand: median(samples.byHand) }));
  harness.exit(0);
}

async function byHarness(runner: CallRunner, start: StartCall): Promise<number> {
  return succeeded(await runner.run(start, CALLS)).busyMilliseconds;
}

/** What one would write to time so many calls together, with arguments that are made beforehand. */
function byHand({ run, makeArguments, completion }: Callable): Promise<number> {
  return new harness.Promise((resolve, reject) => {
    let left = CALLS;
    const done = (error?: unknown): void => {
      if (error !== undefined && error !== null) reject(new harness.Error("A call failed", { cause: error }));
      if (--left > 0) return;
      resolve(busyOf(harness.now() - startTime, harness.cpuMilliseconds() - startCpu));
    };
    const upload = run as (...parameters: unknown[]) => PromiseLike<void>;
    const [stream, idOrPath, tag] = makeArguments(done);
    const startCpu = harness.cpuMilliseconds();
    const startTime = harness.now();
    if (completion === "callback") {
      for (let i = 0; i < CALLS; i++) upload(stream, idOrPath, tag, done);
    } else {
      for (let i = 0; i < CALLS; i++) upload(stream, idOrPath, tag).then(() => done(), reject);
    }
  });
}
