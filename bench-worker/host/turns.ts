/** Lets several take turns at something that only one may do at a time: who asks first is first. */
export class Turns {
  readonly #now: () => number;
  #last: Promise<void> = Promise.resolve();

  /** @param now Milliseconds of a clock that does not jump. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** A place among those who take turns. */
  enter(): Place {
    const now = this.#now;
    let spent = 0;
    let turnSince: number | null = null;
    return {
      time: () => spent + (turnSince === null ? 0 : now() - turnSince),
      inTurn:
        (work) =>
        async (...given) => {
          const before = this.#last;
          let leave = (): void => undefined;
          this.#last = new Promise((resolve) => {
            leave = resolve;
          });
          await before;
          turnSince = now();
          try {
            return await work(...given);
          } finally {
            spent += now() - turnSince;
            turnSince = null;
            leave();
          }
        },
    };
  }
}

/** One of those who take turns. */
export interface Place {
  /** Milliseconds of a clock that goes only while it is this one's turn. */
  time(): number;
  /** The same work, done when it is this one's turn. */
  inTurn<P extends unknown[], R>(work: (...given: P) => Promise<R>): (...given: P) => Promise<R>;
}
