import { mkdirSync, appendFileSync } from "node:fs";
import inspector, { type Profiler, type Debugger } from "node:inspector";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { threadId } from "node:worker_threads";

/**
 * Preloaded into a suite that is not recorded: has the engine count which functions of the project are called, and writes
 * them down. It knows nothing of the recorder, whose completeness is judged by it.
 */

/** Names the project's folder, and the folder that the counts go to. */
export const COUNT_ROOT = "ASYNC_COST_COUNT_ROOT";
export const COUNT_FOLDER = "ASYNC_COST_COUNT_FOLDER";

/** What is written, a line of JSON each. */
export interface CountedScript {
  readonly file: string;
  /** The text that ran; later lines of the same script leave it out. */
  readonly text?: string;
  readonly script: string;
  /** Functions that were called since the last line: where their texts start and end, and their names. */
  readonly called: readonly (readonly [start: number, end: number, name: string])[];
}

const EVERY_MILLISECONDS = 200;

function begin(root: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${process.pid}-${threadId}.jsonl`);
  const session = new inspector.Session();
  try {
    session.connect();
  } catch {
    // The thread that loads ES modules has no inspector, and runs nothing of the project.
    return;
  }
  const told = new Set<string>();
  const post = (method: string, parameters: object = {}): object | undefined => {
    let answer: object | undefined;
    session.post(method, parameters, (_, result) => (answer = result));
    return answer;
  };
  post("Profiler.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const isOfProject = (url: string): string | null => {
    const name = url.startsWith("file:") ? fileURLToPath(url) : url;
    const relative = path.relative(root, name);
    const isInside = path.isAbsolute(name) && !relative.startsWith("..") && !path.isAbsolute(relative);
    return isInside && !relative.split(path.sep).includes("node_modules") ? name : null;
  };
  const write = (): void => {
    const taken = post("Profiler.takePreciseCoverage") as Profiler.TakePreciseCoverageReturnType | undefined;
    const scripts = (taken?.result ?? []).flatMap(({ url, scriptId, functions }) => {
      const name = isOfProject(url);
      const called = functions
        .filter(({ ranges }) => ranges[0]!.count > 0)
        .map(
          ({ ranges, functionName }) => [ranges[0]!.startOffset, ranges[0]!.endOffset, functionName] as const,
        );
      return name === null || called.length === 0 ? [] : [{ file: name, script: scriptId, called }];
    });
    if (scripts.length === 0) return;
    const untold = scripts.some(({ script }) => !told.has(script));
    if (untold) post("Debugger.enable");
    const lines = scripts.map((one): CountedScript => {
      if (told.has(one.script)) return one;
      told.add(one.script);
      const source = post("Debugger.getScriptSource", { scriptId: one.script }) as
        | Debugger.GetScriptSourceReturnType
        | undefined;
      return { ...one, text: source?.scriptSource ?? "" };
    });
    if (untold) post("Debugger.disable");
    appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  };
  // Runners kill their processes.
  setInterval(write, EVERY_MILLISECONDS).unref();
  process.on("exit", write);
}

const { [COUNT_ROOT]: root, [COUNT_FOLDER]: folder } = process.env;
if (root !== undefined && folder !== undefined) begin(root, folder);
