import { EventEmitter } from "node:events";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { tickWatch } from "../harness/tick-watch.ts";
import { sayThrown } from "../io/call-site.ts";
import type { IoCore } from "../io/io-core.ts";
import { PROGRAM } from "../load/program.ts";
import { blockedFunction } from "./blocked.ts";

/** Properties that tell something and change nothing. */
const TELLING = [
  "arch",
  "argv0",
  "config",
  "debugPort",
  "execArgv",
  "features",
  "pid",
  "platform",
  "ppid",
  "release",
  "version",
  "versions",
  "allowedNodeEnvironmentFlags",
];
const TELLING_FUNCTIONS = [
  "availableMemory",
  "constrainedMemory",
  "cpuUsage",
  "cwd",
  "getegid",
  "geteuid",
  "getgid",
  "getgroups",
  "getuid",
  "hrtime",
  "memoryUsage",
  "resourceUsage",
  "threadCpuUsage",
  "uptime",
];
/** Calls that would reach out of the process, or past the fakes into the engine. */
const BLOCKED = [
  "_linkedBinding",
  "binding",
  "chroot",
  "dlopen",
  "execve",
  "initgroups",
  "loadEnvFile",
  "setegid",
  "seteuid",
  "setgid",
  "setgroups",
  "setuid",
];

/** Thrown by the fake `process.exit`, so that nothing after it runs. */
export class ExitSignal extends Error {
  /** Whether the process would have ended well: with no code, or 0. */
  readonly endsWell: boolean;

  constructor(call: string, code: unknown) {
    super(`${call} was called`);
    this.name = "ExitSignal";
    this.endsWell = call !== "process.abort" && (code === undefined || code === null || Number(code) === 0);
  }
}

/**
 * The `process` of the target: it tells the truth about the machine, has no channel to the host, writes nowhere,
 * and neither ends nor signals anything.
 */
export function fakeProcess(core: IoCore, builtin: (name: string) => unknown): NodeJS.Process {
  const real = process as unknown as Record<string, unknown>;
  const fake = new EventEmitter() as unknown as Record<string, unknown>;
  for (const name of TELLING) fake[name] = real[name];
  for (const name of TELLING_FUNCTIONS) if (name in real) fake[name] = real[name];
  for (const name of BLOCKED) if (name in real) fake[name] = blockedFunction(`process.${name}`, core);
  const exit = (call: string) => {
    // One of its own for each call: whoever catches it may write on it.
    const prepared = new ExitSignal(call, undefined);
    return (code?: unknown): never => {
      const signal = core.endsByExit
        ? (Object.create(prepared) as ExitSignal)
        : new ExitSignal(call, code ?? fake["exitCode"]);
      core.exit ??= signal;
      throw signal;
    };
  };
  const endsItself = exit("process.kill");
  const refusedKill = blockedFunction("process.kill", core);
  const ignored = (): void => undefined;
  Object.assign(fake, {
    argv: [process.execPath, path.join(path.dirname(process.execPath), PROGRAM)],
    env: { ...process.env },
    execPath: process.execPath,
    exitCode: undefined,
    title: "node",
    stdout: sink(1),
    stderr: sink(2),
    stdin: Object.assign(Readable.from([]), {
      fd: 0,
      isTTY: false,
      isRaw: false,
      setRawMode(this: unknown) {
        return this;
      },
    }),
    exit: exit("process.exit"),
    reallyExit: exit("process.reallyExit"),
    abort: exit("process.abort"),
    kill: (pid: unknown, signal: unknown) =>
      pid === process.pid && signal !== 0 ? endsItself(1) : refusedKill(),
    nextTick: tickWatch.nextTick,
    emitWarning: (warning: unknown) => core.attempts.say(`The function warns: ${sayThrown(warning)}.`),
    umask: () => 0o22,
    chdir: ignored,
    ref: ignored,
    unref: ignored,
    setUncaughtExceptionCaptureCallback: ignored,
    hasUncaughtExceptionCaptureCallback: () => false,
    setSourceMapsEnabled: ignored,
    getActiveResourcesInfo: () => [],
    getBuiltinModule: (name: unknown) => builtin(String(name).replace(/^node:/, "")),
    [Symbol.toStringTag]: "process",
  });
  return fake as unknown as NodeJS.Process;
}

function sink(fd: number): Writable {
  const stream = new Writable({ decodeStrings: false, write: (_chunk, _encoding, done) => done() });
  return Object.assign(stream, { fd, isTTY: false, columns: 80, rows: 24 });
}
