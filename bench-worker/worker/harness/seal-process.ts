/**
 * What of the real `process` leads out of it or into the engine. The target has a `process` of its own; but who
 * replaces methods of built-in prototypes is called with the real one now and then.
 */
const LEADING_OUT = [
  "_debugEnd",
  "_debugProcess",
  "_getActiveHandles",
  "_getActiveRequests",
  "_kill",
  "_linkedBinding",
  "_rawDebug",
  "abort",
  "binding",
  "chdir",
  "dlopen",
  "execve",
  "exit",
  "getBuiltinModule",
  "initgroups",
  "kill",
  "loadEnvFile",
  "mainModule",
  "openStdin",
  "reallyExit",
  "report",
  "setegid",
  "seteuid",
  "setgid",
  "setgroups",
  "setuid",
];
/** Those that are no functions. */
const ABSENT = new Set(["mainModule", "report"]);
const STREAMS = ["stdin", "stdout", "stderr"] as const;

/** What stands for the streams of the process. */
export type Streams = Pick<NodeJS.Process, (typeof STREAMS)[number]>;

/** Takes those properties off `real`, for good; `refuse` makes the functions that stand there instead. */
export function sealProcess(
  real: NodeJS.Process,
  streams: Streams,
  refuse: (name: string) => () => never,
): void {
  for (const name of LEADING_OUT) {
    if (name in real) seal(real, name, ABSENT.has(name) ? undefined : refuse(name));
  }
  for (const name of STREAMS) seal(real, name, streams[name]);
}

function seal(real: object, name: string, value: unknown): void {
  // Whoever sets one, as graceful-fs does, is let go on: its value goes nowhere. What the runtime holds on to stays.
  Reflect.defineProperty(real, name, { get: () => value, set: () => undefined, configurable: false });
}
