import { writeSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { mean, median } from "simple-statistics";
import * as v from "valibot";
import { analyze } from "../../../analysis/analyze.ts";
import { DEFAULT_OPTIONS } from "../../../bench-worker/default-options.ts";
import { targetSourceSchema, type RunRequest, type TargetSource } from "../../../bench-worker/protocol.ts";
import { callOnce, type Callable } from "../../../bench-worker/worker/call/caller.ts";
import { CallRunner } from "../../../bench-worker/worker/call/run-calls.ts";
import { VirtualClock } from "../../../bench-worker/worker/clock/virtual-clock.ts";
import { harness } from "../../../bench-worker/worker/harness/intrinsics.ts";
import { Uncaught } from "../../../bench-worker/worker/harness/uncaught.ts";
import { IoCore } from "../../../bench-worker/worker/io/io-core.ts";
import { knownAnalyses } from "../../../bench-worker/worker/load/known-analyses.ts";
import { loadTarget } from "../../../bench-worker/worker/load/load-target.ts";
import { NO_LONG_STACKS, type LoadServices } from "../../../bench-worker/worker/load/load-services.ts";
import { succeeded, type Contestant } from "../../../bench-worker/worker/measure/contestant.ts";
import { measureMemory } from "../../../bench-worker/worker/measure/memory.ts";
import { recordCall } from "../../../bench-worker/worker/measure/record.ts";
import { prepare, type Prepared } from "../../../bench-worker/worker/prepare.ts";
import { buildWorld } from "../../../bench-worker/worker/world.ts";
import { BY_HAND } from "./by-hand.ts";

/*
 * One process of the experiment on what stand-ins add: one subject, called as a benchmark calls it, or with objects that were
 * written by hand, by the same runner on the same clock. Prints what a call costs.
 */

const CALLS = 100;
const WARM_UP_ROUNDS = 300;
const ROUNDS = 300;

void main();

async function main(): Promise<void> {
  const [, , text = "", how = "", measure = ""] = process.argv;
  const source = v.parse(targetSourceSchema, JSON.parse(text));
  const core = new IoCore(new VirtualClock(), 1);
  const world = buildWorld(core, [path.dirname(source.file)]);
  const runner = new CallRunner(core, new Uncaught());
  const { budgetMilliseconds } = DEFAULT_OPTIONS;
  const services = {
    ...{ core, world, analyze: knownAnalyses(analyze) },
    ...{ longStacks: NO_LONG_STACKS, budgetMilliseconds },
  };
  const contestant =
    how === "by-hand"
      ? await written(source, services, runner)
      : measured(await prepare(source, services, runner, { isPlain: true }));
  const figures =
    measure === "memory" ? await weighed(contestant, core, runner) : await timed(contestant, core, runner);
  const ioCalls = contestant.recording.operations.length;
  writeSync(1, JSON.stringify({ ...figures, ioCalls }));
  harness.exit(0);
}

/** As a benchmark times and weighs it. */
function measured({ contestant, plain }: Prepared): Contestant {
  return plain ?? contestant;
}

/** The subject with what is written for it by hand. */
async function written(
  source: TargetSource,
  services: LoadServices,
  runner: CallRunner,
): Promise<Contestant> {
  const { core } = services;
  const make = BY_HAND[source.id];
  if (make === undefined) throw new Error(`Nothing is written by hand for ${source.id}.`);
  const {
    makeArguments,
    receiver,
    modules = {},
  } = make({
    promise: (value) => core.promise("io", value),
    callback: (value, callback) => core.callback("io", value, callback),
  });
  const module = { exports: {} as unknown };
  const evaluate = vm.compileFunction(source.text, ["module", "exports", "require"]);
  Reflect.apply(evaluate, undefined, [module, module.exports, (name: string) => modules[name]]);
  const loaded = await loadTarget(source, services);
  const callable: Callable = {
    ...{ run: module.exports as Callable["run"], receiver, makeArguments },
    completion: loaded.asyncFunction.completion,
  };
  const target = { ...loaded, callable };
  const recording = await recordCall(target, core, runner);
  if (recording.failure !== null) throw recording.failure.error;
  return {
    ...{ target, recording },
    start: (settled) => callOnce(callable, settled),
    ...{ keepsContext: false, coldMilliseconds: 0 },
  };
}

async function timed(
  { start, target }: Contestant,
  core: IoCore,
  runner: CallRunner,
): Promise<{ nanoseconds: number; isPlain: boolean }> {
  const clock = new VirtualClock();
  clock.lockstep = true;
  core.clock = clock;
  target.fakes.enter();
  const samples: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    harness.collectGarbage?.({ type: "minor" });
    const { busyMilliseconds } = succeeded(await runner.run(start, CALLS));
    if (round >= 0) samples.push((busyMilliseconds * 1e6) / CALLS);
  }
  // What disturbs a round makes it longer, and never shorter.
  const fastest = samples.sort((a, b) => a - b).slice(0, ROUNDS / 4);
  return { nanoseconds: mean(fastest), isPlain: target.fakes.known.standIns !== null };
}

async function weighed(
  contestant: Contestant,
  core: IoCore,
  runner: CallRunner,
): Promise<{ allocated: number; inFlight: number }> {
  const request: RunRequest = {
    measure: "memory",
    targets: [],
    options: DEFAULT_OPTIONS,
    ...{ processBudgetMilliseconds: 60, processIndex: 0, withConstants: false, workspaceFolder: null },
  };
  const { results, failures } = await measureMemory([contestant], core, runner, request, () => undefined);
  const run = results.get(contestant);
  if (run === undefined) throw failures.get(contestant);
  return {
    allocated: median(run.bytesAllocatedPerCall ?? [0]),
    inFlight: median(run.bytesInFlightPerCall),
  };
}
