import { keptAtMost } from "../bench-worker/host/budget.ts";
import { TELLS_KEPT } from "../bench-worker/host/process-times.ts";

/** Milliseconds that the processes take which are owed, whatever the budget: four of time, one of memory, one of stack traces. */
const LEAST_MILLISECONDS = 3_000;

/** What is measured together: its budget in milliseconds. */
interface Part {
  readonly budget: number;
  readonly purpose: Parameters<typeof keptAtMost>[1];
}

/** Beside others a process takes so many times as much computing: the caches are not its own. */
const BUSY = 2;

/**
 * `about 20 seconds, up to 100 where others keep the machine busy`: how long measuring takes, for who waits.
 *
 * @param parts What is measured one after the other.
 * @param tellsKept Whether the system tells what others take of a process.
 */
export function howLong(parts: readonly Part[], tellsKept: boolean = TELLS_KEPT): string {
  const owed = parts.map(({ budget }) => Math.max(budget, LEAST_MILLISECONDS));
  const seconds = (milliseconds: readonly number[]): number =>
    Math.ceil(milliseconds.reduce((sum, one) => sum + one, 0) / 1000);
  const longest = tellsKept
    ? `up to ${seconds(parts.map(({ budget, purpose }, index) => BUSY * owed[index]! + keptAtMost(budget, purpose)))}`
    : "longer";
  return `about ${seconds(owed)} seconds, ${longest} where others keep the machine busy`;
}
