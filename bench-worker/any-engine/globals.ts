import type { Io } from "./io.ts";
import { processForTargets } from "./own-process.ts";
import { refusal, refuseInPlace } from "./refusals.ts";

/** Globals of engines that reach out of the process. */
const WAYS_OUT = [
  "fetch",
  "WebSocket",
  "WebSocketStream",
  "EventSource",
  "Worker",
  "BroadcastChannel",
  "close",
];
/** What of `Bun` only tells something. Deno's own code needs what `Deno` holds: Deno itself refuses by that. */
const HARMLESS = ["version", "revision"];

interface Timer {
  isCancelled: boolean;
  unref(): Timer;
  ref(): Timer;
}

function newTimer(): Timer {
  const timer: Timer = { isCancelled: false, unref: () => timer, ref: () => timer };
  return timer;
}

/**
 * Puts fakes in the place of the engine's timers, its output and the end of the process, and the way in that the
 * gallery's data layer looks for; and what refuses in the place of what reaches out of the process. All for good.
 */
export function replaceGlobals(io: Io): void {
  const globals = global as unknown as Record<string, unknown>;
  const cancel = (timer: unknown): void => {
    if (typeof timer === "object" && timer !== null) (timer as Timer).isCancelled = true;
  };
  const wait = (milliseconds: unknown): number => Math.max(1, Math.floor(Number(milliseconds)) || 1);
  const fakes: Record<string, unknown> = {
    setTimeout: (run: (...given: unknown[]) => void, milliseconds?: number, ...given: unknown[]) => {
      const timer = newTimer();
      io.timer(wait(milliseconds), () => {
        if (!timer.isCancelled) run(...given);
      });
      return timer;
    },
    setInterval: (run: (...given: unknown[]) => void, milliseconds?: number, ...given: unknown[]) => {
      const timer = newTimer();
      const again = (): void =>
        io.timer(wait(milliseconds), () => {
          if (timer.isCancelled) return;
          run(...given);
          again();
        });
      again();
      return timer;
    },
    clearTimeout: cancel,
    clearInterval: cancel,
    __asyncCostIo: io,
    gc: undefined,
  };
  for (const name of Object.keys(fakes)) globals[name] = fakes[name];
  const quiet = (): void => undefined;
  const silent = console as unknown as Record<string, unknown>;
  for (const name of ["log", "info", "warn", "error", "debug", "trace", "dir"]) silent[name] = quiet;
  for (const name of WAYS_OUT) if (typeof globals[name] === "function") replace(name, refusal(name, io));
  const { Bun: bun } = globals;
  if (typeof bun === "object" && bun !== null) {
    const shown: Record<string, unknown> = {};
    for (const key of Object.getOwnPropertyNames(bun)) {
      const isHarmless = HARMLESS.indexOf(key) !== -1;
      shown[key] = isHarmless ? (bun as Record<string, unknown>)[key] : refusal(`Bun.${key}`, io);
    }
    // It is a module as well.
    refuseInPlace("Bun", bun, io);
    replace("Bun", shown);
  }
  replace("process", processForTargets(io));

  function replace(name: string, value: unknown): void {
    try {
      Object.defineProperty(globals, name, { value, configurable: true, writable: true });
    } catch {
      // What holds it was emptied.
    }
  }
}
