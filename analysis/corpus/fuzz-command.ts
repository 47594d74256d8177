import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { languageOfFile } from "../language.ts";
import { fuzz, type FuzzSource } from "./fuzz.ts";
import { growingTexts, growthOf, readConstructs } from "./growth.ts";
import { seededRandom } from "./mutations.ts";
import { findSourceFiles, sample } from "./source-files.ts";

// `npm run fuzz -- [--minutes N] [--seed N] [FOLDER…]`: damages source files at random and looks whether the analysis
// throws, gives an answer that cannot be, or takes more than linear time. Prints each failure as short as it can be
// made; ends with code 1 if there is any. The same seed and files give the same texts.
// `npm run fuzz -- --growth [--minutes N] [--seed N]`: makes texts in which something comes again and again, whole and
// half-typed, and looks whether the work for twice as much of it is more than twice the work.

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string" },
    growth: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  process.stderr.write(
    "npm run fuzz -- [--growth] [--minutes N] [--seed N] [FOLDER…], with numbers above 0\n",
  );
  process.exit(2);
}

// Reading the files is part of the time, and so is shortening what fails: a run ends when it was said to.
const until = Date.now() + minutes * 60_000;
const FILES_AT_MOST = 3000;
const LONGEST = 60_000;
process.exitCode = (values.growth ? runGrowth() : runDamages()) === 0 ? 0 : 1;

/** The number of constructs for which the work grows by more than the text. */
function runGrowth(): number {
  process.stdout.write(`seed ${seed}, ${minutes} min\n`);
  const found = new Set<string>();
  let texts = 0;
  for (const text of growingTexts(readConstructs(), seededRandom(seed))) {
    if (Date.now() >= until) break;
    texts++;
    const growth = growthOf(text);
    if (growth === undefined) continue;
    found.add(growth.name);
    const { ratio, steps, codeUnits, name } = growth;
    process.stdout.write(
      `\n${ratio.toFixed(1)} times the work for twice as much (${steps} steps for ${codeUnits} code units)\n  ${name}\n`,
    );
  }
  process.stdout.write(`\n${texts} constructs, ${found.size} failures\n`);
  return found.size;
}

/** The number of failures. */
function runDamages(): number {
  const folders =
    positionals.length > 0 ? positionals : ["analysis", "extension", "variants", "node_modules"];
  const sources = folders.flatMap((folder) =>
    sample(findSourceFiles(folder), FILES_AT_MOST).flatMap((path): FuzzSource[] => {
      const language = languageOfFile(path);
      const text = readFileSync(path, "utf8");
      return language === undefined || text.length > LONGEST ? [] : [{ path, text, language }];
    }),
  );
  if (sources.length === 0) {
    process.stderr.write(`There is no JavaScript or TypeScript in ${folders.join(", ")}.\n`);
    process.exit(2);
  }
  process.stdout.write(`seed ${seed}, ${sources.length} files, ${minutes} min\n`);

  const { texts, codeUnits, failures, slowestMicrosecondsPerCodeUnit } = fuzz({
    sources,
    random: seededRandom(seed),
    goesOn: () => Date.now() < until,
    judgesTime: true,
    onFailure: ({ reason, origin, kind, text }) => {
      const shown = text.length > 2000 ? `${text.slice(0, 2000)}… (${text.length} code units)` : text;
      process.stdout.write(`\n${reason}\n  ${kind}, from ${origin}\n  ${JSON.stringify(shown)}\n`);
    },
  });
  const millions = (codeUnits / 1e6).toFixed(0);
  process.stdout.write(
    `\n${texts} texts, ${millions} million code units, ${failures.length} failures; ` +
      `at most ${slowestMicrosecondsPerCodeUnit.toFixed(2)} µs a code unit beyond what any text may take\n`,
  );
  return failures.length;
}
