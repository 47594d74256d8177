import { seededRandom } from "../../../bench-worker/worker/measure/random.ts";

/** `size` of the items, drawn by `seed` without putting back; all of them where there are not so many. */
export function draw<T>(items: readonly T[], size: number, seed: number): T[] {
  const random = seededRandom(seed);
  const left = [...items];
  const drawn: T[] = [];
  while (drawn.length < size && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}
