/** How what implements promises is called: a package, or a file of the project that hands one on. */
const PROMISES = /promise|bluebird|(?:^|[/.])(?:q|when|rsvp|vow|lie|pinkie|kew)$/i;

/** Whether what is imported by a specifier may be an implementation of promises. */
export function mayBePromises(specifier: string): boolean {
  return PROMISES.test(specifier);
}

/** Whether what a module exports, as a whole or as its default, makes promises as `Promise` does. */
export function exportsPromises(exports: unknown): boolean {
  if (!isHolder(exports)) return false;
  return isPromiseClass(exports) || isPromiseClass(Reflect.get(exports, "default"));
}

function isPromiseClass(value: unknown): boolean {
  if (typeof value !== "function") return false;
  const has = (name: string): boolean => typeof Reflect.get(value, name) === "function";
  return has("all") && (has("resolve") || has("reject"));
}

function isHolder(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}
