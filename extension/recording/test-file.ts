import { programWords, scriptWords, type PackageManager } from "./package-manager.ts";
import { lastCommand, wordsOf } from "./words.ts";

/** What a package says of how its tests are run. */
export interface TestedPackage {
  readonly manager: PackageManager;
  /** Names and commands, in which tests are run. */
  readonly testScripts: readonly (readonly [name: string, command: string])[];
  /** Names of what it depends on. */
  readonly dependencies: ReadonlySet<string>;
}

/** What runs tests. */
interface Runner {
  readonly name: string;
  /** The module that its tests import, where that tells it. */
  readonly module: string;
  /** What its command has as a word. */
  readonly word: string;
  /** What is put before a file when it runs alone. */
  readonly alone: readonly string[];
  /** What is put before a file behind a script, so that only that one is run; null where a script's own files would be, too. */
  readonly narrowed: readonly string[] | null;
}

const RUNNERS: readonly Runner[] = [
  { name: "vitest", module: "vitest", word: "vitest", alone: ["vitest", "run"], narrowed: [] },
  {
    name: "jest",
    module: "@jest/globals",
    word: "jest",
    alone: ["jest", "--runTestsByPath"],
    narrowed: ["--runTestsByPath"],
  },
  { name: "node", module: "node:test", word: "--test", alone: ["node", "--test"], narrowed: null },
  { name: "mocha", module: "mocha", word: "mocha", alone: ["mocha"], narrowed: null },
  { name: "ava", module: "ava", word: "ava", alone: ["ava"], narrowed: null },
  { name: "tap", module: "tap", word: "tap", alone: ["tap"], narrowed: null },
  { name: "tape", module: "tape", word: "tape", alone: ["tape"], narrowed: null },
];

/** Options whose value is the word behind them. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  ...["--import", "--require", "-r", "--loader", "--experimental-loader", "--conditions", "-C", "--env-file"],
  ...["--config", "--ui", "-u", "--timeout", "-t", "--extension", "--node-option", "-n", "--package"],
]);

/**
 * What runs one file of tests by the runner that it is written for; null where no runner is found.
 *
 * @param file Relative to the package, with forward slashes.
 */
export function testFileWords(file: string, text: string, tested: TestedPackage): string[] | null {
  const runner = runnerOf(text, tested);
  if (runner === undefined) return null;
  const { alone, narrowed } = runner;
  const [script, words] = scriptOf(runner, tested) ?? [null, []];
  if (script !== null && narrowed !== null && !namesFiles(words))
    return scriptWords(tested.manager, script, [...narrowed, file]);
  const own = words.length === 0 || narrowed !== null ? alone : withoutFiles(words);
  return [...(own[0] === "node" ? own : programWords(tested.manager, own)), file];
}

function runnerOf(text: string, tested: TestedPackage): Runner | undefined {
  const imported = RUNNERS.find(({ module }) => text.includes(`"${module}"`) || text.includes(`'${module}'`));
  return (
    imported ??
    RUNNERS.find((runner) => scriptOf(runner, tested) !== undefined) ??
    RUNNERS.find(({ name }) => tested.dependencies.has(name))
  );
}

/** The script that runs tests by a runner, and the words of it from that on; of `node --test`, from the program on. */
function scriptOf(
  { word }: Runner,
  { testScripts }: TestedPackage,
): readonly [name: string, words: string[]] | undefined {
  for (const [name, command] of testScripts) {
    const words = lastCommand(wordsOf(command));
    const at = words.indexOf(word);
    const start = word.startsWith("-") ? words.findIndex((one) => one === "node" || one === "tsx") : at;
    if (at >= 0 && start >= 0 && start <= at) return [name, words.slice(start)];
  }
  return undefined;
}

function namesFiles(words: readonly string[]): boolean {
  return words.some((word, at) => at > 0 && word !== "run" && !isOption(words, at));
}

/** A command without the files that it names. */
function withoutFiles(words: readonly string[]): string[] {
  return words.filter((_, at) => at === 0 || isOption(words, at));
}

function isOption(words: readonly string[], at: number): boolean {
  return words[at]!.startsWith("-") || WITH_VALUE.has(words[at - 1] ?? "");
}
