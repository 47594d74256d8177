type AnyFunction = (...parameters: unknown[]) => unknown;

/** What functions stand for that only hear of calls. */
const originals = new WeakMap<object, AnyFunction>();
let areAny = false;

/** A function that hears of each call of another, and is like it in all else, its text included. */
export function hearing(run: AnyFunction, hear: (self: unknown, given: unknown[]) => void): AnyFunction {
  const heard = new Proxy(run, {
    apply: (target, self: unknown, given: unknown[]) => {
      hear(self, given);
      return Reflect.apply(target, self, given);
    },
  });
  originals.set(heard, run);
  areAny = true;
  return heard;
}

/** The text of a function as its source has it. */
export function textOfFunction(run: object): string {
  const original = areAny ? originals.get(run) : undefined;
  return Function.prototype.toString.call(original ?? run);
}
