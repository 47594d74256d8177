import { readFileSync } from "node:fs";
import path from "node:path";
import type { FactAbout } from "../../contract/fact.ts";
import type { TargetSource } from "../../protocol.ts";
import { framesOf, type Frame } from "../io/call-site.ts";
import { isHarness } from "../io/own-frames.ts";
import { sourceTreeOf } from "../program/source-tree.ts";
import { variablesRead, type VariableRead } from "../program/variables-read.ts";
import { isOfProject } from "./package-name.ts";
import { projectAround } from "./project-files.ts";
import { sourceTextOf } from "./source-text.ts";

/** Files in which projects tell which variables their programs are started with; none holds a secret. */
const SAMPLES = ["example", "sample", "template", "dist", "defaults"].map((name) => `.env.${name}`);

/** `NAME=value` of a line, with or without `export`. */
const SET = /^(?:export )?([A-Za-z_]\w*) ?= ?(.*)$/;

/**
 * What variables of the environment are that nothing sets, and that files of the project read, or name for a package that reads them: what a
 * sample tells, else a text. Of a file that reads one, or that an error went through, those that it reads anywhere; but for what it does without.
 *
 * @param reads By name: the stacks of their reads.
 * @param failure The stack of the error.
 */
export function variablesToSet(
  reads: ReadonlyMap<string, readonly string[]>,
  failure: string,
  source: Pick<TargetSource, "file" | "text">,
): FactAbout<"variable">[] {
  const textOf = sourceTextOf(source);
  const isOwn = ({ file }: Frame): boolean =>
    path.isAbsolute(file) && !isHarness(file) && isOfProject(file, source.file);
  const ownFrames = (stacks: readonly string[]): Frame[] =>
    stacks.flatMap((stack) => framesOf(stack).filter(isOwn));
  const samples = samplesAround(source.file);
  const readers = new Set(ownFrames([failure]).map(({ file }) => file));
  const needed = new Set<string>();
  for (const [name, stacks] of reads) {
    const naming = ownFrames(stacks).filter(({ file }) => namesIn(textOf(file)).has(name));
    for (const { file } of naming) readers.add(file);
    const isNeeded = naming.some(({ file, line }) => isNeededAt(line, name, readsIn(file, textOf(file)!)));
    if (naming.length === 0 ? samples.has(name) : isNeeded) needed.add(name);
  }
  for (const file of readers)
    for (const name of alwaysNeeded(readsIn(file, textOf(file) ?? ""))) needed.add(name);
  return [...needed]
    .filter((name) => !(name in process.env))
    .map((name) => ({
      about: "variable",
      name,
      is: samples.get(name) ?? textFor(name),
      because: "variable",
    }));
}

/** Whether a text does not do without a variable where it reads it on a line, or hands on its name. */
function isNeededAt(line: number, name: string, reads: readonly VariableRead[]): boolean {
  const ofName = reads.filter((read) => read.name === name);
  const here = ofName.filter((read) => read.line === line);
  return here.length === 0 ? ofName.every((read) => !read.isOptional) : here.some((read) => !read.isOptional);
}

/** The variables without which a text does nowhere. */
function alwaysNeeded(reads: readonly VariableRead[]): Set<string> {
  const optional = new Set(reads.flatMap(({ name, isOptional }) => (isOptional ? [name] : [])));
  return new Set(reads.map(({ name }) => name).filter((name) => !optional.has(name)));
}

function namesIn(text: string | null): ReadonlySet<string> {
  return new Set(text?.match(/\w+/g));
}

function readsIn(file: string, text: string): readonly VariableRead[] {
  const tree = sourceTreeOf(file, text);
  return tree === null ? [] : variablesRead(tree);
}

/** A text that what reads a variable takes, as far as its name tells. */
function textFor(name: string): string {
  if (name === "NODE_ENV") return "production";
  if (/(?:^|_)PORT$/.test(name)) return "3000";
  return /(?:^|_)UR[LI]$/.test(name) ? "http://localhost" : name;
}

/** What samples beside the project's `package.json` set variables to. */
function samplesAround(file: string): ReadonlyMap<string, string> {
  const root = projectAround(file);
  return new Map(SAMPLES.flatMap((sample) => [...valuesIn(path.join(root, sample))]));
}

function* valuesIn(file: string): Generator<[string, string]> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return;
  }
  for (const line of text.split(/\r?\n/)) {
    const [, name, written] = SET.exec(line.trim()) ?? [];
    const value = written === undefined ? "" : unquoted(written);
    if (name !== undefined && value !== "") yield [name, value];
  }
}

/** What is written behind `=`, without its quotes, and without what is told behind it. */
function unquoted(written: string): string {
  const quoted = /^(["'`])(.*?)\1/.exec(written);
  return quoted?.[2] ?? written.replace(/(?:^|\s)#.*$/, "").trimEnd();
}
