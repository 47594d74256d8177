import type { Completion } from "../model.ts";
import type { GeneratorRunner } from "../pattern.ts";

/** What a call does with the generator function it is given. */
export interface RunnerCall {
  readonly runner: GeneratorRunner;
  /** Whether the generator runs at once; otherwise the call gives a function that runs it. */
  readonly runsNow: boolean;
  readonly completion: Completion;
}

const wrap = (runner: GeneratorRunner, completion: Completion = "promise"): RunnerCall => ({
  runner,
  runsNow: false,
  completion,
});
const run = (runner: GeneratorRunner, completion: Completion = "promise"): RunnerCall => ({
  runner,
  runsNow: true,
  completion,
});

const RUNNERS: ReadonlyMap<string, RunnerCall> = new Map([
  ["co", run("co")],
  ["co.default", run("co")],
  ["co.wrap", wrap("co")],
  ["co.default.wrap", wrap("co")],
  ["co.co", run("co")],
  ["co.co.wrap", wrap("co")],
  ["bluebird.coroutine", wrap("bluebird")],
  ["bluebird.Promise.coroutine", wrap("bluebird")],
  ["bluebird.default.coroutine", wrap("bluebird")],
  ["Promise.coroutine", wrap("bluebird")],
  ["bluebird.spawn", run("bluebird")],
  ["Promise.spawn", run("bluebird")],
  ["q.async", wrap("q")],
  ["q.spawn", run("q")],
  ["generator.lift", wrap("when")],
  ["generator.call", run("when")],
  ["when.generator.lift", wrap("when")],
  ["suspend", wrap("suspend", "callback")],
  ["suspend.callback", wrap("suspend", "callback")],
  ["suspend.fn", wrap("suspend", "callback")],
  ["suspend.promise", wrap("suspend")],
  ["suspend.async", wrap("suspend", "callback")],
  ["suspend.run", run("suspend", "callback")],
  ["genny", wrap("genny", "callback")],
  ["genny.fn", wrap("genny", "callback")],
  ["genny.middleware", wrap("genny", "callback")],
  ["genny.listener", wrap("genny", "callback")],
  ["genny.run", run("genny", "callback")],
  ["gens", wrap("gens", "callback")],
  ["gens.fn", wrap("gens", "callback")],
  ["gens.wrap", wrap("gens", "callback")],
  ["gens.run", run("gens", "callback")],
  ["galaxy.unstar", wrap("galaxy", "callback")],
  ["galaxy.main", run("galaxy", "callback")],
  ["spawn", run("spawn")],
  ["task.spawn", run("spawn")],
  ["task.async", wrap("spawn")],
  ["__awaiter", run("spawn")],
  ["tslib.__awaiter", run("spawn")],
  ["_asyncToGenerator", wrap("spawn")],
  ["asyncToGenerator", wrap("spawn")],
]);

/** What the callee with that path (see `calleePath`) does with a generator function; undefined for any other callee. */
export function runnerCall(path: string): RunnerCall | undefined {
  return RUNNERS.get(path);
}
