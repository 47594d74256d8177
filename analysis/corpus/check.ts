import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs } from "node:util";

import { languageOfFile } from "../language.ts";
import { lex } from "../lexer/lex.ts";
import { firstDifference } from "./compare.ts";
import { babelTokens, oracleTokens } from "./oracles.ts";
import { findSourceFiles } from "./source-files.ts";

// Compares the lexer's tokens with the oracles' in every source file under the folders that are named:
// `npm run check:tokens -- [--oracle babel] FOLDER…`. The oracles are Esprima, and Espree and typescript-estree where it
// cannot parse; with `--oracle babel` it is Babel for all. Prints the first difference of each file that has
// one and which files no oracle can parse, then how many files there were; ends with code 1 if any differs.

const { values, positionals: folders } = parseArgs({
  options: { oracle: { type: "string" } },
  allowPositionals: true,
});
if (folders.length === 0 || (values.oracle !== undefined && values.oracle !== "babel")) {
  process.stderr.write("npm run check:tokens -- [--oracle babel] FOLDER…, with at least one folder\n");
  process.exit(2);
}
const tokensOf = values.oracle === "babel" ? babelTokens : oracleTokens;

const identical = new Map<string, number>();
let different = 0;
let unparsed = 0;

for (const folder of folders) {
  for (const path of findSourceFiles(folder)) {
    const language = languageOfFile(path);
    if (language === undefined) continue;
    const text = readFileSync(path, "utf8");
    const expected = tokensOf(text, language);
    if (expected === undefined) {
      unparsed++;
      process.stdout.write(`${relative(folder, path)}: no oracle can parse it\n`);
      continue;
    }
    const difference = firstDifference(lex(text, language), expected);
    if (difference === undefined) {
      const key = `${expected.oracle}, ${language}`;
      identical.set(key, (identical.get(key) ?? 0) + 1);
    } else {
      different++;
      process.stdout.write(`${relative(folder, path)}: ${difference}\n`);
    }
  }
}

for (const [key, count] of [...identical].sort()) process.stdout.write(`identical to ${key}: ${count}\n`);
process.stdout.write(`different: ${different}\nno oracle can parse: ${unparsed}\n`);
process.exitCode = different === 0 ? 0 : 1;
