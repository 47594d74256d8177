import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until the answer is not `undefined`. Throws after `milliseconds`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  milliseconds = 30_000,
): Promise<T> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Waited ${milliseconds / 1000} s in vain for ${what}.`);
    await sleep(100);
  }
}
