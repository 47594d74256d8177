import type { CallRunner, StartCall } from "../call/run-calls.ts";
import type { IoCore } from "../io/io-core.ts";
import { enterLockstep } from "./lockstep.ts";

/** Milliseconds of CPU time of a cold call below which nothing is tried: what grows does so unseen. */
const COLD_AT_LEAST = 0.5;
/** A batch has so many calls, or as many as take so many milliseconds; with fewer than so many nothing is seen. */
const BATCH = { most: 30, milliseconds: 120, least: 3 } as const;
const BATCHES = 4;
/** Milliseconds of CPU time after which there are no more: then all is as sure as it gets. */
const BATCHES_AT_MOST = 1_000;
/** So many times as long later calls take to be looked at more closely, and then to be sure of it. */
const SUSPICIOUS = 1.2;
const GROWN = 1.3;
/** The share of what each batch added that each is to add again. */
const ADDED_AGAIN = 0.6;

/**
 * Whether a call takes longer the more calls there were before it, as one does that looks through a list to which each call
 * adds: then what it costs depends on how often it was called. It is called up to some hundred times for that.
 *
 * @param coldMilliseconds CPU time of one of the first calls.
 */
export async function growsWithCalls(
  core: IoCore,
  runner: CallRunner,
  start: StartCall,
  coldMilliseconds: number,
): Promise<boolean> {
  if (coldMilliseconds < COLD_AT_LEAST) return false;
  const calls = Math.min(BATCH.most, Math.round(BATCH.milliseconds / coldMilliseconds));
  if (calls < BATCH.least) return false;
  enterLockstep(core);
  const batch = async (): Promise<number> => {
    const { failure, busyMilliseconds } = await runner.run(start, calls);
    if (failure !== null) throw new Error("a call failed");
    return busyMilliseconds;
  };
  try {
    // The first ones get warm.
    await batch();
    const before = await inTurn(batch, BATCHES);
    if (!isGrowing(before, SUSPICIOUS)) return false;
    const after = await inTurn(batch, BATCHES);
    if (!goesOnGrowing(before, after)) return false;
    // A machine that gets busier by steps makes calls longer for a while, too, but not by as much again and again.
    return addsAsMuch(before, after, await inTurn(batch, BATCHES));
  } catch {
    return false;
  }
}

/** Whether each further one took longer than the first, and the last so many times as long. */
export function isGrowing(milliseconds: readonly number[], times: number): boolean {
  const [first = 0, ...others] = milliseconds;
  return others.every((one) => one > first) && (others.at(-1) ?? 0) > times * first;
}

/** Whether those after them took so many times as long on the whole: a machine that has just become busy makes all alike longer. */
export function goesOnGrowing(before: readonly number[], after: readonly number[]): boolean {
  return isGrowing(after, 1) && meanOf(after) > GROWN * meanOf(before);
}

/** Whether each of the last added as much to those before them as each of these had added, as far as it matters. */
export function addsAsMuch(
  before: readonly number[],
  after: readonly number[],
  last: readonly number[],
): boolean {
  return isGrowing(last, 1) && addedByEach(after, last) >= ADDED_AGAIN * addedByEach(before, after);
}

/** What came to a batch from each to the next: of those that take long there may be fewer. */
function addedByEach(before: readonly number[], after: readonly number[]): number {
  return (meanOf(after) - meanOf(before)) / ((before.length + after.length) / 2);
}

function meanOf(milliseconds: readonly number[]): number {
  return sumOf(milliseconds) / Math.max(1, milliseconds.length);
}

function sumOf(milliseconds: readonly number[]): number {
  return milliseconds.reduce((sum, one) => sum + one, 0);
}

async function inTurn(batch: () => Promise<number>, times: number): Promise<number[]> {
  const all: number[] = [];
  // Two at least.
  while (all.length < times && (all.length < 2 || sumOf(all) < BATCHES_AT_MOST)) all.push(await batch());
  return all;
}
