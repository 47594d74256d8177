import { readFileSync } from "node:fs";
import nodeModule from "node:module";
import path from "node:path";
import vm from "node:vm";

/**
 * Evaluates the bundle `file`, compiled so that neither it nor what it calls can `import()`: code that `eval` makes when
 * a program calls it may import Node's real modules where Node's own loader has compiled that program. The engine asks
 * the script that is on top of the stack for an importer, and this one has none. So a target may hand `eval` to a fake
 * as a callback and comes no further with it than by calling it itself.
 */
export function evaluateWithoutImporter(file: string): void {
  const module = { exports: {} };
  const parameters = ["exports", "require", "module", "__filename", "__dirname"];
  // By its short name bundlers put something else in its place.
  const require = nodeModule.createRequire(file);
  const evaluate = vm.compileFunction(readFileSync(file, "utf8"), parameters, { filename: file }) as (
    ...given: unknown[]
  ) => void;
  evaluate.call(module.exports, module.exports, require, module, file, path.dirname(file));
}
