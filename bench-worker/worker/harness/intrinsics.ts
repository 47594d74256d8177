import { performance } from "node:perf_hooks";
import v8 from "node:v8";

/**
 * What the harness needs of the engine, taken before any of the user's code runs: afterwards the globals of these
 * names are fakes, and the user's code may have replaced more.
 */
interface TickDrain {
  readonly _tickCallback?: () => void;
}

interface ReallyExit {
  readonly reallyExit: (code: number) => never;
}

type CollectGarbage = (options?: { type: "minor" | "major" }) => void;

interface ThreadCpu {
  readonly threadCpuUsage?: () => NodeJS.CpuUsage;
}

const threadCpuUsage = (process as ThreadCpu).threadCpuUsage?.bind(process);
// All threads of the process: it is started with a single one, but for those of libuv, which sleep.
const processCpuUsage = process.cpuUsage.bind(process);

/**
 * Linux brings the time of a running thread up to date at its scheduler's ticks, milliseconds apart, and when somebody
 * asks for that of the process. So the process is asked before the thread.
 */
function cpuUsage(): NodeJS.CpuUsage {
  const ofProcess = processCpuUsage();
  return threadCpuUsage === undefined ? ofProcess : threadCpuUsage();
}

const eventLoopUtilization = performance.eventLoopUtilization.bind(performance);
const reallyExit = (process as unknown as ReallyExit).reallyExit.bind(process);
const drain = (process as TickDrain)._tickCallback;
const { gc } = globalThis as { gc?: CollectGarbage };

export const harness = {
  /** Whether Node runs TypeScript itself, as it does from 22.18 and 23.6 on. */
  runsTypeScript: typeof (process.features as { typescript?: unknown }).typescript === "string",
  /** The worker's own file, which stacks name as well. */
  ownFile: process.argv[1] ?? "",
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  nextTick: process.nextTick.bind(process),
  clearImmediate: globalThis.clearImmediate,
  Promise: globalThis.Promise,
  Error: globalThis.Error,
  captureStackTrace: Error.captureStackTrace.bind(Error),
  /** Milliseconds, monotonic, with a fraction. */
  now: performance.now.bind(performance),
  /** Milliseconds of CPU time, of this thread where the runtime can tell (Node 22.19, 23.9), to a microsecond. */
  cpuMilliseconds: (): number => {
    const { user, system } = cpuUsage();
    return (user + system) / 1000;
  },
  /** Milliseconds for which the event loop had nothing to do. */
  idleMilliseconds: (): number => eventLoopUtilization().idle,
  /**
   * Runs nextTicks and microtasks until there are none, as the engine does between two timers. Undefined where
   * the runtime does not offer it.
   */
  drain: drain === undefined ? undefined : drain.bind(process),
  /** Undefined without `--expose-gc`. */
  collectGarbage: gc,
  /** Bytes of the JavaScript heap in use. */
  heapUsedBytes: (): number => v8.getHeapStatistics().used_heap_size,
  /** 0 to 1: of the heap's limit, what is in use. */
  heapShare: (): number => {
    const { used_heap_size: used, heap_size_limit: limit } = v8.getHeapStatistics();
    return used / limit;
  },
  /** Ends the process at once; the real `process.exit` asks methods that are taken off by then. */
  exit: (code = 0): never => reallyExit(code),
} as const;
