import { readFileSync } from "node:fs";
import { relative } from "node:path";

import { languageOfFile } from "../language.ts";
import { lex } from "../lexer/lex.ts";
import { firstDifference } from "./compare.ts";
import { oracleTokens } from "./oracles.ts";
import { findSourceFiles } from "./source-files.ts";

// Compares the lexer's tokens with the oracles' in every source file under the folders that are named:
// `node --import tsx analysis/corpus/check.ts FOLDER…`. Prints the first difference of each file that has
// one, then how many files there were; ends with code 1 if any differs.

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write("Name at least one folder: node --import tsx analysis/corpus/check.ts FOLDER…\n");
  process.exit(2);
}

const identical = new Map<string, number>();
let different = 0;
let unparsed = 0;

for (const folder of folders) {
  for (const path of findSourceFiles(folder)) {
    const language = languageOfFile(path);
    if (language === undefined) continue;
    const text = readFileSync(path, "utf8");
    const expected = oracleTokens(text, language);
    if (expected === undefined) {
      unparsed++;
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
