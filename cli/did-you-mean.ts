import path from "node:path";
import { glob } from "tinyglobby";
import { analyze } from "../analysis/analyze.ts";
import { codeOfFile, isSourceFile } from "../analysis/components/code-of.ts";
import { closest } from "../bench-worker/host/closest.ts";
import { reading } from "../bench-worker/host/reading.ts";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { NoSuchFile, type TargetError } from "../bench-worker/host/targets.ts";

/** So many are named. */
const NAMED_AT_MOST = 3;
/** So many files that have a name in their text are read for functions of that name. */
const READ_AT_MOST = 200;

/** What is wrong with a target; of a file that is not there with what may have been meant by it. */
export async function withSuggestion(error: TargetError, folder: string): Promise<string> {
  if (!(error instanceof NoSuchFile)) return error.message;
  const { message, file, behind } = error;
  const found = await glob("**/*", { cwd: folder, ignore: ["**/node_modules/**"] });
  const files = found.filter(isSourceFile).sort();
  const isName = behind === "" && !isSourceFile(file);
  const near = isName ? await functionsNamed(file, files, folder) : filesLike(file, files);
  if (near.length > 0) return `${message}; did you mean ${listed(near.map((one) => one + behind))}?`;
  return isName ? `${message}; write FILE, FILE#name or FILE:LINE` : message;
}

/** Files of the same name elsewhere, else the one whose path is nearly the same. */
function filesLike(file: string, files: readonly string[]): string[] {
  const same = files.filter((other) => path.basename(other) === path.basename(file));
  if (same.length > 0) return same;
  const near = closest(withoutEnding(file), files.map(withoutEnding));
  return files.filter((other) => withoutEnding(other) === near);
}

function withoutEnding(file: string): string {
  return file.slice(0, file.length - path.extname(file).length);
}

/** `src/orders.js#Orders.place` for `place`. */
async function functionsNamed(name: string, files: readonly string[], folder: string): Promise<string[]> {
  const read = diskSource(folder);
  const found: string[] = [];
  let left = READ_AT_MOST;
  for (const file of files) {
    const text = (await read(file).catch(() => null))?.text;
    if (text?.includes(name.slice(name.lastIndexOf(".") + 1)) !== true) continue;
    if (left-- === 0 || found.length > NAMED_AT_MOST) break;
    const code = codeOfFile(file, text);
    if (code === undefined) continue;
    const { functions } = reading(file, () => analyze(code.text, code.language));
    for (const { name: other } of functions)
      if (other === name || other.endsWith(`.${name}`)) found.push(`${file}#${other}`);
  }
  return found;
}

/** `a, b or c` */
function listed(all: readonly string[]): string {
  const names = [...new Set(all)].slice(0, NAMED_AT_MOST);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
