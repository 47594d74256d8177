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
  if (execArgv.some((one) => EVALUATES.test(one))) return execArgv.some(mayLoadModules);
  // The runner of `node --test` has a process for each file.
  if (execArgv.includes("--test")) return false;
  const main = argv[1];
  return main === undefined || main === "-" || isModuleFile(path.resolve(main));
}

/** Whether a text is an ES module, or may load one. */
export function mayLoadModules(text: string): boolean {
  return text.includes("import") || text.includes("export") ? TELLS_MODULES.test(text) : false;
}

const TELLS_MODULES = /\bimport\s*\(|^[^\S\n]*(?:import|export)\b(?!\s*[=.])/m;

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
