import type { Finding, MeasuredRow, MeasuredTable } from "../../../gallery-table.ts";
import { ratioNow } from "./changed.ts";
import { findingsOf, inWords, type Claim } from "./claims.ts";

const TEN = { setting: "10-ms", n: 1000 } as const;
const ONE = { setting: "1-ms", n: 1000 } as const;

const PERFORMANCE: readonly Claim<MeasuredRow>[] = [
  {
    about: "generators, 1000 calls of 1 ms",
    seed: "suspend takes 1.6 times the time of raw callbacks, genny about 3 times (a chart; the words say so)",
    here: cpuTimes("suspend", "genny", "gens", "co-thunks"),
    why: "V8's optimising compiler of 2013 left out generators; TurboFan, since Node 8, does not.",
  },
  {
    about: "others, 1000 calls of 1 ms",
    seed: "async takes about 2 times the time of raw callbacks, Rx about 10 times",
    here: cpuTimes("async-waterfall", "rx", "rxjs"),
    why: "Both are other versions on another engine, and our Rx is written more plainly; ours is CPU time alone, all rows in turn.",
  },
  {
    about: "promises, 1000 calls of 10 ms",
    seed: "6.3 (when) to 8.9 times (Q) the time of raw callbacks; 7.5 with Q.async",
    here: times(
      "callbacks",
      TEN,
      "milliseconds",
      "when-promises",
      "q-promises",
      "q-async",
      "bluebird-promises",
      "promises",
      "async-await",
    ),
    why: "Promises are part of the engine now, and the libraries were made faster once Bluebird had shown, late in 2013, that a promise can be cheap.",
  },
  {
    about: "load-dependent, n × 0.1 ms",
    seed: "all but fibers and promises all the way take about the same",
    here: spread("load-dependent", 1000),
    why: "A call's seven waits are so long then that what its pattern adds is small beside them, on any engine.",
  },
  {
    about: "memory, 1000 calls",
    seed: "22 (when) and 18 times (Q) that of raw callbacks, 45 with promises all the way; 1.6 with suspend, 2.2 with genny",
    here: times(
      "callbacks",
      ONE,
      "megabytes",
      "when-promises",
      "q-promises",
      "promises-all-the-way",
      "bluebird-promises",
      "promises",
      "async-await",
      "suspend",
      "genny",
    ),
    why: "Promises have become small; besides, ours is what the calls hold together, the article's the peak of the process with its garbage, which promises leave most of.",
  },
];

const FIFTY_THOUSAND = { setting: "50000-calls", n: 50_000 } as const;

const CLOSURES: readonly Claim<MeasuredRow>[] = [
  {
    about: "time without closures",
    seed: "0.80 (flattened-class) to 0.90 times (flattened-noclosure) that of nested callbacks: no gain worth it",
    here: times(
      "callbacks",
      FIFTY_THOUSAND,
      "milliseconds",
      "flattened-class",
      "flattened-callbacks",
      "flattened-noclosure",
    ),
    why: "A function with its context bound is a closure, too, on any engine.",
  },
  {
    about: "memory without closures",
    seed: "0.85, 0.88 and 0.82 times that of nested callbacks",
    here: times(
      "callbacks",
      FIFTY_THOUSAND,
      "megabytes",
      "flattened-class",
      "flattened-callbacks",
      "flattened-noclosure",
    ),
    why: "Ours is what the calls hold together, the article's the peak of the process; what is kept for a call has to be kept somewhere, in a closure or elsewhere.",
  },
  {
    about: "a timer that passes a context",
    seed: "0.53 times the time and 0.48 times the memory of nested callbacks",
    here: (rows) => {
      const [time, memory] = (["milliseconds", "megabytes"] as const).map((of) =>
        times("callbacks", FIFTY_THOUSAND, of, "flattened-class-ctx")(rows)?.replace(/^\S+ /, ""),
      );
      return time === undefined || memory === undefined
        ? null
        : `${time} times the time, ${memory} times the memory`;
    },
    why: "It is the only one that makes no function for a call, then and now.",
  },
  {
    about: "generators, and what came since",
    seed: "suspend 1.54 times the time of nested callbacks",
    here: times("callbacks", FIFTY_THOUSAND, "milliseconds", "suspend", "promises", "async-await"),
    why: "With so many calls in flight the collector has to carry along what they hold, and a promise for every step is more than a closure for it.",
  },
];

