import { analyze } from "../../analysis/analyze.ts";
import { answerTo } from "./answer.ts";
import { serveAnalyses } from "./serve-analyses.ts";
import type { ToThread } from "./thread-messages.ts";

/** The part of a browser's worker scope that is used. */
interface WorkerScope {
  onmessage: ((event: { data: ToThread }) => void) | null;
  postMessage(message: unknown): void;
}

declare const self: WorkerScope;

const serve = serveAnalyses({ analyze, answerTo }, (message) => self.postMessage(message));
self.onmessage = ({ data }) => serve(data);
