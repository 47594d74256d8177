import { remark, type Remark } from "../remark.ts";
import type { IoCore } from "./io/io-core.ts";
import type { Contestant } from "./measure/contestant.ts";
import { callsInWords } from "./stand-ins-called.ts";

/**
 * Packages that do no I/O of their own, and decide how often, and in which order, what they are given runs, or when what is given to them is
 * over: a stand-in for one knows neither.
 */
const CONTROL_FLOW =
  /^(?:bluebird|q|rsvp|when|es6-promise|any-promise|aigle|async|neo-async|async-es|co|p-[a-z-]+|promise-(?:all-\w+|limit|map-series|pool|props|queue|retry|series|throttle)|run-(?:series|parallel|waterfall))$/;

/** The remark on calls of packages of control flow that are not installed, and so were made up; null where there are none. */
export function controlFlowCalled({ fakes }: Contestant["target"], core: IoCore): Remark | null {
  const lines = new Map(core.calledFakes.map(({ name, line = null }) => [name, line]));
  const called = [...new Set([...lines.keys(), ...fakes.ranWithin])].filter((name) =>
    CONTROL_FLOW.test(fakes.packageOf(name) ?? ""),
  );
  if (called.length === 0) return null;
  const packages = [...new Set(called.map((name) => fakes.packageOf(name)!))];
  const calls = called.map((name) => ({ expression: core.nameOf(name), line: lines.get(name) ?? null }));
  const are = packages.length === 1 ? "is" : "are";
  const text =
    `${packages.join(" and ")} ${are} not installed, and only ${are === "is" ? "it knows" : "they know"} how often, and in which order, what ` +
    `${callsInWords(calls)} ${calls.length === 1 ? "is" : "are"} given runs: npm install gives the numbers.`;
  return remark("control-flow-made-up", text, { packages, calls });
}
