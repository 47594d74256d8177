import { Stream } from "node:stream";

/** What streams of Node tell of their state by getters, which change nothing. */
const TOLD_BY_STREAMS = [
  ...["readable", "readableEnded", "readableAborted", "writable", "writableEnded", "writableFinished"],
  ...["destroyed", "closed"],
];

/** The names of the getters by which an object tells of its state, where it is a stream of Node: what others inherit from is none. */
export function stateGettersOf(value: object): readonly string[] {
  const isStream = Object.hasOwn(value, "_readableState") || Object.hasOwn(value, "_writableState");
  return isStream && value instanceof Stream ? TOLD_BY_STREAMS : [];
}

/** The state of a stream, as far as numbers and booleans tell it. */
export type StreamState = Readonly<Record<string, number | boolean>>;

/** What a stream of Node is like now; null for what is none. */
export function stateOf(value: unknown): StreamState | null {
  const getters = typeof value === "object" && value !== null ? stateGettersOf(value) : [];
  if (getters.length === 0) return null;
  const state: Record<string, number | boolean> = {};
  const add = (name: string, one: unknown): void => {
    if (typeof one === "boolean" || Number.isFinite(one)) state[name] = one as number | boolean;
  };
  const stream = value as object;
  for (const name of Object.keys(stream)) add(name, Object.getOwnPropertyDescriptor(stream, name)?.value);
  for (const name of getters) add(name, Reflect.get(stream, name));
  return state;
}

/** What is otherwise in the second state; null where nothing is. */
export function changedIn(before: StreamState, now: StreamState): StreamState | null {
  const changed = Object.entries(now).filter(
    ([name, value]) => !name.startsWith("_") && before[name] !== value,
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
