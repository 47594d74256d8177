import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { IoCore } from "../io/io-core.ts";

/** More paths are looked up each time: a name that is new in each call must not fill the memory. */
const PATHS_AT_MOST = 200;

const PROGRAM_FOLDERS: ReadonlySet<string> = new Set((process.env["PATH"] ?? "").split(path.delimiter));

/** The errors by which it was said that a file is not there. */
export const missingFiles = new WeakSet<Error>();

/** The answers of the fake file system: what may be read is read once, everything else is made up. */
export class FileAnswers {
  readonly #core: Pick<IoCore, "json" | "readFileNames">;
  readonly #folders: readonly string[];
  readonly #contents = new Map<string, Buffer>();
  /** What was found out of each path. It takes longer than a call that is measured, and fails with an error that weighs. */
  readonly #readable = new Map<string, string | null>();
  readonly #programs = new Map<string, boolean>();

  /** `folders`: what may really be read in. */
  constructor(core: Pick<IoCore, "json" | "readFileNames">, folders: readonly string[]) {
    this.#core = core;
    // Files are compared by their real paths, so folders behind links must be as well.
    this.#folders = folders.map((folder) => realPathOf(folder) ?? folder);
  }

  /** The file's path when it may really be read; null otherwise. */
  readable(name: unknown): string | null {
    const file = pathOf(name);
    if (file === null) return null;
    const known = this.#readable.get(file);
    if (known !== undefined) return known;
    const real = this.#withinReach(file);
    if (this.#readable.size < PATHS_AT_MOST) this.#readable.set(file, real);
    return real;
  }

  /** Whether it may be read, or is a folder that the process or the project is in: those of a relative path end there. */
  exists(name: unknown): boolean {
    if (this.readable(name) !== null) return true;
    const file = pathOf(name);
    if (file === null) return false;
    const folder = path.resolve(file);
    return [path.resolve("."), ...this.#folders].some(
      (one) => one === folder || one.startsWith(path.join(folder, path.sep)),
    );
  }

  #withinReach(file: string): string | null {
    const real = realPathOf(file);
    if (real === null) return null;
    const within = this.#folders.some(
      (folder) => real === folder || real.startsWith(path.join(folder, path.sep)),
    );
    return within || /[\\/]node_modules[\\/]/.test(real) ? real : null;
  }

  content(parameters: readonly unknown[]): Buffer | string {
    const [name, options] = parameters;
    const key = pathOf(name) ?? "";
    let content = this.#contents.get(key);
    if (content === undefined) {
      const file = this.readable(name);
      // What does not exist holds an object to whoever parses it, two characters to the rest.
      if (file === null || !fs.statSync(file).isFile()) content = Buffer.from(this.#core.json);
      else this.#contents.set(key, (content = fs.readFileSync(file)));
    }
    const encoding = encodingOf(options);
    return encoding === null ? content : content.toString(encoding);
  }

  /** @param name Of the file; left out where only its descriptor is known. */
  stats(name?: unknown): object {
    const zero = new Date(0);
    const is = (answer: boolean) => () => answer;
    return {
      dev: 1,
      ino: 1,
      // Who looks for a program finds one.
      mode: this.#isProgram(name) ? 0o100755 : 0o100644,
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      size: this.#core.json.length,
      blksize: 4096,
      blocks: 1,
      atimeMs: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      birthtimeMs: 0,
      atime: zero,
      mtime: zero,
      ctime: zero,
      birthtime: zero,
      isFile: is(true),
      isDirectory: is(false),
      isSymbolicLink: is(false),
      isBlockDevice: is(false),
      isCharacterDevice: is(false),
      isFIFO: is(false),
      isSocket: is(false),
    };
  }

  /** Whether a file lies where programs are looked for. */
  #isProgram(name: unknown): boolean {
    if (typeof name !== "string") return false;
    const known = this.#programs.get(name);
    if (known !== undefined) return known;
    const isProgram = PROGRAM_FOLDERS.has(path.dirname(pathOf(name) ?? name));
    if (this.#programs.size < PATHS_AT_MOST) this.#programs.set(name, isProgram);
    return isProgram;
  }

  entries(parameters: readonly unknown[]): unknown[] {
    const [folder, options] = parameters;
    const withTypes = typeof options === "object" && options !== null && "withFileTypes" in options;
    const fileNames = this.#core.readFileNames();
    if (!withTypes || options.withFileTypes !== true) return [...fileNames];
    const parentPath = pathOf(folder) ?? ".";
    const stats = this.stats();
    return fileNames.map((name) => ({ ...stats, name, parentPath, path: parentPath }));
  }
}

/** Null for what is not there, or out of this process's reach. */
function realPathOf(file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    return null;
  }
}

/** The path that a file system function was given; null for what is none, as a descriptor. */
export function pathOf(name: unknown): string | null {
  try {
    if (typeof name === "string") return resolved(name);
    if (name instanceof URL) return fileURLToPath(name);
    return Buffer.isBuffer(name) ? path.resolve(name.toString()) : null;
  } catch {
    return null;
  }
}

/** Whole paths by what was given: nobody changes this process's folder, and finding them is no part of the I/O. */
const wholePaths = new Map<string, string>();

function resolved(name: string): string {
  const known = wholePaths.get(name);
  if (known !== undefined) return known;
  const whole = path.resolve(name);
  if (wholePaths.size < PATHS_AT_MOST) wholePaths.set(name, whole);
  return whole;
}

function encodingOf(options: unknown): BufferEncoding | null {
  const given =
    typeof options === "object" && options !== null && "encoding" in options ? options.encoding : options;
  return typeof given === "string" && Buffer.isEncoding(given) ? given : null;
}
