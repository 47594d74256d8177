import type { IoCore } from "../io/io-core.ts";
import { stackBelow } from "../io/call-site.ts";
import { isObject } from "../io/is-object.ts";
import { promiseOperation, type Answer } from "./operations.ts";
import { trapsOf } from "./universal/traps.ts";

/** What the engine has, as far as it is used here. */
interface Engine {
  readonly Module: new (bytes: unknown) => object;
  readonly Instance: new (module: object, imports: unknown) => object;
}

type Operation = (...parameters: unknown[]) => Promise<unknown>;

/** The place of what Node does itself, as where `fetch` or `Response` are first touched. */
const IN_ENGINE = /\bnode:internal\//;

/** What each module begins with, and one that has nothing else. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];
const EMPTY = Uint8Array.of(...MAGIC, 1, 0, 0, 0);

/**
 * `WebAssembly`: what the engine compiles in the background answers from the clock, as other threads' work does, and the same bytes are
 * compiled once. Bytes that nobody has compiled to it, as made-up files and answers are, become a module whose exports are made up.
 */
export function fakeWebAssembly(core: IoCore): object {
  const real = Reflect.get(globalThis, "WebAssembly") as Engine;
  const compiled = new WeakMap<object, object>();
  const madeUp = new WeakSet<object>();

  const madeUpModule = (): object => {
    const module = new real.Module(EMPTY);
    madeUp.add(module);
    return module;
  };
  const moduleOf = (bytes: unknown): object => {
    const known = isObject(bytes) ? compiled.get(bytes) : undefined;
    const module = known ?? (isCompiled(bytes) ? new real.Module(bytes) : madeUpModule());
    if (isObject(bytes)) compiled.set(bytes, module);
    return module;
  };
  const instanceOf = (module: object, imports: unknown): object => {
    if (!madeUp.has(module)) {
      try {
        return new real.Instance(module, imports);
      } catch (error) {
        if (!hasMadeUp(imports)) throw error;
      }
    }
    const exports = core.makeUp?.("WebAssembly.Instance.exports") ?? {};
    const prototype = real.Instance.prototype as object;
    return Object.create(prototype, { exports: { value: exports, enumerable: true } }) as object;
  };
  const instantiate = ([source, imports]: readonly unknown[]): unknown => {
    const isFake = trapsOf(source) !== undefined;
    if (!isFake && source instanceof real.Module) return instanceOf(source, imports);
    const module = moduleOf(source);
    const instance = instanceOf(module, imports);
    // Nobody knows whether a fake is a module or its bytes.
    return isFake ? Object.assign(instance, { module, instance }) : { module, instance };
  };

  /** Fails as the real one does: later. */
  const operation = (name: string, answer: Answer): Operation => {
    const expression = `WebAssembly.${name}`;
    const answered = promiseOperation(core, expression, answer) as Operation;
    const ofEngine = Reflect.get(real, name) as Operation;
    const called: Operation = (...parameters) => {
      if (IN_ENGINE.test(stackBelow(called, 1))) return Reflect.apply(ofEngine, real, parameters);
      try {
        return answered(...parameters);
      } catch (error) {
        return core.promise(expression, undefined).then(() => Promise.reject(error as Error));
      }
    };
    return called;
  };
  /** The same of the bytes of an answer. */
  const streaming = (name: string, answer: Answer): Operation => {
    const answered = operation(name, answer);
    return async (source, ...more) => await answered(await bytesOf(await source), ...more);
  };
  const made: Engine = {
    Module: new Proxy(real.Module, {
      construct: (target, [bytes]: unknown[], as) =>
        isCompiled(bytes) ? (Reflect.construct(target, [bytes], as) as object) : madeUpModule(),
    }),
    Instance: new Proxy(real.Instance, {
      construct: (target, [module, imports]: unknown[], as) =>
        as === made.Instance && module instanceof real.Module
          ? instanceOf(module, imports)
          : (Reflect.construct(target, [module, imports], as) as object),
    }),
  };
  const replaced = {
    ...made,
    compile: operation("compile", ([bytes]) => moduleOf(bytes)),
    compileStreaming: streaming("compileStreaming", ([bytes]) => moduleOf(bytes)),
    instantiate: operation("instantiate", instantiate),
    instantiateStreaming: streaming("instantiateStreaming", instantiate),
  };
  const descriptors = Object.getOwnPropertyDescriptors(real);
  for (const [name, value] of Object.entries(replaced))
    Object.assign(descriptors, { [name]: { value, writable: true, configurable: true, enumerable: false } });
  return Object.create(Object.getPrototypeOf(real) as object, descriptors) as object;
}

/** Whether something is bytes of a module. */
function isCompiled(bytes: unknown): boolean {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : bytes instanceof ArrayBuffer || bytes instanceof SharedArrayBuffer
      ? new Uint8Array(bytes)
      : undefined;
  return view !== undefined && MAGIC.every((byte, at) => view[at] === byte);
}

/** Whether what a module is to import is a fake, or has some. */
function hasMadeUp(imports: unknown, depth = 0): boolean {
  if (trapsOf(imports) !== undefined) return true;
  return isObject(imports) && depth < 2 && Object.values(imports).some((one) => hasMadeUp(one, depth + 1));
}

async function bytesOf(answer: unknown): Promise<unknown> {
  return answer instanceof Response ? await answer.arrayBuffer() : answer;
}
