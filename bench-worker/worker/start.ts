import { analyze } from "../../analysis/analyze.ts";
import { startWorker } from "./worker.ts";

startWorker(analyze);
