import type { Clock } from "./clock.ts";

/** A clock on which nothing that waits ever comes, and which is not waited for; its time is that of another one. */
export class ClockWithoutEnd implements Clock {
  readonly #of: { readonly clock: Clock };
  readonly idle = true;

  constructor(of: { readonly clock: Clock }) {
    this.#of = of;
  }

  time(): number {
    return this.#of.clock.time();
  }

  after(): void {}

  timer(): void {}

  clear(): void {}
}
