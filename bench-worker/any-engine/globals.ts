import { engine } from "./engine.ts";
import type { Io } from "./io.ts";

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
 * gallery's data layer looks for, for good.
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
  process.exit = (code) => {
    const exit = new engine.Error(`process.exit(${code ?? ""}) was called`);
    io.exit ??= exit;
    throw exit;
  };
}
