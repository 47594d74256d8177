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

/** Files in which projects tell which variables their programs are started with, the better ones last: for a developer's machine. */
const SAMPLES = [
  ...["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"],
  ...["defaults", "dist", "template", "sample", "example"].map((name) => `.env.${name}`),
];

/** `NAME=value` of a line, with or without `export`; of a list or a map of variables, `- NAME=value` and `NAME: value`. */
const SET = /^(?:export |- ?)?([A-Za-z_]\w*)(?: ?= ?|: )(.*)$/;

/** What an attempt has shown of variables of the environment that nothing sets. */
interface Shown {
  /** By name: the stacks of their reads. */
  readonly reads: ReadonlyMap<string, readonly string[]>;
  /** The stack of the error with which it ended. */
  readonly failure: string;
  /** The file that threw it, where what that asks for at one place and uses at another is to be set, too. */
  readonly failedIn?: string | undefined;
}

/**
 * What variables of the environment are that nothing sets, and that files of the project read, or name for a package that reads them: what a
 * sample tells, else a text. Of a file that reads one, or that an error went through, those that it reads anywhere; but for what it does without.
 */
export function variablesToSet(
  { reads, failure, failedIn }: Shown,
  source: Pick<TargetSource, "file" | "text">,
): FactAbout<"variable">[] {
  const textOf = sourceTextOf(source);
  const isOwn = ({ file }: Frame): boolean =>
    path.isAbsolute(file) && !isHarness(file) && isOfProject(file, source.file);
  const ownFrames = (stacks: readonly string[]): Frame[] =>
    stacks.flatMap((stack) => framesOf(stack).filter(isOwn));
  const samples = samplesAround(source.file);
  const isUsedIn = (file: string, name: string): boolean =>
    readsIn(file, textOf(file) ?? "").some((read) => read.name === name && !read.isOptional);
  const readers = new Set(ownFrames([failure]).map(({ file }) => file));
  const needed = new Set<string>();
  for (const [name, all] of reads) {
    // What Node itself asks for is nothing that a program is started with.
    const stacks = all.filter((stack) => !isReadByNode(stack));
    if (stacks.length === 0) continue;
    const naming = ownFrames(stacks).filter(({ file }) => namesIn(textOf(file)).has(name));
    for (const { file } of naming) readers.add(file);
    const isNeeded = naming.some(({ file, line }) => isNeededAt(line, name, readsIn(file, textOf(file)!)));
    const isOfFailing =
      failedIn !== undefined && naming.some(({ file }) => file === failedIn) && isUsedIn(failedIn, name);
    if (naming.length === 0 ? samples.has(name) : isNeeded || isOfFailing) needed.add(name);
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

/** Whether Node itself has read a variable, whoever called it. */
function isReadByNode(stack: string): boolean {
  const isOfHarness = (line: string): boolean => framesOf(line).some(({ file }) => isHarness(file));
  const [, ...lines] = stack.split("\n");
  return lines.find((line) => !isOfHarness(line))?.includes("node:") === true;
}

/** Whether a text does not do without a variable where it reads it on a line, or hands on its name. */
function isNeededAt(line: number, name: string, reads: readonly VariableRead[]): boolean {
  const ofName = reads.filter((read) => read.name === name || (read.name === null && read.line === line));
  const here = ofName.filter((read) => read.line === line);
  return here.length === 0 ? ofName.every((read) => !read.isOptional) : here.some((read) => !read.isOptional);
}

/** The variables without which a text does nowhere. */
function alwaysNeeded(reads: readonly VariableRead[]): Set<string> {
  const optional = new Set(reads.flatMap(({ name, isOptional }) => (isOptional ? [name] : [])));
  return new Set(reads.flatMap(({ name }) => (name === null || optional.has(name) ? [] : [name])));
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
  if (!/(?:^|_)UR[LI]$/.test(name)) return name;
  const [, scheme = "http"] = SCHEMES.find(([of]) => of.test(name)) ?? [];
  return `${scheme}://localhost`;
}

/** Of the URLs of servers, by what their variables are called: clients refuse any other. */
const SCHEMES: readonly (readonly [of: RegExp, scheme: string])[] = [
  [/MONGO/, "mongodb"],
  [/REDIS/, "redis"],
  [/MYSQL/, "mysql"],
  [/AMQP|RABBIT/, "amqp"],
  // A variable of that name alone is mostly that of PostgreSQL, as Heroku sets it: https://devcenter.heroku.com/articles/connecting-heroku-postgres
  [/POSTGRES|DATABASE/, "postgres"],
];

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
  const value = quoted?.[2] ?? written.replace(/(?:^|\s)#.*$/, "").trimEnd();
  // What stands for another variable is what it is without that; nothing where only that tells it.
  const known = value.replaceAll(/\$\{\w+:?-([^{}]*)\}/g, "$1");
  return known.includes("$") ? "" : known;
}
