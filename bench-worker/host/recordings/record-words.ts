import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { counted } from "../../quantity.ts";
import type { KeptRun } from "./keep-run.ts";

/** A word of a command as it would be typed. */
export function asTyped(word: string): string {
  return /^[\w@%+=:,./\\-][\w@%+=:,./\\#-]*$/.test(word)
    ? word
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** What was kept of a run, as part of a sentence: `recorded 1 function, 3 calls on 2 paths, 3 kept whole`. */
export function recordedInWords(kept: KeptRun): string {
  if (kept.calls === 0) {
    return `no asynchronous function of the project was called, in ${counted(kept.files, "file")} of it that were loaded`;
  }
  const said = [
    `${counted(kept.functions, "function")}, ${counted(kept.calls, "call")} on ${counted(kept.paths, "path")}, ${kept.kept} kept whole`,
  ];
  if (kept.cut > 0) said.push(`not all of ${counted(kept.cut, "call")} could be kept`);
  if (kept.leftOut > 0)
    said.push(`${counted(kept.leftOut, "call")} left out, as their file would be too large`);
  if (kept.redacted > 0) said.push(`${counted(kept.redacted, "text")} replaced that may be secrets`);
  if (kept.unplaced > 0)
    said.push(`${counted(kept.unplaced, "call")} of functions that are not in the source left out`);
  if (kept.broken > 0) said.push(`${counted(kept.broken, "line")} of the recorder could not be read`);
  return `recorded ${said.join("; ")}`;
}

/** What is said where git was told to ignore recordings. */
export function ignoredInWords(file: string): string {
  return `recordings are ignored by git, by ${file}; remove that file to commit them`;
}

/** What an earlier run had left that was killed. */
export function tookIn({ calls, functions }: KeptRun, command: string): string {
  return `took in ${counted(calls, "call")} of ${counted(functions, "function")} that ${command} left, which was killed`;
}

/** Why nothing of the project was loaded, and what to do. */
export async function whyNothing(
  processes: number,
  {
    root,
    command,
    code,
    isLimited,
  }: {
    readonly root: string;
    readonly command: string;
    readonly code: number;
    readonly isLimited: boolean;
  },
): Promise<string> {
  const nothing = "nothing was recorded:";
  if (processes > 0) {
    const unnamed = isLimited ? ", and what --only does not name" : "";
    return `${nothing} ${command} loaded no file of ${root} that is code of the project; code in node_modules and tests are left out${unnamed}`;
  }
  const script = await scriptWithOptions(root);
  if (script !== null) {
    return `${nothing} the script ${script} of package.json sets NODE_OPTIONS itself; begin its value with $NODE_OPTIONS, as in NODE_OPTIONS="$NODE_OPTIONS …"`;
  }
  if (code !== 0)
    return `${nothing} ${command} ended with exit code ${code} before it loaded any file; its output says why`;
  return `${nothing} ${command} started no Node with the recorder in it; it must be a program of Node 20 or later, and keep NODE_OPTIONS as they are`;
}

const packageSchema = v.object({ scripts: v.record(v.string(), v.string()) });

/** A script that puts something in the place of what we put into NODE_OPTIONS. */
async function scriptWithOptions(root: string): Promise<string | null> {
  try {
    const text = await readFile(path.join(root, "package.json"), "utf8");
    const { scripts } = v.parse(packageSchema, JSON.parse(text));
    const own = Object.entries(scripts).find(([, script]) => /\bNODE_OPTIONS=(?!["']?[$%])/.test(script));
    return own?.[0] ?? null;
  } catch {
    return null;
  }
}
