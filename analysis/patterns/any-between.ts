import { firstFrom } from "./ascending.ts";

/**
 * Whether something holds anywhere from one place up to another. It is asked of functions that stand within each other:
 * what was looked at in vain is passed over the next time, so that all questions together look at each place about once.
 */
export class AnyBetween {
  readonly #holds: (place: number) => boolean;
  /** Stretches in which it holds nowhere, in order and apart: each from one of `#starts` up to the same of `#ends`. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(holds: (place: number) => boolean) {
    this.#holds = holds;
  }

  /** Whether it holds at `start` or behind it, before `end`. */
  isIn(start: number, end: number): boolean {
    const first = firstFrom(this.#ends, start);
    let known = first;
    let place = start;
    while (place < end) {
      if (known < this.#starts.length && this.#starts[known]! <= place)
        place = Math.max(place, this.#ends[known++]!);
      else if (this.#holds(place)) break;
      else place++;
    }
    this.#remember(start, place, first, known);
    return place < end;
  }

  /** Notes that it holds nowhere in a stretch, which touches the known ones from `first` up to `beyond`. */
  #remember(start: number, end: number, first: number, beyond: number): void {
    if (end === start) return;
    const count = beyond - first;
    const from = count > 0 ? Math.min(start, this.#starts[first]!) : start;
    this.#starts.splice(first, count, from);
    this.#ends.splice(first, count, end);
  }
}
