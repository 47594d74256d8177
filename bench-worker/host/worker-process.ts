import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CancellationTokenSource,
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
} from "vscode-jsonrpc/node";
import { parseAs } from "../parse-as.ts";
import {
  METHODS,
  PROTOCOL_VERSION,
  progressSchema,
  readySchema,
  runResultSchema,
  type Ready,
  type RunProgress,
  type RunRequest,
  type RunResult,
} from "../protocol.ts";
import type { Runtime } from "./api.ts";
import { readMemory, watchMemory, type ReadMemory } from "./memory-watch.ts";
import { between, judgeWaiting } from "./patience.ts";
import { readProcessTimes, type ReadProcessTimes } from "./process-times.ts";
import { endTree, keepTrackOf, killTree } from "./process-tree.ts";
import { SealedChannel } from "./sealed-channel.ts";
import { stderrTail } from "./stderr-tail.ts";
import { workerEnvironment } from "./worker-environment.ts";
import { workingFolder } from "./working-folder.ts";
import { cancelled, exitFailure, noAnswer, tookAll, WorkerFailure } from "./worker-failure.ts";

/** One process and what it is to do. */
export interface WorkerJob {
  readonly runtime: Runtime;
  /** The worker's bundle. */
  readonly workerFile: string;
  /** Flags of the runtime, such as `--expose-gc`. */
  readonly flags: readonly string[];
  readonly request: RunRequest;
  /** What the engine has compiled of the worker before. */
  readonly compiledFile?: string;
  /** From the request to the answer, without what others keep it waiting; after that the process is killed. */
  readonly timeLimitMilliseconds: number;
  /** For which others may keep it from running until it is given up; as long as patience lasts where it is left out. */
  readonly keptAtMostMilliseconds?: number;
  /** Hears at the end, however it comes, for how long others kept the process from running, as far as the system tells. */
  readonly onKept?: (milliseconds: number) => void;
  readonly onReady: (ready: Ready) => void;
  readonly onProgress: (progress: RunProgress) => void;
}

/** The patience of the host, in milliseconds. Tests shorten it. */
export interface Patience {
  /** From the start of the process to its `ready`. */
  readonly start: number;
  /** Between asking a process to end and killing it. */
  readonly grace: number;
  /** Asks the system what the process does. */
  readonly timesOf: ReadProcessTimes;
  /** Asks the system what the process has in memory. */
  readonly memoryOf: ReadMemory;
}

const PATIENCE: Patience = { start: 20_000, grace: 300, timesOf: readProcessTimes, memoryOf: readMemory };

/** More messages than any run has use for; a worker that sends more is out of its mind. */
const MESSAGES_AT_MOST = 20_000;

/** Milliseconds for which the pipes of a process that has ended may be held open by others. */
const LAST_WORDS = 200;

/** Milliseconds that an answer gets to be read before a process counts as having given none. */
const TO_BE_HEARD = 20;

type Child = ReturnType<typeof start>;

/**
 * Runs one job in a fresh process and returns its answer. Afterwards, however it ended, neither the process nor
 * anything it has started is left, nor its scratch folder.
 *
 * @throws {WorkerFailure} when there is no valid answer: not started, crashed, misbehaved, timed out, cancelled.
 */