const LIBRARIES = [
  "chain-async-0-2",
  "chain-when-1",
  "chain-when-2",
  "chain-q-0",
  "chain-deferred-0-6",
  "chain-promise-3",
] as const;

const PROMISES: readonly Claim<MeasuredRow>[] = [
  {
    about: "the first of 500 chains, resolved synchronously",
    seed: "0.01 ms with Async, 37 with When 2.1.0, 64 with Promise 3.0.1, 186 with Q 0.9.5",
    here: (rows) =>
      inWords(["chain-async-0-2", "chain-when-2", "chain-promise-3", "chain-q-0"], (name) =>
        firstResolved(rows, name, "synchronous"),
      ),
    why: "A promise that resolves later waits for the loop that starts all the others, which takes as long as the library takes to make them; the engine has become many times as fast at that.",
  },
  {
    about: "all of 500 chains, resolved asynchronously",
    seed: "next to Async: When 1.8.1 1.4 times the time, When 2.1.0 2.5, Q 0.9.5 9.5, Deferred 0.6.3 3.0, Promise 3.0.1 3.0",
    here: times(
      "chain-async-0-2",
      { setting: "asynchronous", n: 500 },
      "milliseconds",
      ...LIBRARIES.slice(1),
    ),
    why: "The same libraries on today's engine; Q takes a stack for each promise unless it is told not to.",
  },
  {
    about: "what came since, resolved asynchronously",
    seed: "of Bluebird the author says later that it did even better than Async",
    here: times(
      "chain-async-0-2",
      { setting: "asynchronous", n: 500 },
      "milliseconds",
      "chain-bluebird",
      "chain-native",
      "chain-q",
      "chain-when",
      "chain-deferred",
      "chain-promise",
    ),
    why: "Native promises came into V8 in 2014; they and Bluebird keep a promise's state in the object itself instead of in closures.",
  },
];

const MEASURED: Readonly<Record<MeasuredTable["table"], readonly Claim<MeasuredRow>[]>> = {
  performance: PERFORMANCE,
  closures: CLOSURES,
  promises: PROMISES,
};

/** Findings about a table of time and memory. */
export function measuredFindings(table: MeasuredTable["table"], rows: readonly MeasuredRow[]): Finding[] {
  return findingsOf(MEASURED[table], rows);
}

/** As multiples of the base's, at one n of one setting. */
function times(
  baseName: string,
  at: { readonly setting: string; readonly n: number },
  of: "milliseconds" | "megabytes",
  ...names: readonly string[]
): Claim<MeasuredRow>["here"] {
  return (rows) => {
    const base = rows.find(({ name }) => name === baseName);
    if (base === undefined) return null;
    return inWords(names, (name) => {
      const row = rows.find((one) => one.name === name);
      const ratio = row === undefined ? null : ratioNow(row, base, at, of);
      return ratio === null ? null : ratio.median.toFixed(2);
    });
  };
}

/** CPU time of a call over the base's, as the rounds in turn gave it. */
function cpuTimes(...names: readonly string[]): Claim<MeasuredRow>["here"] {
  return (rows) =>
    inWords(names, (name) => {
      const measured = rows.find((row) => row.name === name)?.measured;
      const ratio = measured?.find(({ setting }) => setting === ONE.setting)?.timeRatio;
      return ratio === undefined ? null : ratio.median.toFixed(2);
    });
}

function spread(setting: string, n: number): Claim<MeasuredRow>["here"] {
  return (rows) => {
    const all = rows.flatMap(({ name, measured }) => {
      const point = measured.find((one) => one.setting === setting)?.series.find((one) => one.n === n);
      return point?.milliseconds === undefined ? [] : [{ name, milliseconds: point.milliseconds.median }];
    });
    if (all.length < 3) return null;
    const sorted = all.toSorted((a, b) => a.milliseconds - b.milliseconds);
    const [least, most] = [sorted[0]!, sorted.at(-1)!];
    return `with n = ${n} ${most.name} takes ${(most.milliseconds / least.milliseconds).toFixed(2)} times as long as ${least.name}, and the other ${all.length - 2} lie between them`;
  };
}

function firstResolved(rows: readonly MeasuredRow[], name: string, setting: string): string | null {
  const measured = rows.find((row) => row.name === name)?.measured.find((one) => one.setting === setting);
  const first = measured?.series.find(({ n }) => n === 500)?.firstResolvedMilliseconds;
  return first === undefined ? null : `${first.toPrecision(2)} ms`;
}
