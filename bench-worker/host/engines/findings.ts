import type { Estimate } from "../../numbers.ts";
import type { AwaitFacts, EngineRow, Finding, Load } from "../../gallery-table.ts";
import { ratioOf } from "../statistics.ts";

/** Puts beside each other what "Faster async functions and promises" (V8, November 2018) says and what was found. */
export function findings(rows: readonly EngineRow[]): Finding[] {
  const node = (major: number): EngineRow | undefined =>
    rows.find(({ runtime, version }) => runtime === "node" && Number.parseInt(version, 10) === major);
  const today = rows
    .filter(({ runtime }) => runtime === "node")
    .toSorted((a, b) => Number.parseInt(b.version, 10) - Number.parseInt(a.version, 10))[0];
  const seeds = [node(7), node(8), node(10), node(12)] as const;
  const [seven, eight, ten, twelve] = seeds;
  const isNewer = today !== undefined && Number.parseInt(today.version, 10) > 12;
  const speed = (load: Load): string | null => {
    const base = seven?.loads[load];
    if (base === undefined) return null;
    const others = [eight, ten, twelve, ...(isNewer ? [today] : [])].flatMap((row) => {
      const own = row?.loads[load];
      return own === undefined ? [] : [`${nameOf(row!)} ${times(ratioOf(base, own))}`];
    });
    return others.length === 0 ? null : `as fast as Node 7: ${others.join(", ")}`;
  };
  const ofSeeds = (tell: (facts: AwaitFacts) => string | null): string | null => {
    const told = [...seeds, ...(isNewer ? [today] : [])].flatMap((row) => {
      const words = row === undefined || row.facts === null ? null : tell(row.facts);
      return words === null ? [] : [`${nameOf(row!)} ${words}`];
    });
    return told.length === 0 ? null : told.join(", ");
  };
  return [
    {
      about: "doxbee-async",
      seed: "takes a fraction of Node 7's time on Node 8 and less again on Node 10 (a chart without numbers)",
      here: speed("doxbee-async"),
      why: "Node 8 brought TurboFan, 10 a collector that works beside the program, 12 an await of one microtick; ours is CPU time of one upload with seven I/O calls, fake I/O included.",
    },
    {
      about: "parallel-async",
      seed: "Promise.all became 8 times as fast from Node 7 to Node 10",
      here: speed("parallel-async"),
      why: "Promise.all moved out of self-hosted JavaScript into compiled builtins; ours has 25 I/O calls under one Promise.all, so what the calls cost is in it and the factor is less.",
    },
    {
      about: "fibonacci-async",
      seed: "not in the article; V8's own tests have it",
      here: speed("fibonacci-async"),
      why: "178 async calls and 177 awaits without any I/O: nothing but promises and await, so that what an engine changed in these shows most.",
    },
    {
      about: "await order",
      seed: "Node 8 goes on after the await first, by a bug; Node 10 runs both ticks first, as specified then",
      here: ofSeeds(({ order }) => (order[0] === "after:await" ? "await first" : "ticks first")),
      why: "The specification was changed in 2019 to what the bug did: a promise is no longer wrapped, and Node 12 goes on first because it is told to.",
    },
    {
      about: "microticks of an await",
      seed: "three at least on Node 10, one with the optimisation that Node 12 has",
      here: ofSeeds(({ microticksPerAwait }) => ticksInWords(microticksPerAwait)),
      why: "promiseResolve takes a native promise as it is, where a wrapper took two microticks to follow it.",
    },
    {
      about: "an async function that returns a promise",
      seed: "not in the article; it tells Node 8's bug from the change of the specification",
      here: ofSeeds(({ microticksPerReturnedPromise }) => ticksInWords(microticksPerReturnedPromise)),
      why: "Only await was changed: a promise that is returned still takes three microticks, which Node 8 skipped as well.",
    },
    {
      about: "promises of an await",
      seed: "a wrapper and a throwaway beside the promise itself on Node 10, neither of them with the optimisation",
      here: ofSeeds(({ promisesPerAwait }) => (promisesPerAwait === null ? null : String(promisesPerAwait))),
      why: "Counted by async_hooks, for which V8 makes the throwaway even now: 1 where it counts means none when nobody counts.",
    },
    {
      about: "async stack traces",
      seed: "behind the flag --async-stack-traces",
      here: ofSeeds(({ namesAwaiter }) => (namesAwaiter ? "yes" : "no")),
      why: "On by default since V8 7.3, in Node 12: they cost nothing while no error is made.",
    },
  ];
}

function nameOf({ runtime, version }: EngineRow): string {
  return `${runtime === "node" ? "Node" : runtime} ${version.split(".")[0]!}`;
}

/** `2.0 × (1.8 to 2.2)`. */
function times({ median, low, high }: Estimate): string {
  const [from, to] = [low.toFixed(1), high.toFixed(1)];
  return `${median.toFixed(1)} ×${from === to ? "" : ` (${from} to ${to})`}`;
}

function ticksInWords(ticks: number | null): string | null {
  return ticks === null ? null : String(ticks);
}
