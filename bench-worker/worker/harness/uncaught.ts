/** Hears of an error that escaped as an uncaught exception or an unhandled rejection. */
export type UncaughtListener = (error: unknown) => void;

/**
 * Catches what the target lets escape, so that it becomes a result instead of the end of this process. Installed
 * once, on the real `process`, where the target cannot take it away.
 */
export class Uncaught {
  listener: UncaughtListener | null = null;

  constructor() {
    const heard = (error: unknown): void => this.listener?.(error);
    process.setUncaughtExceptionCaptureCallback(heard);
    process.on("unhandledRejection", heard);
  }
}
