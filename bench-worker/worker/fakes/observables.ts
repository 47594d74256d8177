type AnyFunction = (...parameters: unknown[]) => unknown;

/** What hears of an observable's values and of its end. */
export interface Observer {
  next(value: unknown): unknown;
  error(error: unknown): unknown;
  complete(): unknown;
}

/** The names of an observer's methods: RxJS 4 asked for others than all that came after it. */
const NAMES = {
  next: ["next", "onNext"],
  error: ["error", "onError"],
  complete: ["complete", "onCompleted"],
};

/**
 * Who subscribes with these arguments: an observer, or functions for values, failures and the end. Null for others, as what
 * subscribes to a topic of a queue; one function by itself may be anybody's.
 */
export function observerOf(
  parameters: readonly unknown[],
  isFake: (value: unknown) => boolean,
): Observer | null {
  const [first, ...others] = parameters;
  if (isFake(first)) return null;
  if (typeof first === "object" && first !== null) {
    const methodOf = (names: readonly string[]): AnyFunction | undefined => {
      const name = names.find((one) => typeof Reflect.get(first, one) === "function");
      return name === undefined ? undefined : (Reflect.get(first, name) as AnyFunction).bind(first);
    };
    const next = methodOf(NAMES.next);
    const complete = methodOf(NAMES.complete);
    return next === undefined && complete === undefined
      ? null
      : observerWith(next, methodOf(NAMES.error), complete);
  }
  const functions = parameters.filter((one): one is AnyFunction => typeof one === "function" && !isFake(one));
  if (functions.length !== parameters.length || others.length === 0) return null;
  return observerWith(...functions);
}

function observerWith(next?: AnyFunction, fail?: AnyFunction, complete?: AnyFunction): Observer {
  return {
    next: (value) => next?.(value),
    error: (error) => {
      if (fail === undefined) throw error;
      fail(error);
    },
    complete: () => complete?.(),
  };
}

/** Whether what `pipe` is given are operators, functions of what comes before, rather than a stream to write to. */
export function areOperators(parameters: readonly unknown[], isFake: (value: unknown) => boolean): boolean {
  return parameters.length > 0 && parameters.every((one) => typeof one === "function" && !isFake(one));
}

/** What the operators make of a source, one after the other. */
export function piped(source: unknown, operators: readonly unknown[]): unknown {
  return operators.reduce((before, operator) => (operator as AnyFunction)(before), source);
}

/** What an operator of RxJS stands in its source with: it is called with who subscribes as `this`. */
export interface Lifted {
  call(observer: unknown, source: unknown): unknown;
}

/** Whether a value is what an operator of RxJS hands to its source's `lift`. */
export function isLifted(value: unknown, isFake: (one: unknown) => boolean): value is Lifted {
  if (isFake(value)) return false;
  if (typeof value === "function") return true;
  return typeof value === "object" && value !== null && "call" in value && typeof value.call === "function";
}

/** An observable that is nothing but an operator on a source, for RxJS of any version. */
export function liftedOn(source: unknown, operator: Lifted): object {
  const observable = {
    lift: (next: Lifted) => liftedOn(observable, next),
    pipe: (...operators: unknown[]) => piped(observable, operators),
    subscribe: (...parameters: unknown[]) => {
      const observer = observerOf(parameters, () => false) ?? parameters[0];
      operator.call(isSubscriber(parameters[0]) ? parameters[0] : observer, source);
      return { closed: false, unsubscribe: () => undefined };
    },
    [OBSERVABLE]: () => observable,
  };
  return observable;
}

/** By this name libraries of observables ask each other's for themselves. */
export const OBSERVABLE = "@@observable";

/** Subscribers of RxJS keep what they wait for themselves. */
function isSubscriber(value: unknown): boolean {
  return typeof value === "object" && value !== null && "add" in value && "next" in value;
}
