import { setTimeout as sleep } from "node:timers/promises";

/** What comes about at all comes about by then, on a machine that has much else to do, too. */
export const PATIENCE_MILLISECONDS = 90_000;

/** Each question takes the processor from what is waited for. */
const LONGEST_PAUSE_MILLISECONDS = 500;

/** Asks again and again, less often as time goes by, until the answer is not `undefined`. Throws after `milliseconds`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  milliseconds = PATIENCE_MILLISECONDS,
): Promise<T> {
  const end = performance.now() + milliseconds;
  for (let pause = 50; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Waited ${milliseconds / 1000} s in vain for ${what}.`);
    await sleep(pause);
  }
}
