import { setTimeout as sleep } from "node:timers/promises";

/** What comes about at all comes about by then, on a machine that has much else to do, too. */
export const PATIENCE_MILLISECONDS = 90_000;

/** Asks again and again until the answer is not `undefined`. Throws after `milliseconds`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  milliseconds = PATIENCE_MILLISECONDS,
): Promise<T> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Waited ${milliseconds / 1000} s in vain for ${what}.`);
    await sleep(100);
  }
}
