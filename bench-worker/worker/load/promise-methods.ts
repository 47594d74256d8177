import { sayThrown } from "../io/call-site.ts";
import { isObject } from "../io/is-object.ts";

/** Libraries of promises that have more methods than the engine's own, the most used first. */
const LIBRARIES = ["bluebird", "q", "when", "rsvp"];

/** What is called on the answer of a method that all promises have. */
const BEHIND_THEN =
  /(?<![\p{ID_Continue}$])(?:then|catch|finally)\(\.{3}\)\.[\p{ID_Continue}$]+ is not a function$/u;
/** What is a method of such libraries' promises and of nothing else. */
const ONLY_OF_LIBRARIES =
  /\.(?:asCallback|nodeify|spread|mapSeries|tapCatch|thenReturn|thenThrow|thenResolve|thenReject|catchReturn|catchThrow) is not a function$/;

/**
 * Whether an error tells that a method of a promise library was called on a promise of the engine's: who is handed promises by a
 * package that makes them by Bluebird goes on with `promise.then(…).asCallback(done)`, and made-up ones are the engine's.
 */
export function lacksPromiseMethod(error: unknown): boolean {
  const message = sayThrown(error);
  return BEHIND_THEN.test(message) || ONLY_OF_LIBRARIES.test(message);
}

/**
 * Gives the engine's promises the methods of the promise libraries that a file can require: each hands its promise over to the
 * library, and what follows is the library's own doing. They stay for as long as the process runs.
 *
 * @param require As the file requires.
 */
export function addPromiseMethods(require: (specifier: string) => unknown): void {
  for (const library of LIBRARIES) {
    const resolve = resolverOf(required(library, require));
    if (resolve === undefined) continue;
    const { prototype } = Promise;
    for (const [name, method] of methodsOf(resolve(undefined))) {
      if (name in prototype) continue;
      Reflect.defineProperty(prototype, name, {
        value: function (this: unknown, ...given: unknown[]): unknown {
          return Reflect.apply(method, resolve(this), given);
        },
        writable: true,
        configurable: true,
      });
    }
  }
}

function required(library: string, require: (specifier: string) => unknown): unknown {
  try {
    return require(library);
  } catch {
    // It is not there.
    return undefined;
  }
}

/** What makes a library's promise of anything: `Bluebird.resolve`, `when.resolve`, `Q`. */
function resolverOf(library: unknown): ((value: unknown) => unknown) | undefined {
  if (!isObject(library)) return undefined;
  for (const holder of [library, Reflect.get(library, "Promise")] as unknown[]) {
    const resolve: unknown = isObject(holder) ? Reflect.get(holder, "resolve") : undefined;
    if (typeof resolve === "function") return (value) => Reflect.apply(resolve, holder, [value]) as unknown;
  }
  return undefined;
}

type Method = (...given: unknown[]) => unknown;

/** All methods that a promise has, by their names, but for those that are meant for its library alone. */
function methodsOf(promise: unknown): Map<string, Method> {
  const methods = new Map<string, Method>();
  for (
    let holder = promise;
    typeof holder === "object" && holder !== null && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder) as unknown
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(holder)))
      if (typeof value === "function" && !name.startsWith("_") && !methods.has(name))
        methods.set(name, value as Method);
  }
  return methods;
}
