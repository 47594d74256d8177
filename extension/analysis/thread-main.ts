import { parentPort } from "node:worker_threads";
import { analyze } from "../../analysis/analyze.ts";
import { answerTo } from "./answer.ts";
import { serveAnalyses } from "./serve-analyses.ts";
import type { ToThread } from "./thread-messages.ts";

const serve = serveAnalyses({ analyze, answerTo }, (message) => parentPort?.postMessage(message));
parentPort?.on("message", (message: ToThread) => serve(message));
