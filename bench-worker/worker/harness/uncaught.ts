/** How an error escaped. */
export type Escape = "uncaughtException" | "unhandledRejection";

/** Hears of an error that escaped. */
export type UncaughtListener = (error: unknown, how: Escape) => void;

/**
 * Catches what the target lets escape, so that it becomes a result instead of the end of this process. Installed
 * once, on the real `process`, where the target cannot take it away.
 */
export class Uncaught {
  listener: UncaughtListener | null = null;

  constructor() {
    process.setUncaughtExceptionCaptureCallback((error) => this.listener?.(error, "uncaughtException"));
    process.on("unhandledRejection", (error) => this.listener?.(error, "unhandledRejection"));
  }
}
