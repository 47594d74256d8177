import fs from "node:fs";
import path from "node:path";

/** The program may have its own in their places by the time that they are called. */
const { readFileSync } = fs;

/** What a process of Node was started with. */
export interface Started {
  readonly argv: readonly string[];
  readonly execArgv: readonly string[];
  /** `NODE_OPTIONS` */
  readonly options: string;
  readonly isMainThread: boolean;
}

/** Options that load ES modules, or hooks of modules. */
const LOADS = /^--(?:import|loader|experimental-loader|input-type|experimental-default-type)(?:=|$)/;
const EVALUATES = /^(?:-e|-p|-pe|--eval|--print)$/;

/** Whether a process may load an ES module before any text that it loads otherwise tells so. */
export function beginsWithModules({ argv, execArgv, options, isMainThread }: Started): boolean {
  // What a thread begins with is not told.
  if (!isMainThread || [...execArgv, ...options.split(/\s+/)].some((one) => LOADS.test(one))) return true;
  if (execArgv.some((one) => EVALUATES.test(one))) return execArgv.some((one) => mayLoadModules(one));
  // The runner of `node --test` has a process for each file.
  if (execArgv.includes("--test")) return false;
  const main = argv[1];
  return main === undefined || main === "-" || isModuleFile(path.resolve(main));
}

/**
 * Whether a text is an ES module of the project, or may load one: those that packages have of their own load none of it.
 *
 * @param file Where the text comes from; empty where that is not known.
 */
export function mayLoadModules(text: string, file = ""): boolean {
  if (text.includes("import"))
    for (const { index } of text.matchAll(IMPORTS)) if (!isInComment(text, index)) return true;
  return !isOfPackage(file) && STATES.test(text);
}

const IMPORTS = /\bimport\s*\(/g;
const STATES = /^[^\S\n]*(?:import|export)\b(?!\s*[=.])/m;

/** Whether a place of a text is in a comment, as types are there that tools read, as far as its line tells. */
function isInComment(text: string, at: number): boolean {
  const before = text.slice(text.lastIndexOf("\n", at) + 1, at);
  return /^\s*(?:\*|\/\/)/.test(before) || before.lastIndexOf("/*") > before.lastIndexOf("*/");
}

/** Whether a file is one of a package. */
export function isOfPackage(file: string): boolean {
  return /[/\\]node_modules[/\\]/.test(file);
}

/** Whether a file is an ES module by its name, or by what the package that it is of says of its files. */
export function isModuleFile(file: string): boolean {
  const extension = path.extname(file);
  if (extension === ".cjs" || extension === ".json" || extension === ".node") return false;
  if (extension !== ".js" && extension !== "") return true;
  const folder = path.dirname(file);
  let isOfModules = folders.get(folder);
  if (isOfModules === undefined) folders.set(folder, (isOfModules = hasModules(folder)));
  return isOfModules;
}

const folders = new Map<string, boolean>();

function hasModules(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      const { type } = JSON.parse(readFileSync(path.join(at, "package.json"), "utf8")) as { type?: unknown };
      return type === "module";
    } catch {
      // There is none, or Node will tell what is wrong with it.
    }
    if (path.dirname(at) === at || path.basename(at) === "node_modules") return false;
  }
}
