import { Worker } from "node:worker_threads";
import type { StartThread } from "./analysis-thread.ts";

/** Starts the analysis thread of the desktop's extension host from its bundle. */
export function nodeThread(file: string): StartThread {
  return (heard, ended) => {
    const worker = new Worker(file, { name: "Async Cost analysis" });
    worker.on("message", heard);
    worker.on("messageerror", (error) => ended(error.message));
    worker.on("error", (error: Error) => ended(error.message));
    worker.on("exit", (code) => ended(`exit code ${code}`));
    // The extension host may end while it works.
    worker.unref();
    return {
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
      computedMilliseconds: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
      },
    };
  };
}
