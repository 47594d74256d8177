import { realEnvironment, virtualEnvironment, type Environment } from "./environment.ts";
import { PROGRAMS, type Program } from "./programs.ts";

/** What a program did on real timers and on ours. */
export interface Comparison {
  readonly program: string;
  readonly lockstep: boolean;
  readonly agrees: boolean;
  /** What each gave most often. */
  readonly virtual: readonly string[];
  readonly real: readonly string[];
}

/** On a busy machine a millisecond passes between what else falls into one: so often may both clocks be asked. */
const ATTEMPTS_AT_MOST = 80;
/** An order that both gave so often, and real timers in so large a share of the attempts, is the order of both. */
const AGREEMENTS = 2;
const SHARE_AT_LEAST = 0.1;

/** Runs all programs on the virtual clock and on real timers, one after the other. */
export async function compareAll(attempts = ATTEMPTS_AT_MOST): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const [name, program] of Object.entries(PROGRAMS)) {
    comparisons.push(await compare(name, program, false, attempts));
    // A callback that takes its time takes none where no time passes but by jumps.
    if (!TAKES_TIME.has(name)) comparisons.push(await compare(name, program, true, attempts));
  }
  return comparisons;
}

const TAKES_TIME: ReadonlySet<string> = new Set([
  "a callback that takes longer than others have to wait",
  "many lists that expire together",
]);

async function compare(
  program: string,
  run: Program,
  lockstep: boolean,
  attempts: number,
): Promise<Comparison> {
  const virtual = new Map<string, number>();
  const real = new Map<string, number>();
  for (let attempt = 0; attempt < attempts; attempt++) {
    count(virtual, await orderOn(virtualEnvironment(lockstep), run));
    count(real, await orderOn(realEnvironment(), run));
    for (const [order, times] of virtual) {
      const inReal = real.get(order) ?? 0;
      if (Math.min(times, inReal) < AGREEMENTS || inReal < SHARE_AT_LEAST * (attempt + 1)) continue;
      return { program, lockstep, agrees: true, virtual: order.split("\n"), real: order.split("\n") };
    }
  }
  return { program, lockstep, agrees: false, virtual: usual(virtual), real: usual(real) };
}

function count(orders: Map<string, number>, events: readonly string[]): void {
  const order = events.join("\n");
  orders.set(order, (orders.get(order) ?? 0) + 1);
}

function usual(orders: ReadonlyMap<string, number>): string[] {
  return [...orders].sort(([, a], [, b]) => b - a)[0]![0].split("\n");
}

/** Begins within a timer of the environment, so that every run begins at the same place of the event loop. */
function orderOn(environment: Environment, run: Program): Promise<string[]> {
  return new Promise((resolve) => {
    const log: string[] = [];
    environment.setTimeout(() => {
      run(
        environment,
        (event) => log.push(event),
        () => {
          log.push("done");
          // What comes late shall be seen to come late.
          setTimeout(() => resolve(log), 3);
        },
      );
    }, 2);
  });
}
