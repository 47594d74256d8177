import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import type { IoCore } from "../io/io-core.ts";
import { blockedFunction } from "./blocked.ts";

type ExecCallback = (error: Error | null, stdout: string, stderr: string) => void;

/**
 * `child_process` that never starts anything: every command succeeds after the latency and prints nothing.
 *
 * @param forks Whether it may be asked for a Node of its own: it answers each message with one.
 */
export function fakeChildProcess(core: IoCore, forks: boolean): object {
  const start = (expression: string, callback?: ExecCallback): EventEmitter => {
    core.noteUse(expression, callback === undefined ? "stream" : "callback");
    const child = newChild(printed(core));
    const ended = (error: Error | null): void => {
      callback?.(error, printed(core), "");
      if (error !== null && callback === undefined) return void child.emit("error", error);
      end(child);
    };
    if (callback === undefined) core.step(expression, ended);
    else core.callback(expression, undefined, ended, undefined, callback);
    return child;
  };
  const withCallback = (expression: string) => {
    const run = (...parameters: unknown[]): EventEmitter => {
      const last = parameters.at(-1);
      return start(expression, typeof last === "function" ? (last as ExecCallback) : () => undefined);
    };
    const promised = (): Promise<unknown> => {
      core.noteUse(expression, "promise");
      return core.promise(expression, { stdout: printed(core), stderr: "" });
    };
    Object.defineProperty(run, promisify.custom, { value: promised, enumerable: false });
    return run;
  };
  const sync = (name: string, answer: unknown) => () => {
    core.attempts.note(`child_process.${name}`, "does nothing here");
    return answer;
  };
  // The real class starts a command by its method `spawn`.
  class ChildProcess extends EventEmitter {
    readonly spawn = blockedFunction("child_process.ChildProcess.spawn", core);
  }
  return {
    ChildProcess,
    exec: withCallback("child_process.exec"),
    execFile: withCallback("child_process.execFile"),
    spawn: () => start("child_process.spawn"),
    fork: forks ? () => fork(core) : blockedFunction("child_process.fork", core),
    execSync: sync("execSync", ""),
    execFileSync: sync("execFileSync", ""),
    spawnSync: sync("spawnSync", {
      pid: 1,
      status: 0,
      signal: null,
      output: [null, "", ""],
      stdout: "",
      stderr: "",
    }),
  };
}

type Child = ReturnType<typeof newChild>;

/** Nothing; where what it answers is to hold something, JSON with what the target reads of what it parses, be that nothing. */
function printed({ makeBody, json }: IoCore): string {
  return makeBody === null ? "" : json;
}

function newChild(text = "") {
  const streams = {
    stdin: new Writable({ write: (_chunk, _encoding, done) => done() }),
    stdout: Readable.from(text === "" ? [] : [Buffer.from(text)]),
    stderr: Readable.from([]),
  };
  return Object.assign(new EventEmitter(), {
    ...streams,
    stdio: [streams.stdin, streams.stdout, streams.stderr] as const,
    pid: 1,
    exitCode: null as number | null,
    signalCode: null,
    killed: false,
    connected: false,
    kill: () => true,
    ref: () => undefined,
    unref: () => undefined,
  });
}

function end(child: Child): void {
  if (child.exitCode !== null) return;
  child.exitCode = 0;
  child.connected = false;
  // Nobody reads it any more.
  child.stdin.destroy();
  child.emit("exit", 0, null);
  child.emit("close", 0, null);
}

/** A program that is spoken with: it answers each message with one, and ends where it is sent none or is let go. */
function fork(core: IoCore): Child {
  const child = newChild();
  let hasMessages = false;
  const step = (expression: string, run: () => void): void =>
    core.event(expression, run, (error) => child.emit("error", error));
  const send = (...parameters: unknown[]): boolean => {
    hasMessages = true;
    const sent = parameters.at(-1);
    step("ChildProcess.message", () => {
      if (child.exitCode === null) child.emit("message", core.makeBody?.("ChildProcess.message") ?? {});
    });
    if (typeof sent === "function") process.nextTick(sent, null);
    return true;
  };
  const letGo = (): boolean => {
    process.nextTick(end, child);
    return true;
  };
  Object.assign(child, { connected: true, send, kill: letGo, disconnect: letGo });
  step("child_process.fork", () => {
    child.emit("spawn");
    if (hasMessages) return;
    step("ChildProcess.message", () => {
      child.emit("message", core.makeBody?.("ChildProcess.message") ?? {});
      core.clock.after(core.latencyMilliseconds, () => hasMessages || end(child), undefined, undefined);
    });
  });
  return child;
}
