import nodeCrypto from "node:crypto";
import fs from "node:fs";
import Module from "node:module";
import path from "node:path";
import vm from "node:vm";
import { hasInsertions } from "../instrument/edits.ts";
import { globalNames } from "./global-names.ts";
import type { instrumentFile } from "./instrument-file.ts";
import type { Change } from "./loading.ts";
import { roleOf, type FilesOfProject, type Role } from "./roles.ts";

/** The program may have its own in their places by the time that they are called. */
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = fs;
const { createHash } = nodeCrypto;
const { compileFunction } = vm;
const { createRequire } = Module;

/** Larger files were made by a program, and nobody measures their functions. */
const CHARACTERS_AT_MOST = 2_000_000;

/** What texts with hooks are made with. */
export interface InstrumentOptions {
  readonly files: FilesOfProject;
  /** Where they are kept for other processes and other runs; null: nowhere. */
  readonly kept: string | null;
  /** The bundle that makes them: it takes long to load, so that it is only where a text is not kept yet. */
  readonly bundle: string;
  /** Hears why a file of the project is not recorded. */
  readonly note: (text: string) => void;
}

/** Gives the texts of a project's files with the recorder's hooks in them, and other texts as they are. */
export function instrumented({ files, kept, bundle, note }: InstrumentOptions): Change {
  let make: Instrument["instrumentFile"] | undefined;
  // The bundle may be loaded once the program has globals of its own.
  const ofEngine = new Set(globalNames());
  /** Files of which something is to be said at each run, so that their texts are not kept. */
  const noted = new Set<string>();
  const made = (text: string, file: string, role: Role, isModule?: boolean): string => {
    try {
      make ??= loaded(bundle).instrumentFile;
    } catch (error) {
      note(`${file}: ${String(error)}`);
      return text;
    }
    const onNote = (said: string): void => {
      noted.add(file);
      note(said);
    };
    return make(text, file, role, onNote, isModule, ofEngine);
  };
  let version: string | undefined;
  const keptFile = (text: string, file: string, role: Role, isModule?: boolean): string => {
    if (version === undefined) {
      // By its content: of two that were built one after the other the times and sizes may be the same.
      version = [createHash("sha256").update(readFileSync(bundle)).digest("hex"), process.version].join();
      mkdirSync(kept!, { recursive: true, mode: 0o700 });
    }
    const of = [version, role, String(isModule), stampOfSource(text, file), file, text];
    return path.join(kept!, createHash("sha256").update(of.join("\n")).digest("hex"));
  };
  return (text, file, isModule) => {
    const role = roleOf(file, files);
    if (role === null || text.length > CHARACTERS_AT_MOST || hasInsertions(text)) return text;
    let at: string | undefined;
    try {
      if (kept !== null) return readFileSync((at = keptFile(text, file, role, isModule)), "utf8");
    } catch {
      // Nobody has made it yet, or it cannot be kept.
    }
    const changed = made(text, file, role, isModule);
    if (at !== undefined && changed !== text && !noted.has(file)) keep(at, changed);
    return changed;
  };
}

/** Loads a bundle as the engine reads it, whatever the program does with modules by then. */
function loaded(bundle: string): Instrument {
  const module = { exports: {} };
  const evaluate = compileFunction(readFileSync(bundle, "utf8"), ["exports", "module", "require"], {
    filename: bundle,
  });
  Reflect.apply(evaluate, undefined, [module.exports, module, createRequire(bundle)]);
  return module.exports as Instrument;
}

interface Instrument {
  readonly instrumentFile: typeof instrumentFile;
}

/** Keeps a text, unless the disk does not take it: nobody ever reads half of one. */
function keep(at: string, text: string): void {
  const written = `${at}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    writeFileSync(written, text, { mode: 0o600 });
    renameSync(written, at);
  } catch {
    // The next process makes it anew.
  }
}

/** What tells one source map beside a text from another one by the same name, or the source of a text without one; empty where the text is that. */
function stampOfSource(text: string, file: string): string {
  const at = text.lastIndexOf(NAMES_MAP);
  const [url = ""] =
    at < 0 ? [] : text.slice(at + NAMES_MAP.length, at + NAMES_MAP.length + 1000).split(/[\s'"]/);
  if (url.startsWith("data:")) return "";
  try {
    const { mtimeMs, size } = statSync(path.resolve(path.dirname(file), decodeURIComponent(url || file)));
    return url === "" && size === Buffer.byteLength(text) ? "" : `${mtimeMs} ${size}`;
  } catch {
    return "";
  }
}

const NAMES_MAP = "sourceMappingURL=";
