import fs from "fs";
import { canImport, compileModule } from "./evaluate.ts";
import { loader } from "./loader.ts";

/** Tells that a program is evaluated by {@link evaluateAgain}. */
const globals = global as { __asyncCostAgain?: boolean };

/**
 * Whether the program that asks, whose file is named, is a bundle that the engine's own loader has compiled: code that
 * `eval` makes when this program calls it may `import()` real modules.
 */
export function mayImport(file: string): boolean {
  return canImport() && globals.__asyncCostAgain !== true && !/\.ts$/.test(file);
}

/** Evaluates the bundle `file` once more, compiled so that neither it nor what it calls can `import()`. */
export function evaluateAgain(file: string): void {
  const module = new loader(file, null);
  module.filename = file;
  globals.__asyncCostAgain = true;
  try {
    compileModule(module, fs.readFileSync(file, "utf8"), file)();
  } finally {
    delete globals.__asyncCostAgain;
  }
}
