import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import * as v from "valibot";

/** Often enough for a stretch of some milliseconds. */
const MILLISECONDS_A_LOOK = 1;

/** How much of the processor a thread had had at a moment. */
export interface Look {
  /** Of the clock that profiles have, too. */
  readonly microseconds: number;
  readonly runningMicroseconds: number;
}

const looksSchema = v.array(v.object({ microseconds: v.number(), runningMicroseconds: v.number() }));

/**
 * Linux's account of a thread: the first number is the nanoseconds that it has been on a processor
 * (Documentation/scheduler/sched-stats). A thread that has to wait for a processor is not running, whoever it waits for.
 */
const accountOf = (thread: number): string => `/proc/self/task/${thread}/schedstat`;

/** Runs in a thread of its own, which the other one cannot hold up. */
const WATCH = `
const { openSync, readSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
const account = openSync(workerData.account, "r");
const text = Buffer.alloc(100);
const looks = [];
const stop = new Int32Array(workerData.stop);
const look = () => {
  const length = readSync(account, text, 0, text.length, 0);
  looks.push({
    microseconds: Number(process.hrtime.bigint()) / 1000,
    runningMicroseconds: Number(text.toString("latin1", 0, length).split(" ")[0]) / 1000,
  });
};
look();
parentPort.postMessage("watching");
while (Atomics.wait(stop, 0, 0, workerData.milliseconds) === "timed-out") look();
// However rarely this thread got its turn, the beginning and the end are there.
look();
parentPort.postMessage(looks);
`;

/**
 * Watches how much of the processor the main thread gets while `work` goes on; undefined where the system does not tell.
 */
export async function looksDuring(work: () => Promise<void>): Promise<readonly Look[] | undefined> {
  const account = accountOf(process.pid);
  if (!existsSync(account)) {
    await work();
    return undefined;
  }
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(WATCH, {
    eval: true,
    workerData: { account, stop, milliseconds: MILLISECONDS_A_LOOK },
  });
  const message = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
  await message();
  const looks = message();
  try {
    await work();
  } finally {
    Atomics.store(new Int32Array(stop), 0, 1);
    Atomics.notify(new Int32Array(stop), 0);
  }
  return v.parse(looksSchema, await looks);
}

/** For how long the thread was running between two moments, in microseconds; even between two looks. */
export function runningBetween(looks: readonly Look[], start: number, end: number): number {
  return Math.min(end - start, runningAt(looks, end) - runningAt(looks, start));
}

function runningAt(looks: readonly Look[], moment: number): number {
  const next = looks.findIndex(({ microseconds }) => microseconds >= moment);
  const after = looks[next];
  const before = looks[next - 1];
  // Before the first look and behind the last one it is taken to run all the time.
  if (after === undefined || before === undefined) {
    const nearest = after ?? looks.at(-1);
    return nearest === undefined ? moment : nearest.runningMicroseconds + moment - nearest.microseconds;
  }
  const share = (moment - before.microseconds) / (after.microseconds - before.microseconds);
  return before.runningMicroseconds + share * (after.runningMicroseconds - before.runningMicroseconds);
}
