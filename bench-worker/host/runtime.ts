import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import { parseAs } from "../parse-as.ts";
import type { Runtime } from "./api.ts";
import { capture, type Capture } from "./capture.ts";
import { readProcessTimes } from "./process-times.ts";
import { OLDEST_NODE } from "./engines/full-worker.ts";

/** What is known to start, of those that somebody asks for: any Node from 0.10 on, Bun and Deno. */
const OLDEST_ASKED_FOR = [0, 10] as const;

/** No runtime to measure on. The message says what was tried and why it did not do. */
export class NoRuntimeError extends Error {
  override readonly name = "NoRuntimeError";
  /** One sentence: what to do about it. */
  readonly hint: string;

  constructor(reason: string, hint: string) {
    super(reason);
    this.hint = hint;
  }
}

/** What the caller wants. */
export interface RuntimeWish {
  /** A path that the user gave; then nothing else is tried. */
  readonly path?: string | undefined;
  /** How the user gave it, such as `the setting asyncCost.nodePath`. */
  readonly givenBy?: string;
}

/** The machine, as far as finding a runtime goes. */
export interface RuntimeSystem {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** The executable that runs us: Node itself, or the editor, which can run as Node. */
  readonly execPath: string;
  readonly isElectron: boolean;
  /** What that says of itself, so that it need not be started to be asked; left out where it has to be. */
  readonly own?: About;
  readonly capture: Capture;
}

const aboutSchema = v.object({
  execPath: v.string(),
  version: v.string(),
  bun: v.optional(v.string()),
  deno: v.optional(v.string()),
});
type About = v.InferOutput<typeof aboutSchema>;

const thisSystem: RuntimeSystem = {
  platform: process.platform,
  environment: process.env,
  homeFolder: os.homedir(),
  execPath: process.execPath,
  isElectron: process.versions["electron"] !== undefined,
  own: {
    execPath: process.execPath,
    version: process.versions.node,
    bun: process.versions["bun"],
    deno: process.versions["deno"],
  },
  capture,
};

/**
 * Finds a Node to measure on: the path that the user gave; else the first on PATH that is new enough; else, as an
 * editor that was started by a click may not have the user's PATH, the same on the login shell's; else the editor's
 * own runtime. Each is asked for its version before it is taken.
 *
 * @throws {NoRuntimeError} when there is none.
 */
export async function findRuntime(wish: RuntimeWish = {}, system = thisSystem): Promise<Runtime> {
  if (wish.path !== undefined && wish.path !== "") {
    const givenBy = wish.givenBy ?? "the given path";
    const asked = await ask(expandHome(wish.path, system), givenBy, {}, system, "any");
    if ("runtime" in asked) return asked.runtime;
    throw new NoRuntimeError(
      `Cannot measure on ${wish.path} (${givenBy}): it ${asked.refused}.`,
      `Give the path of a Node, best ${OLDEST_NODE} or newer, of Bun or of Deno, or leave it empty to have one found.`,
    );
  }

  const refusals: string[] = [];
  const tried = new Set<string>();
  const firstOn = async (searchPath: string | undefined, foundBy: string): Promise<Runtime | undefined> => {
    for (const candidate of candidatesOn(searchPath ?? "", system)) {
      if (tried.has(candidate)) continue;
      tried.add(candidate);
      const asked = await ask(candidate, foundBy, {}, system);
      if ("runtime" in asked) return asked.runtime;
      if (!asked.missing) refusals.push(`${candidate} ${asked.refused}`);
    }
    return undefined;
  };

  const found =
    (await firstOn(pathOf(system.environment), "PATH")) ??
    (await firstOn(await loginShellPath(system), "the login shell's PATH"));
  if (found !== undefined) return found;

  const own = await ask(
    system.execPath,
    system.isElectron ? "the editor's own runtime" : "the Node that runs Async Cost",
    system.isElectron ? { ELECTRON_RUN_AS_NODE: "1" } : {},
    system,
  );
  if ("runtime" in own) return own.runtime;
  refusals.push(`${system.execPath} ${own.refused}`);
  throw new NoRuntimeError(
    `No Node ${OLDEST_NODE} or newer was found: ${refusals.join("; ")}.`,
    `Install Node ${OLDEST_NODE} or newer, or say where it is.`,
  );
}

const ABOUT_SCRIPT =
  "(function (v) { return JSON.stringify({ execPath: process.execPath, version: v.node, bun: v.bun, deno: v.deno }); })(process.versions)";

type Asked = { runtime: Runtime } | { refused: string; missing: boolean };

