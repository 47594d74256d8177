import path from "node:path";
import { RECORDER_OPTIONS, recorderOptionsSchema, type RecorderOptions } from "../contract/recorder-lines.ts";
import { parseAs } from "../parse-as.ts";
import type { FilesOfProject } from "./roles.ts";

/** What the environment says is to be recorded; null where it says nothing, or nothing valid. */
export function recorderOptions(environment: NodeJS.ProcessEnv): RecorderOptions | null {
  try {
    return parseAs(
      recorderOptionsSchema,
      JSON.parse(environment[RECORDER_OPTIONS] ?? ""),
      "options of the recorder",
    );
  } catch {
    return null;
  }
}

/** Which files are to be recorded. */
export function filesOf({ root, only }: RecorderOptions): FilesOfProject {
  const matches = (relative: string): boolean =>
    only.length === 0 || only.some((glob) => matchesGlob(relative, glob));
  return { root: path.resolve(root), matches };
}

/** Whether a path matches a glob of `*`, `**`, `?` and `{a,b}`. */
function matchesGlob(file: string, glob: string): boolean {
  let pattern = "";
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at]!;
    if (glob.slice(at, at + 3) === "**/") {
      pattern += "(?:.*/)?";
      at += 2;
    } else if (glob.slice(at, at + 2) === "**") {
      pattern += ".*";
      at++;
    } else if (sign === "*") pattern += "[^/]*";
    else if (sign === "?") pattern += "[^/]";
    else if (sign === "{") pattern += "(?:";
    else if (sign === "}") pattern += ")";
    else if (sign === ",") pattern += "|";
    else pattern += sign.replace(/[\\^$.+()[\]|]/, "\\$&");
  }
  return new RegExp(`^${pattern}(?:/.*)?$`).test(file);
}
