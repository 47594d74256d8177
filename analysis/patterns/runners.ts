import type { Completion } from "../model.ts";
import type { GeneratorRunner } from "../pattern.ts";

/** What a call does with the generator function it is given. */
export interface RunnerCall {
  readonly runner: GeneratorRunner;
  /** Whether the generator runs at once; otherwise the call gives a function that runs it. */
  readonly runsNow: boolean;
  readonly completion: Completion;
}

/** By the callee's path. */
const RUNNERS = new Map<string, RunnerCall>();

/** Adds a runner: the paths of what runs generators at once, and of what makes functions of them. */
function add(runner: GeneratorRunner, completion: Completion, running: string, wrapping: string): void {
  for (const path of running.match(/\S+/g) ?? []) RUNNERS.set(path, { runner, runsNow: true, completion });
  for (const path of wrapping.match(/\S+/g) ?? []) RUNNERS.set(path, { runner, runsNow: false, completion });
}

add("co", "promise", "co co.default co.co", "co.wrap co.default.wrap co.co.wrap");
add(
  "bluebird",
  "promise",
  "bluebird.spawn Promise.spawn",
  "bluebird.coroutine bluebird.Promise.coroutine bluebird.default.coroutine Promise.coroutine",
);
add("q", "promise", "q.spawn", "q.async");
add("when", "promise", "generator.call", "generator.lift when.generator.lift");
add("suspend", "callback", "suspend.run", "suspend suspend.callback suspend.fn suspend.async");
add("suspend", "promise", "", "suspend.promise");
add("genny", "callback", "genny.run", "genny genny.fn genny.middleware genny.listener");
add("gens", "callback", "gens.run", "gens gens.fn gens.wrap");
add("galaxy", "callback", "galaxy.main", "galaxy.unstar");
// What its compiler writes, whatever it makes of the rest (https://github.com/Sage/streamlinejs).
add("streamline", "callback", "", "_streamline.async");
add(
  "spawn",
  "promise",
  "spawn task.spawn __awaiter tslib.__awaiter",
  "task.async _asyncToGenerator asyncToGenerator",
);

/** What the callee with that path (see `calleePath`) does with a generator function; undefined for any other callee. */
export function runnerCall(path: string): RunnerCall | undefined {
  return RUNNERS.get(path);
}
