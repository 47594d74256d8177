import { inspect, types } from "node:util";

/** What a promise has come to; who wants the value of one that has one may wait for it. */
export type Settled =
  | { readonly state: "pending" | "value" }
  | { readonly state: "error"; readonly reason: unknown };

/**
 * Looks what a native promise has come to, without waiting for it: who waits for a promise that fails keeps the engine from
 * telling that nobody does. Node's `inspect` shows it, and asks an object that it shows how it wants to be shown.
 */
export function peek(promise: Promise<unknown>): Settled {
  const state = stateOf(promise);
  if (state === "pending" || state === "value") return { state };
  let shown: unknown;
  const note = (reason: unknown): string => {
    shown ??= reason;
    return "";
  };
  const roots = new Set([rootOf(promise), Object.prototype]);
  const custom = {
    configurable: true,
    enumerable: false,
    writable: true,
    value(this: unknown): unknown {
      return this === promise ? promise : note(this);
    },
  };
  const before = [...roots].map(
    (root) => [root, Object.getOwnPropertyDescriptor(root, inspect.custom)] as const,
  );
  let text: string;
  try {
    for (const root of roots) Object.defineProperty(root, inspect.custom, custom);
    text = inspect(promise, { depth: 1, breakLength: Infinity, showProxy: false });
  } finally {
    for (const [root, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(root, inspect.custom);
      else Object.defineProperty(root, inspect.custom, descriptor);
    }
  }
  if (PENDING.test(text)) return { state: "pending" };
  const [isError, reason] = /^[^{]*\{ <rejected> ?([^]*?) ?\}$/.exec(text) ?? [];
  if (isError === undefined) return { state: "value" };
  return { state: "error", reason: shown ?? reason };
}

/**
 * What a promise has come to, as far as that shows without a value that could be asked; null where it cannot be shown so. For the reason
 * why one has failed it takes a property of `Object.prototype`, each change of which has the engine forget what it has optimized.
 */
export function stateOf(promise: Promise<unknown>): Settled["state"] | null {
  try {
    const text = inspect(promise, BRIEFLY);
    return PENDING.test(text) ? "pending" : REJECTED.test(text) ? "error" : "value";
  } catch {
    return null;
  }
}

const PENDING = /^[^{]*\{ <pending>/;
/** What shows on several lines begins on one of its own. */
const REJECTED = /^[^{]*\{\s+<rejected>/;
const BRIEFLY = {
  ...{ depth: 0, customInspect: false, showProxy: false, breakLength: Infinity },
  ...{ maxStringLength: 0, maxArrayLength: 0 },
};

/** The object that all objects of a realm inherit from. */
function rootOf(value: object): object {
  let root = value;
  for (let above = Object.getPrototypeOf(root) as object | null; above !== null;) {
    root = above;
    if (types.isProxy(root)) break;
    above = Object.getPrototypeOf(root) as object | null;
  }
  return root;
}
