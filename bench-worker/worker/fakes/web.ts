import { fakeAtomics } from "./atomics.ts";
import { MADE_JSON, type IoCore } from "../io/io-core.ts";
import { isObject } from "../io/is-object.ts";
import { answerByPromise } from "./given-answers.ts";
import { fakeCompressionStreams } from "./compression-streams.ts";
import { fakeWebAssembly } from "./web-assembly.ts";
import { trapsOf } from "./universal/traps.ts";
import { fakeWebSockets } from "./web-sockets.ts";
import { fakeWebStorage } from "./web-storage.ts";

/** The web's own ways to the network, as globals that reach nobody. */
export function fakeWeb(core: IoCore): Record<string, unknown> {
  for (const name of OF_UNDICI) whenAsked(name);
  const itsResponse = whenAsked("Response") as () => typeof Response;
  const answer = (): Response =>
    answerHolding(itsResponse(), core.makeBody === null ? {} : core.makeBody("fetch().json()"), core.json);
  const fetch = (input: unknown, ...more: unknown[]): Promise<unknown> => {
    const given = core.given?.of("fetch");
    if (given !== undefined) {
      const parameters = [input, ...more];
      return answerByPromise({ core, expression: "fetch", given, parameters, otherwise: answer });
    }
    core.noteUse("fetch", "promise", "default", "its body is made up as the source reads it");
    // A path alone is what code for a browser asks for.
    return core.promise("fetch", answer());
  };
  const { structuredClone: clone } = globalThis;
  return {
    fetch,
    // The real one refuses fakes.
    structuredClone: (value: unknown, options?: Parameters<typeof clone>[1]): unknown =>
      typeof value === "function" || holdsFake(value) ? value : clone(value, options),
    Blob: takingFakes(Blob),
    ...("File" in globalThis ? { File: takingFakes(File) } : {}),
    Atomics: fakeAtomics(core),
    WebAssembly: fakeWebAssembly(core),
    ...fakeCompressionStreams(core),
    ...fakeWebSockets(core),
    ...fakeWebStorage(),
  };
}

/** What a server answers whose JSON holds data. */
export function answerHolding(itsResponse: typeof Response, data: unknown, text = MADE_JSON): Response {
  const init = { status: 200, headers: { "content-type": "application/json" } };
  return Object.assign(new itsResponse(text, init), {
    json: () => Promise.resolve(data),
    clone: () => answerHolding(itsResponse, data, text),
  });
}

/** Whether a value is a fake, or has one within its plain objects and lists, not too far down. */
function holdsFake(value: unknown, depth = 4): boolean {
  if (trapsOf(value) !== undefined) return true;
  return depth > 0 && isObject(value) && Object.values(value).some((one) => holdsFake(one, depth - 1));
}

/** A class of blobs that takes fakes among its parts for text: the real one ends the process on them. */
function takingFakes(real: typeof Blob | typeof File): object {
  const asPart = (part: unknown): unknown => (trapsOf(part) === undefined ? part : String(part));
  return new Proxy(real, {
    construct: (target, [parts, ...more]: unknown[], as) => {
      const isFake = trapsOf(parts) !== undefined;
      const isList = isFake || (isObject(parts) && Symbol.iterator in parts);
      const taken = isList ? Array.from(parts as Iterable<unknown>, asPart) : parts;
      return Reflect.construct(target, [taken, ...more], as) as object;
    },
  });
}

/** What Node loads undici for, once somebody asks for one of them. */
const OF_UNDICI = ["Request", "Headers", "FormData", "MessageEvent"];

/**
 * Leaves a class of undici to those who ask for it: loading it takes a tenth of what a short run does. The client that undici then puts
 * where all copies of it look for one is taken away at once.
 *
 * @returns What gives the class, whatever stands in its place by then.
 */
export function whenAsked(name: string): () => unknown {
  const get = Reflect.getOwnPropertyDescriptor(globalThis, name)?.get;
  if (get === undefined) return (): unknown => Reflect.get(globalThis, name);
  let loaded: unknown;
  const load = (): unknown => {
    if (loaded !== undefined) return loaded;
    const before = dispatchers();
    const standing = Reflect.getOwnPropertyDescriptor(globalThis, name);
    // It puts itself in the place of whatever stands there.
    loaded = Reflect.apply(get, globalThis, []);
    if (standing !== undefined) Reflect.defineProperty(globalThis, name, standing);
    for (const key of dispatchers()) if (!before.includes(key)) Reflect.set(globalThis, key, undefined);
    return loaded;
  };
  const set = (value: unknown): void =>
    void Reflect.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  Reflect.defineProperty(globalThis, name, { get: load, set, configurable: true });
  return load;
}

function dispatchers(): symbol[] {
  const isOne = ({ description }: symbol): boolean => description?.startsWith("undici.") === true;
  return Object.getOwnPropertySymbols(globalThis).filter(isOne);
}
