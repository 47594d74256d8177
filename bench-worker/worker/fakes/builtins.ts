import asyncHooks from "node:async_hooks";
import type http2 from "node:http2";
import nodeModule from "node:module";
import { isIP, isIPv4, isIPv6 } from "node:net";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import type { IoCore } from "../io/io-core.ts";
import { BlockedError, blockedFunction, blockedModule } from "./blocked.ts";
import { fakeChildProcess } from "./child-process.ts";
import { fakeCrypto, fakeZlib } from "./crypto-zlib.ts";
import { fakeDns } from "./dns.ts";
import { fakeDomain } from "./domain.ts";
import { fakeFs } from "./fs.ts";
import { fakeDgram } from "./dgram.ts";
import { fakeHttp } from "./http.ts";
import { fakeHttp2 } from "./http2.ts";
import { fakeNet } from "./net.ts";
import { fakeOs } from "./os.ts";
import { fakeReadline } from "./readline.ts";
import { fakeWorkerThreads } from "./threads.ts";
import type { fakeTimers } from "./timers.ts";

/** Modules that reach nothing outside of the process. */
const REAL = [
  "assert",
  "assert/strict",
  "buffer",
  "constants",
  "diagnostics_channel",
  "events",
  "path",
  "path/posix",
  "path/win32",
  "perf_hooks",
  "punycode",
  "querystring",
  "stream",
  "stream/consumers",
  "stream/promises",
  "stream/web",
  "string_decoder",
  "sys",
  "url",
  "util",
  "util/types",
];

const REACHES_NOTHING = new Set([...REAL, "timers", "timers/promises", "async_hooks", "console"]);

/** Whether a module of Node's reaches out of the process. */
export function reachesOut(builtin: string): boolean {
  return !REACHES_NOTHING.has(builtin.replace(/^node:/, ""));
}

/** What of a blocked module may be used: it only looks at its arguments. */
const HARMLESS: Readonly<Record<string, object>> = {
  net: { isIP, isIPv4, isIPv6 },
  worker_threads: { isMainThread: true, parentPort: null, threadId: 0, workerData: null, resourceLimits: {} },
  cluster: { isMaster: true, isPrimary: true, isWorker: false, workers: {}, worker: undefined },
  inspector: { url: () => undefined },
  "inspector/promises": { url: () => undefined },
  // The real streams are sockets.
  tty: { isatty: () => false },
};

/**
 * A function that gives the modules of Node as the target shall see them. `isOfProject`: what imports it is the
 * project's, and not of a package.
 */
export type Builtins = (
  name: string,
  requireFrom: (file: string) => unknown,
  isOfProject?: boolean,
) => unknown;

/** What a target's builtins are made of. */
export interface BuiltinParts {
  readonly core: IoCore;
  readonly timers: ReturnType<typeof fakeTimers>;
  readonly process: NodeJS.Process;
  readonly console: Console;
  /** Where files may really be read. */
  readonly folders: readonly string[];
}

/**
 * Node's own modules: pure ones are real, those that do I/O are fakes on the clock, the others are blocked. What speaks
 * a protocol of its own by them is answered by fakes in the project's files only; a package that does is better
 * replaced as a whole, since nobody knows what the other side would say.
 *
 * @throws {BlockedError} by the function that is returned, for a module that cannot even be looked at.
 */
export function fakeBuiltins(parts: BuiltinParts): Builtins {
  const { core, timers } = parts;
  const requireReal = nodeModule.createRequire(path.join(process.cwd(), "noop.js"));
  class WatchedStorage<T> extends asyncHooks.AsyncLocalStorage<T> {
    constructor() {
      super();
      core.keepsContext = true;
    }
  }
  const fs = fakeFs(core, parts.folders);
  const dns = fakeDns(core);
  const http = fakeHttp(core);
  const lines = fakeReadline(core, parts.process.stdin);
  const fakes: Record<string, unknown> = {
    fs: fs.callbacks,
    "fs/promises": fs.promises,
    dns: dns.callbacks,
    "dns/promises": dns.promises,
    domain: fakeDomain(),
    readline: lines.callbacks,
    "readline/promises": lines.promises,
    http: http.http,
    https: http.https,
    child_process: fakeChildProcess(core, false),
    crypto: fakeCrypto(core).module,
    zlib: fakeZlib(core),
    timers: { ...timers.callbacks, promises: timers.promises },
    "timers/promises": timers.promises,
    process: parts.process,
    console: parts.console,
    os: fakeOs(core),
    async_hooks: { ...asyncHooks, AsyncLocalStorage: WatchedStorage },
    vm: { ...vm, constants: {} },
    v8: {
      ...v8,
      // They hold what is kept from the target, such as the key to the channel.
      getHeapSnapshot: blockedFunction("v8.getHeapSnapshot", core),
      queryObjects: blockedFunction("v8.queryObjects", core),
      writeHeapSnapshot: blockedFunction("v8.writeHeapSnapshot", core),
      setHeapSnapshotNearHeapLimit: blockedFunction("v8.setHeapSnapshotNearHeapLimit", core),
      setFlagsFromString: blockedFunction("v8.setFlagsFromString", core),
    },
  };
  const known = new Map<string, unknown>(Object.entries(fakes));
  /** `module`, by what its `createRequire` makes functions with. */
  const loaders = new Map<unknown, unknown>();

  const sockets = fakeNet(core);
  const fakesOfProject: Readonly<Record<string, (real: object) => object>> = {
    net: () => sockets.net,
    tls: () => sockets.tls,
    http2: (real) => fakeHttp2(core, real as typeof http2),
    dgram: () => fakeDgram(core),
    worker_threads: () => fakeWorkerThreads(core),
    child_process: () => fakeChildProcess(core, true),
  };
  const ofProject = new Map<string, object>();

  return (name, requireFrom, isOfProject = false) => {
    const fake = isOfProject && Object.hasOwn(fakesOfProject, name) ? fakesOfProject[name] : undefined;
    if (fake !== undefined) {
      let module = ofProject.get(name);
      if (module === undefined) {
        const real = requireReal(`node:${name}`) as object;
        // What has no fake refuses, and tells its name.
        ofProject.set(name, (module = blockedModule(name, real, fake(real), core)));
      }
      return module;
    }
    if (name === "module") {
      if (!loaders.has(requireFrom)) loaders.set(requireFrom, makeModule(requireFrom));
      return loaders.get(requireFrom);
    }
    if (!known.has(name)) known.set(name, make(name));
    return known.get(name);
  };

  function makeModule(requireFrom: (file: string) => unknown): unknown {
    return Object.assign(blockedFunction("module.Module", core), {
      builtinModules: nodeModule.builtinModules,
      isBuiltin: nodeModule.isBuiltin,
      createRequire: (file: string | URL) => requireFrom(String(file).replace(/^file:\/\//, "")),
    });
  }

  function make(name: string): unknown {
    if (REAL.includes(name)) return requireReal(`node:${name}`) as unknown;
    let real: object;
    try {
      real = requireReal(`node:${name}`) as object;
    } catch {
      throw new BlockedError(name);
    }
    return blockedModule(name, real, HARMLESS[name] ?? {}, core);
  }
}
