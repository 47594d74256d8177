import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import type { IoCore } from "../io/io-core.ts";
import { blockedFunction } from "./blocked.ts";

type ExecCallback = (error: Error | null, stdout: string, stderr: string) => void;

/** `child_process` that never starts anything: every command succeeds after the latency and prints nothing. */
export function fakeChildProcess(core: IoCore): object {
  const start = (expression: string, callback?: ExecCallback): EventEmitter => {
    core.noteUse(expression, callback === undefined ? "stream" : "callback");
    const child = Object.assign(new EventEmitter(), {
      pid: 1,
      exitCode: null as number | null,
      signalCode: null,
      killed: false,
      connected: false,
      stdin: new Writable({ write: (_chunk, _encoding, done) => done() }),
      stdout: Readable.from([]),
      stderr: Readable.from([]),
      kill: () => true,
      ref: () => undefined,
      unref: () => undefined,
    });
    const ended = (error: Error | null): void => {
      callback?.(error, "", "");
      if (error !== null && callback === undefined) return void child.emit("error", error);
      child.exitCode = 0;
      child.emit("exit", 0, null);
      child.emit("close", 0, null);
    };
    if (callback === undefined) core.step(expression, ended);
    else core.callback(expression, undefined, ended);
    return child;
  };
  const withCallback = (expression: string) => {
    const run = (...parameters: unknown[]): EventEmitter => {
      const last = parameters.at(-1);
      return start(expression, typeof last === "function" ? (last as ExecCallback) : () => undefined);
    };
    const promised = (): Promise<unknown> => {
      core.noteUse(expression, "promise");
      return core.promise(expression, { stdout: "", stderr: "" });
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
    fork: blockedFunction("child_process.fork", core),
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
