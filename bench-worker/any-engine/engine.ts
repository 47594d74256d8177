import type { Walls } from "../environment.ts";

/** What engines have of `process` beside what all of them have. */
interface OptionalProcess {
  readonly cpuUsage?: () => { readonly user: number; readonly system: number };
  readonly _tickCallback?: () => void;
}

interface Asked {
  readonly name: "run" | "net" | "read" | "write";
  readonly path?: string;
}

interface EngineGlobals {
  gc?: (minor?: boolean) => void;
  readonly performance?: { now?: () => number };
  readonly Bun?: { gc?: (synchronous: boolean) => void };
  readonly Deno?: { permissions: { querySync(asked: Asked): { state: string } } };
  readonly Promise?: PromiseConstructor;
}

const globals = global as unknown as EngineGlobals;
const { cpuUsage, _tickCallback: tick } = process as unknown as OptionalProcess;
const versions = process.versions as Readonly<Record<string, string | undefined>>;
const { Bun: bun, gc } = globals;
const clock = globals.performance;
const permissions = globals.Deno === undefined ? undefined : globals.Deno.permissions;
// Every engine that has no way to drain has promises.
const OwnPromise = globals.Promise;
// Node has drained between two timers that are due together from 11 on, and so does this worker's clock.
const NODE_DRAINS_FROM = 11;

const runtime = versions["bun"] !== undefined ? "bun" : versions["deno"] !== undefined ? "deno" : "node";
const version = versions[runtime] ?? "unknown";
const nodeMajor = runtime === "node" ? parseInt(version, 10) : null;

function collectGarbage(): ((minor: boolean) => void) | undefined {
  const ofBun = bun === undefined ? undefined : bun.gc;
  // Bun has one kind of collection only; one before each round would cost more than the rounds.
  if (ofBun !== undefined) return (minor) => (minor ? undefined : ofBun(true));
  if (gc === undefined) return undefined;
  return (minor) => (minor ? gc(true) : gc());
}

/**
 * What the worker needs of its engine, taken before any of the target's code runs. Nothing here, or in any file of
 * this folder, may need more than ECMAScript 5 and Node 0.10 to run: what an engine lacks is undefined.
 */
export const engine = {
  runtime,
  version,
  /** The version of V8, or which other engine it is. */
  v8:
    runtime === "bun" ? `none: JavaScriptCore ${String(versions["webkit"])}` : (versions["v8"] ?? "unknown"),
  setImmediate: setImmediate,
  setTimeout: setTimeout,
  setInterval: setInterval,
  clearInterval: clearInterval,
  Error: Error,
  /** Milliseconds, monotonic, with a fraction. */
  now:
    clock !== undefined && clock.now !== undefined
      ? clock.now.bind(clock)
      : (): number => {
          const [seconds, nanoseconds] = process.hrtime();
          return seconds * 1e3 + nanoseconds / 1e6;
        },
  /** Milliseconds of CPU time of the process; null where the engine does not tell. */
  cpuMilliseconds: (): number | null => {
    if (cpuUsage === undefined) return null;
    const { user, system } = cpuUsage.call(process);
    return (user + system) / 1000;
  },
  /** Runs nextTicks and microtasks until there are none; undefined where there is no way to. */
  drain: tick === undefined || nodeMajor === null ? undefined : tick.bind(process),
  /** Calls back once nextTicks and microtasks have been run, those too that they queue, in the same turn. */
  afterMicrotasks: (run: () => void): void => {
    // What a microtask puts off to the next tick runs when no microtask is left.
    void OwnPromise!.resolve().then(() => process.nextTick(run));
  },
  /** Whether due timers of this engine run one after another with nothing drained in between. */
  runsTimersTogether: nodeMajor !== null && nodeMajor < NODE_DRAINS_FROM,
  /** Undefined where garbage cannot be collected on demand. */
  collectGarbage: collectGarbage(),
  heapUsedBytes: (): number => process.memoryUsage().heapUsed,
  exit: process.exit.bind(process),
};

/** What the engine refuses by itself: of these only Deno does, which is asked. */
export function wallsHere(): Walls {
  const wall = (...names: Asked["name"][]): Walls["network"] =>
    names.every((name) => refuses({ name })) ? "runtime" : "fakes";
  return { files: wall("read", "write"), processes: wall("run"), network: wall("net") };
}

/** Whether the engine lets a file be read: Deno asks nobody where it loads a module. */
export function mayRead(file: string): boolean {
  return !refuses({ name: "read", path: file });
}

function refuses(asked: Asked): boolean {
  return permissions !== undefined && permissions.querySync(asked).state !== "granted";
}

/** Node's major version; null for another engine. */
export function majorOfNode(): number | null {
  return nodeMajor;
}
