import { fakeAtomics } from "./atomics.ts";
import type { IoCore } from "../io/io-core.ts";
import { isObject } from "../io/is-object.ts";
import { answerByPromise } from "./given-answers.ts";
import { fakeCompressionStreams } from "./compression-streams.ts";
import { fakeWebAssembly } from "./web-assembly.ts";
import { trapsOf } from "./universal/traps.ts";
import { fakeWebSockets } from "./web-sockets.ts";

/** The web's own ways to the network, as globals that reach nobody. */
export function fakeWeb(core: IoCore): Record<string, unknown> {
  const { Response } = globalThis;
  const init = { status: 200, headers: { "content-type": "application/json" } };
  const withBody = (body: unknown): Response =>
    Object.assign(new Response(core.json, init), {
      json: () => Promise.resolve(body),
      clone: () => withBody(body),
    });
  const answer = (): Response => {
    const { makeBody } = core;
    return makeBody === null ? new Response("{}", init) : withBody(makeBody("fetch().json()"));
  };
  const fetch = (input: unknown, ...more: unknown[]): Promise<unknown> => {
    const given = core.given?.of("fetch");
    if (given !== undefined) {
      const parameters = [input, ...more];
      return answerByPromise({ core, expression: "fetch", given, parameters, otherwise: answer });
    }
    if (core.makeBody === null) core.noteUse("fetch", "promise");
    else core.noteUse("fetch", "promise", "default", "its body is made up as the source reads it");
    // A path alone is what code for a browser asks for.
    return core.promise("fetch", answer());
  };
  forgetDispatchers();
  const { structuredClone: clone } = globalThis;
  return {
    fetch,
    // A fake is a function, which the real one refuses.
    structuredClone: (value: unknown, options?: Parameters<typeof clone>[1]): unknown =>
      typeof value === "function" ? value : clone(value, options),
    Blob: takingFakes(Blob),
    ...("File" in globalThis ? { File: takingFakes(File) } : {}),
    Atomics: fakeAtomics(core),
    WebAssembly: fakeWebAssembly(core),
    ...fakeCompressionStreams(core),
    ...fakeWebSockets(core),
  };
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

/** Whoever touches `Response` loads undici, which puts a client of its own where all copies of it look for one. */
function forgetDispatchers(): void {
  for (const name of Object.getOwnPropertySymbols(globalThis)) {
    if (name.description?.startsWith("undici.") === true) Reflect.set(globalThis, name, undefined);
  }
}
