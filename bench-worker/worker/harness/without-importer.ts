import { readFileSync } from "node:fs";
import nodeModule from "node:module";
import path from "node:path";
import vm from "node:vm";

/**
 * Evaluates the bundle `file`, compiled so that neither it nor what it calls can `import()`: code that `eval` makes when
 * a program calls it may import Node's real modules where Node's own loader has compiled that program. The engine asks
 * the script that is on top of the stack for an importer, and this one has none. So a target may hand `eval` to a fake
 * as a callback and comes no further with it than by calling it itself.
 *
 * @param compiledFile What an engine has compiled of it before; it compiles again where that is not there or of another engine.
 */
export function evaluateWithoutImporter(file: string, compiledFile?: string): vm.Script {
  const module = { exports: {} };
  // By its short name bundlers put something else in its place.
  const require = nodeModule.createRequire(file);
  const script = new vm.Script(`${HEAD}${readFileSync(file, "utf8")}\n})`, {
    filename: file,
    columnOffset: -HEAD.length,
    cachedData: compiledFile === undefined ? undefined : readIfThere(compiledFile),
  });
  const evaluate = script.runInThisContext() as (...given: unknown[]) => void;
  evaluate.call(module.exports, module.exports, require, module, file, path.dirname(file));
  return script;
}

const HEAD = "(function (exports, require, module, __filename, __dirname) {";

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
