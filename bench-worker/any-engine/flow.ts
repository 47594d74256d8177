/** What is called when a step is over. */
export type Next = () => void;

/** Does one step after another while `wanted` says so; oldest engines have no promises to write this with. */
export function asLongAs(wanted: () => boolean, step: (next: Next) => void, done: Next): void {
  let isInStep = false;
  let goesOn = true;
  // A step that is over at once is followed by a loop, not by a recursion.
  const next = (): void => {
    goesOn = true;
    if (isInStep) return;
    isInStep = true;
    while (goesOn) {
      goesOn = false;
      if (!wanted()) {
        done();
        return;
      }
      step(next);
    }
    isInStep = false;
  };
  next();
}

/** Does a step for each item, one after another. */
export function forEachInTurn<T>(items: readonly T[], step: (item: T, next: Next) => void, done: Next): void {
  let index = 0;
  asLongAs(
    () => index < items.length,
    (next) => step(items[index++]!, next),
    done,
  );
}