/**
 * Asks an executable for its version and for its true path: what stands on PATH may be the shim of a version
 * manager, which is slow and would look for its files in the worker's scratch home.
 *
 * @param taken `today's`: only a Node on which everything can be measured; `any`: whatever somebody has asked for.
 */
async function ask(
  executable: string,
  foundBy: string,
  environment: Readonly<Record<string, string>>,
  system: RuntimeSystem,
  taken: "today's" | "any" = "today's",
): Promise<Asked> {
  const { own, isElectron, execPath } = system;
  if (own !== undefined && !isElectron && executable === execPath)
    return judge(own, foundBy, environment, taken);
  const isDeno = /^deno(\.exe)?$/i.test(executable.split(/[\\/]/).at(-1)!);
  const words = taken === "any" && isDeno ? ["eval", "-p", ABOUT_SCRIPT] : ["-p", ABOUT_SCRIPT];
  const answer = await system.capture(executable, words, {
    environment: { ...system.environment, NODE_OPTIONS: undefined, ...environment },
    timeLimitMilliseconds: 10_000,
    processTimes: readProcessTimes,
  });
  if (answer.error !== undefined) {
    const missing = answer.error === "ENOENT" || answer.error === "ENOTDIR";
    return { missing, refused: missing ? "does not exist" : `cannot be run (${answer.error})` };
  }
  try {
    const about = parseAs(aboutSchema, JSON.parse(answer.stdout.trim()), "answer");
    return judge(about, foundBy, environment, taken);
  } catch {
    return { missing: false, refused: taken === "any" ? "is neither Node nor Bun nor Deno" : "is not Node" };
  }
}

/** Whether a runtime is one of those that are taken. */
function judge(
  about: About,
  foundBy: string,
  environment: Readonly<Record<string, string>>,
  taken: "today's" | "any",
): Asked {
  const name = about.bun !== undefined ? "bun" : about.deno !== undefined ? "deno" : "node";
  const version = about.bun ?? about.deno ?? about.version;
  const [major = NaN, minor = NaN] = about.version.split(".").map(Number);
  const isTaken =
    taken === "today's"
      ? name === "node" && major >= OLDEST_NODE
      : name !== "node" || major > OLDEST_ASKED_FOR[0] || minor >= OLDEST_ASKED_FOR[1];
  if (!isTaken) return { missing: false, refused: `is ${TITLES[name]} ${version}` };
  return { runtime: { name, version, path: about.execPath, foundBy, environment } };
}

const TITLES = { node: "Node", bun: "Bun", deno: "Deno" } as const;

/** Every `node` on a search path. Relative entries would be looked up in the user's project and are left out. */
function candidatesOn(searchPath: string, { platform, environment }: RuntimeSystem): string[] {
  const paths = platform === "win32" ? path.win32 : path.posix;
  const extensions = platform === "win32" ? executableExtensions(environment) : [""];
  return searchPath
    .split(paths.delimiter)
    .map((folder) => folder.replace(/^"(.*)"$/, "$1"))
    .filter((folder) => paths.isAbsolute(folder))
    .flatMap((folder) => extensions.map((extension) => paths.join(folder, `node${extension}`)));
}

/** Of PATHEXT those that can be started without a shell. */
function executableExtensions(environment: RuntimeSystem["environment"]): string[] {
  const all = (environment["PATHEXT"] ?? ".COM;.EXE").toLowerCase().split(";");
  return all.filter((extension) => extension === ".exe" || extension === ".com");
}

function pathOf(environment: RuntimeSystem["environment"]): string | undefined {
  // Windows calls it Path, and process.env spread into an object minds the case.
  return environment["PATH"] ?? environment["Path"];
}

/** The PATH that the user's login shell sets up, where shells do that. */
async function loginShellPath(system: RuntimeSystem): Promise<string | undefined> {
  const shell = system.environment["SHELL"];
  if (system.platform === "win32" || shell === undefined || !path.posix.isAbsolute(shell)) return undefined;
  // Profiles print greetings; the marks tell the answer from them.
  const answer = await system.capture(shell, ["-ilc", `printf '<<%s>>' "$PATH"`], {
    environment: system.environment,
    timeLimitMilliseconds: 5000,
    processTimes: readProcessTimes,
  });
  return /^(?:(?!<<)[^])*<<(.*)>>/s.exec(answer.stdout)?.[1];
}

function expandHome(given: string, { homeFolder }: RuntimeSystem): string {
  return given.replace(/^~(?=$|[/\\])/, () => homeFolder);
}
