import type { Activation, Call } from "./activation.ts";

/** A stretch of time, in milliseconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Of more of them the first half is forgotten: what began before takes them for its own time. */
const KEPT_AT_MOST = 20_000;

/** When the recorder kept something, for which the program stood still. */
export class Pauses {
  readonly #now: () => number;
  #all: Stretch[] = [];
  #depth = 0;

  /** @param now Milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Does what keeps the program waiting. */
  during<T>(act: () => T): T {
    const start = this.#now();
    this.#depth++;
    try {
      return act();
    } finally {
      if (--this.#depth === 0) this.#add({ start, end: this.#now() });
    }
  }

  /** Those that ended since a time, in their order. */
  since(time: number): readonly Stretch[] {
    return this.#all.slice(this.#all.findLastIndex(({ end }) => end <= time) + 1);
  }

  #add(pause: Stretch): void {
    if (this.#all.length === KEPT_AT_MOST) this.#all = this.#all.slice(KEPT_AT_MOST / 2);
    this.#all.push(pause);
  }
}

/**
 * Milliseconds of a call since it began, without the pauses in which nothing was under way that it waits for: they are no time of its own.
 * What is under way goes on in a pause, and nobody knows for how long: such a pause counts.
 */
export function withoutPauses(
  { startedAt }: Pick<Activation, "startedAt">,
  calls: readonly Pick<Call, "startedAt" | "endedAt">[],
  pauses: readonly Stretch[],
): (time: number) => number {
  const idle: Stretch[] = [];
  const busy = calls
    .flatMap(({ startedAt: start, endedAt: end }) => (end === null ? [] : [{ start, end }]))
    .sort((a, b) => a.start - b.start);
  let at = 0;
  let busyUntil = -Infinity;
  for (const pause of pauses) {
    let start = Math.max(pause.start, startedAt);
    for (; at < busy.length && busy[at]!.start < pause.end; at++) {
      const { start: begins, end } = busy[at]!;
      start = Math.max(start, busyUntil);
      if (begins > start) idle.push({ start, end: begins });
      busyUntil = Math.max(busyUntil, end);
    }
    start = Math.max(start, busyUntil);
    if (start < pause.end) idle.push({ start, end: pause.end });
  }
  return (time) => {
    let left = time - startedAt;
    for (const { start, end } of idle) {
      if (start >= time) break;
      left -= Math.min(end, time) - start;
    }
    return left;
  };
}
