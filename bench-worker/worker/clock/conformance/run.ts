import { realEnvironment, virtualEnvironment, type Environment } from "./environment.ts";
import { PROGRAMS, type Program } from "./programs.ts";

/** What a program did on real timers and on ours. */
export interface Comparison {
  readonly program: string;
  readonly lockstep: boolean;
  readonly agrees: boolean;
  readonly virtual: readonly string[];
  /** What real timers gave most often. */
  readonly real: readonly string[];
}

/** Real timers straddle a millisecond now and then: so often may they be asked. */
const ATTEMPTS_AT_MOST = 9;
/** Real timers that gave our order so often, and no other more often, have given their answer. */
const AGREEMENTS = 2;

/** Runs all programs on the virtual clock and on real timers, one after the other. */
export async function compareAll(only: (name: string, lockstep: boolean) => boolean = () => true): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const [name, program] of Object.entries(PROGRAMS)) {
    for (const lockstep of [false, true]) {
      // A callback that takes its time takes none where no time passes but by jumps.
      if (only(name, lockstep) && !(lockstep && TAKES_TIME.has(name))) {
        comparisons.push(await compare(name, program, lockstep));
      }
    }
  }
  return comparisons;
}

const TAKES_TIME: ReadonlySet<string> = new Set([
  "a callback that takes longer than others have to wait",
  "many lists that expire together",
]);

async function compare(name: string, program: Program, lockstep: boolean): Promise<Comparison> {
  const virtual = await orderOn(virtualEnvironment(lockstep), program);
  const counts = new Map<string, number>();
  for (let attempt = 1; attempt <= ATTEMPTS_AT_MOST; attempt++) {
    const real = (await orderOn(realEnvironment(), program)).join("\n");
    counts.set(real, (counts.get(real) ?? 0) + 1);
    if (attempt === AGREEMENTS && counts.get(virtual.join("\n")) === AGREEMENTS) break;
  }
  const [usual] = [...counts].sort(([, a], [, b]) => b - a)[0]!;
  return { program: name, lockstep, agrees: usual === virtual.join("\n"), virtual, real: usual.split("\n") };
}

/** Begins within a timer of the environment, so that every run begins at the same place of the event loop. */
export function orderOn(environment: Environment, program: Program): Promise<string[]> {
  return new Promise((resolve) => {
    const log: string[] = [];
    environment.setTimeout(() => {
      program(
        environment,
        (event) => log.push(event),
        () => resolve(log),
      );
    }, 2);
  });
}
