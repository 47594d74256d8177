import * as vscode from "vscode";
import type { StartThread } from "./analysis-thread.ts";
import type { ToThread } from "./thread-messages.ts";

/** The part of a browser's `Worker` that is used. */
interface WebWorker {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

declare const Worker: new (address: string, options: { name: string }) => WebWorker;

/**
 * Starts the analysis thread of an extension host that runs in a browser. The bundle is read and handed over as a
 * blob, since its own address is of another origin, whose scripts a worker may not be made of.
 */
export function webThread(file: vscode.Uri): StartThread {
  return (heard, ended) => {
    let isEnded = false;
    let worker: WebWorker | undefined;
    const waiting: ToThread[] = [];
    const start = async (): Promise<void> => {
      const bytes = await vscode.workspace.fs.readFile(file);
      const address = URL.createObjectURL(new Blob([bytes.slice()], { type: "text/javascript" }));
      if (isEnded) return;
      worker = new Worker(address, { name: "Async Cost analysis" });
      worker.onmessage = ({ data }) => heard(data);
      worker.onerror = ({ message }) => ended(message ?? "an error without a message");
      for (const message of waiting) worker.postMessage(message);
    };
    start().catch((error: unknown) => ended(error instanceof Error ? error.message : String(error)));
    return {
      post: (message) => {
        if (worker === undefined) waiting.push(message);
        else worker.postMessage(message);
      },
      end: () => {
        isEnded = true;
        worker?.terminate();
      },
    };
  };
}