export async function runInWorker(
  job: WorkerJob,
  signal: AbortSignal,
  given: Partial<Patience> = {},
): Promise<RunResult> {
  const patience = { ...PATIENCE, ...given };
  if (signal.aborted) throw cancelled();
  const scratchFolder = await mkdtemp(path.join(tmpdir(), "async-cost-"));
  try {
    const child = startOrFail(job, scratchFolder);
    try {
      return await converse(child, job, signal, patience);
    } finally {
      const times = child.pid === undefined ? null : await patience.timesOf(child.pid);
      job.onKept?.(times?.kept ?? 0);
      await end(child, patience);
    }
  } finally {
    // A folder that is held open, as Windows does for a while, must not cost the result.
    await rm(scratchFolder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** Some causes are thrown and not emitted: that a file stands where a folder should, for one. */
function startOrFail(job: WorkerJob, scratchFolder: string): Child {
  try {
    return start(job, scratchFolder);
  } catch (error) {
    throw notStarted(job.runtime, error);
  }
}

function start(job: WorkerJob, scratchFolder: string) {
  const { runtime, request } = job;
  const compiled = job.compiledFile === undefined ? [] : [job.compiledFile];
  const child = spawn(runtime.path, [...job.flags, job.workerFile, ...compiled], {
    cwd: workingFolder(request) ?? scratchFolder,
    env: workerEnvironment(process.env, scratchFolder, runtime.environment),
    // What the function prints is of no use here, and reading it could keep us busy.
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  if (child.pid !== undefined) keepTrackOf(child.pid, runtime);
  return child;
}

/** Says hello, sends the request and waits for whichever comes first: the answer or one of the failures. */
function converse(child: Child, job: WorkerJob, signal: AbortSignal, patience: Patience): Promise<RunResult> {
  const channel = new SealedChannel(child);
  // The two classes take a process, of which they use `on`, `off` and `send`.
  const ends = channel as unknown as ChildProcess;
  const connection = createMessageConnection(new IPCMessageReader(ends), new IPCMessageWriter(ends));
  const cancellation = new CancellationTokenSource();
  const tail = stderrTail(child.stderr!);
  let started = false;
  let messages = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Counts what was waited for: whoever looks late sees that it is no longer wanted. */
  let asked = 0;
  let onAbort: (() => void) | undefined;
  let stopWatching: (() => void) | undefined;

  const answer = new Promise<RunResult>((resolve, reject) => {
    const misbehaved = (error: unknown): void => {
      const what = error instanceof Error ? error.message : String(error);
      reject(
        new WorkerFailure("misbehaved", `The worker broke its contract: ${what}.`, REINSTALL, tail.text()),
      );
    };
    const guarded = <T>(handle: (params: T) => void) => {
      return (params: T): void => {
        try {
          handle(params);
        } catch (error) {
          misbehaved(error);
        }
      };
    };
    /** Waits for so long, and longer while others keep the process from running; then it has failed. */
    const waitFor = async (limit: number): Promise<void> => {
      clearTimeout(timer);
      const own = ++asked;
      const pid = child.pid ?? 0;
      const since = performance.now();
      const before = await patience.timesOf(pid);
      const { keptAtMostMilliseconds: keptAtMost = Infinity } = job;
      const limits = { own: limit, kept: keptAtMost - (before?.kept ?? 0) };
      let last = { passed: 0, times: before };
      const look = async (): Promise<void> => {
        const passed = performance.now() - since;
        const times = await patience.timesOf(pid);
        const meanwhile = between(before, times);
        const lately = { passed: passed - last.passed, meanwhile: between(last.times, times) };
        last = { passed, times };
        // Where we were kept from running ourselves, the answer may be there by now.
        await sleep(TO_BE_HEARD);
        if (own !== asked) return;
        const waited = judgeWaiting(limits, passed, meanwhile, lately);
        if (waited.what === "wait") lookIn(waited.milliseconds);
        else reject(noAnswer(waited.what, { passed, meanwhile, started, stderrTail: tail.text() }));
      };
      const lookIn = (milliseconds: number): void => {
        timer = setTimeout(() => void look(), milliseconds);
      };
      if (own === asked) lookIn(Math.max(0, Math.min(limits.own, limits.kept)));
    };

    void waitFor(patience.start);
    if (child.pid !== undefined) {
      const { pid } = child;
      const full = (residentBytes: number): void => {
        reject(tookAll(residentBytes, tail.text()));
        // It would take more while it is asked to end.
        killTree(pid);
      };
      stopWatching = watchMemory(pid, full, patience.memoryOf);
    }
    child.on("message", () => {
      if (++messages === MESSAGES_AT_MOST) misbehaved(new Error(`it sent ${messages} messages`));
    });
    child.on("error", (error) => {
      // Of a process that did start, its end or the time limit tells more than a broken pipe.
      if (child.pid !== undefined) return;
      reject(notStarted(job.runtime, error));
    });
    child.once("exit", (code, killedBy) => {
      // An answer or the last words may still be in the pipes; a grandchild may hold them open for ever.
      const fail = (): void => reject(exitFailure(code, killedBy, started, tail.text()));
      child.once("close", fail);
      clearTimeout(timer);
      asked++;
      tail.readOn();
      // Where we were kept from running ourselves, a timer is due before they were read.
      timer = setTimeout(() => (timer = setTimeout(fail, TO_BE_HEARD)), LAST_WORDS);
    });
    onAbort = () => {
      cancellation.cancel();
      reject(cancelled());
    };
    signal.addEventListener("abort", onAbort, { once: true });
    // It may have come while the scratch folder was made.
    if (signal.aborted) onAbort();

    connection.onNotification(
      METHODS.progress,
      guarded((params: unknown) => {
        const progress = parseAs(progressSchema, params, "progress message");
        if (started) job.onProgress({ ...progress, fraction: Math.min(Math.max(progress.fraction, 0), 1) });
      }),
    );
    connection.onNotification(
      METHODS.ready,
      guarded((params: unknown) => {
        const ready = parseAs(readySchema, params, "ready message");
        if (ready.protocolVersion !== PROTOCOL_VERSION) {
          throw new Error(`it speaks version ${ready.protocolVersion}, not ${PROTOCOL_VERSION}`);
        }
        if (started) throw new Error("it was ready twice");
        started = true;
        if (ready.seals === true) channel.seal();
        job.onReady(ready);
        void waitFor(job.timeLimitMilliseconds);
        connection
          .sendRequest<unknown>(METHODS.run, job.request, cancellation.token)
          .then((result) => resolve(told(parseAs(runResultSchema, result, "result"), channel.forged)))
          .catch(misbehaved);
      }),
    );
    connection.listen();
  });

  return answer.finally(() => {
    asked++;
    clearTimeout(timer);
    stopWatching?.();
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
    connection.dispose();
  });
}

/** The result, which says so where something in the process has spoken in the worker's name. */
function told(result: RunResult, forged: number): RunResult {
  if (forged === 0) return result;
  const warning = "Something sent messages to Async Cost in the worker's name; they were not listened to.";
  return { targets: result.targets.map((run) => ({ ...run, warnings: [...run.warnings, warning] })) };
}

/** Asks the process to end by closing the channel, gives it the grace, kills the group. */
async function end(child: Child, patience: Patience): Promise<void> {
  if (child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
  if (child.connected) child.disconnect();
  const waiting = new AbortController();
  await Promise.race([
    gone,
    sleep(patience.grace, undefined, { signal: waiting.signal }).catch(() => undefined),
  ]);
  waiting.abort();
  endTree(child.pid);
  await gone;
  child.stderr?.destroy();
}

const REINSTALL = "Reload the window or install Async Cost again; if it stays, report it with the log.";

function notStarted(runtime: Runtime, error: unknown): WorkerFailure {
  return new WorkerFailure(
    "not-started",
    `Could not start ${runtime.path}: ${error instanceof Error ? error.message : String(error)}.`,
    "Check the path of the runtime, and that it may be executed.",
  );
}
