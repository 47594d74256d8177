import { promisify } from "node:util";
import { immediates } from "../clock/immediates.ts";
import type { IoCore } from "../io/io-core.ts";
import { blockedFunction } from "./blocked.ts";
import { Program, type ProgramOptions } from "./program.ts";

type ExecCallback = (error: Error | null, stdout: string | Buffer, stderr: string | Buffer) => void;

/**
 * `child_process` that never starts anything: every command succeeds after the latency and prints nothing.
 *
 * @param forks Whether it may be asked for a Node of its own: it answers each message with one.
 */
export function fakeChildProcess(core: IoCore, forks: boolean): object {
  // The real class starts a command by its method `spawn`.
  class ChildProcess extends Program {
    readonly spawn = blockedFunction("child_process.ChildProcess.spawn", core);

    constructor([file, ...given]: readonly unknown[], options: ProgramOptions = optionsIn(given)) {
      super(file, given.find((one) => Array.isArray(one)) ?? [], options);
    }
  }
  const spawn = (...parameters: unknown[]): Program => {
    const child = new ChildProcess(parameters);
    core.event(
      "child_process.spawn",
      () => child.succeed(core.json),
      (error) => child.fail(error),
    );
    return child;
  };
  const withCallback = (expression: string) => {
    const run = (...parameters: unknown[]): Program => {
      const last = parameters.at(-1);
      const callback = typeof last === "function" ? (last as ExecCallback) : () => undefined;
      const child = new ChildProcess(parameters);
      const output = encoderOf(parameters);
      core.noteUse(expression, "callback");
      const ended = (error: Error | null): void => {
        callback(error, output(core.json), output(""));
        if (error === null) child.succeed(core.json);
        else child.exit(1, null);
      };
      core.callback(expression, undefined, ended, undefined, callback);
      return child;
    };
    const promised = (...parameters: unknown[]): Promise<unknown> => {
      core.noteUse(expression, "promise");
      const output = encoderOf(parameters);
      const answer = core.promise(expression, { stdout: output(core.json), stderr: output("") });
      let child: Program | undefined;
      const started = (): Program => {
        const program = new ChildProcess(parameters);
        answer.then(
          () => program.succeed(core.json),
          () => program.exit(1, null),
        );
        return program;
      };
      return Object.defineProperty(answer, "child", { get: () => (child ??= started()) });
    };
    Object.defineProperty(run, promisify.custom, { value: promised, enumerable: false });
    return run;
  };
  const sync = (name: string, answer: unknown) => () => {
    core.noteNothing(`child_process.${name}`);
    return answer;
  };
  return {
    ChildProcess,
    exec: withCallback("child_process.exec"),
    execFile: withCallback("child_process.execFile"),
    spawn,
    fork: forks
      ? (...parameters: unknown[]) => talk(core, new ChildProcess(parameters, forkOptions(parameters)))
      : blockedFunction("child_process.fork", core),
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

/** A Node of one's own has the streams of whoever starts it, unless it is told otherwise. */
function forkOptions([, ...given]: readonly unknown[]): ProgramOptions {
  const options = optionsIn(given);
  return { ...options, stdio: options.stdio ?? (options.silent === true ? "pipe" : "inherit") };
}

function optionsIn(given: readonly unknown[]): ProgramOptions {
  return given.find((one) => typeof one === "object" && one !== null && !Array.isArray(one)) ?? {};
}

/** What a program's output is handed over as whole. */
function encoderOf(parameters: readonly unknown[]): (text: string) => string | Buffer {
  const { encoding } = optionsIn(parameters.slice(1));
  return encoding === "buffer" || encoding === null ? (text) => Buffer.from(text) : (text) => text;
}

/** A program that is spoken with: it answers each message with one, and ends where it is sent none or is let go. */
function talk(core: IoCore, child: Program): Program {
  let hasMessages = false;
  const step = (expression: string, run: () => void): void =>
    core.event(expression, run, (error) => child.fail(error));
  const say = (): void => {
    if (!child.hasExited) child.emit("message", core.makeBody?.("ChildProcess.message") ?? {});
  };
  const end = (): void => child.exit(0, null);
  const send = (...parameters: unknown[]): boolean => {
    hasMessages = true;
    const sent = parameters.at(-1);
    step("ChildProcess.message", say);
    if (typeof sent === "function") process.nextTick(sent, null);
    return true;
  };
  child.connected = true;
  child.once("disconnect", () => immediates.set(end));
  step("child_process.fork", () => {
    if (hasMessages) return;
    // What nobody hears is no answer.
    if (child.listenerCount("message") === 0) {
      end();
      return;
    }
    step("ChildProcess.message", () => {
      say();
      core.clock.after(core.latencyMilliseconds, () => hasMessages || end(), undefined, undefined);
    });
  });
  return Object.assign(child, { send });
}
