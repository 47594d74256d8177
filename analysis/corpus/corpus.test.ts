import { deepEqual, equal, ok } from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { languageOfFile } from "../language.ts";
import { lex } from "../lexer/lex.ts";
import type { Language } from "../model.ts";
import { firstDifference } from "./compare.ts";
import { brokenInvariant } from "./invariants.ts";
import { mutate, seededRandom } from "./mutations.ts";
import { babelTokens, espreeTokens, esprimaTokens, typeScriptTokens } from "./oracles.ts";
import type { OracleTokens } from "./oracles.ts";
import { findSourceFiles, sample } from "./source-files.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
/** Larger ones say little more and cost the oracles much; `check.ts` reads them all. */
const LARGEST_FILE = 150_000;

interface Source {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
}

function sources(folder: string, isWanted: (path: string, language: Language) => boolean): string[] {
  return findSourceFiles(`${PROJECT}${folder}`).filter((path) => {
    const language = languageOfFile(path);
    return language !== undefined && isWanted(path, language) && statSync(path).size < LARGEST_FILE;
  });
}

function read(path: string): Source {
  const language = languageOfFile(path);
  ok(language !== undefined);
  return { path, text: readFileSync(path, "utf8"), language };
}

/** Compares every text that its oracle can parse, and returns how many those were. */
function compareAll(paths: readonly string[], oracle: (source: Source) => OracleTokens | undefined): number {
  const differences: string[] = [];
  let compared = 0;
  for (const path of paths) {
    const source = read(path);
    const expected = oracle(source);
    if (expected === undefined) continue;
    compared++;
    const difference = firstDifference(lex(source.text, source.language), expected);
    if (difference !== undefined) differences.push(`${path}: ${difference}`);
  }
  deepEqual(differences, []);
  return compared;
}

describe("the lexer's tokens in installed packages", function () {
  this.timeout(120_000);
  const isScript = (_path: string, language: Language): boolean => language === "js" || language === "jsx";
  const isTyped = (path: string, language: Language): boolean =>
    (language === "ts" || language === "tsx") && !path.includes("/typescript/lib/lib.");

  it("are Esprima's in hundreds of files that Esprima can parse", () => {
    const paths = sample(sources("node_modules", isScript), 500);
    const compared = compareAll(paths, ({ text }) => esprimaTokens(text));
    ok(compared >= 250, `Esprima can parse only ${compared} files`);
  });

  it("are Espree's in dozens of files of modern JavaScript", () => {
    const all = sources("node_modules", isScript);
    const modern =
      /node_modules\/(@typescript-eslint|@lit|lit-html|eslint|eslint-plugin-import-x|mocha|lru-cache)\//;
    const paths = sample(
      all.filter((path) => modern.test(path)),
      300,
    );
    const compared = compareAll(paths, ({ text }) => (esprimaTokens(text) ? undefined : espreeTokens(text)));
    ok(compared >= 50, `only ${compared} files are modern`);
  });

  it("are typescript-estree's in hundreds of TypeScript files, the project's own among them", () => {
    const own = ["analysis", "bench-worker", "cli", "extension", "webview"].flatMap((folder) =>
      sources(folder, isTyped),
    );
    // All of them: `npm run check:tokens -- .`.
    const paths = [...sample(own, 75), ...sample(sources("node_modules", isTyped), 75)];
    ok(compareAll(paths, ({ text, language }) => typeScriptTokens(text, language === "tsx")) >= 75);
  });
});

describe("the lexer's tokens and Babel's, mapped", function () {
  this.timeout(120_000);

  it("are the same in dozens of files of all four languages", () => {
    const isWanted = (path: string): boolean => !path.includes("/typescript/lib/lib.");
    const paths = [
      ...sample(sources("node_modules", isWanted), 100),
      ...sample(sources("extension", isWanted), 20),
    ];
    const compared = compareAll(paths, ({ text, language }) => babelTokens(text, language));
    ok(compared >= 75, `Babel can parse only ${compared} files`);
  });

  it("are the same where Babel 7 makes other tokens of it", () => {
    for (const text of [
      "#!/usr/bin/env node\na;",
      "a = `b${`c${d}`}e${f}`; g`h`; ``;",
      "class A { #b = 1; static #c() { return #b in this && this.#b; } }",
    ]) {
      const expected = babelTokens(text, "js");
      ok(expected !== undefined);
      equal(firstDifference(lex(text, "js"), expected), undefined);
    }
  });
});

describe("the lexer on half-typed code", function () {
  this.timeout(60_000);

  it("gives a sound token list of every prefix of a file", () => {
    for (const name of ["lexer/code-signs.ts", "lexer/types.test.ts", "corpus/corpus.test.ts"]) {
      const { text } = read(`${PROJECT}analysis/${name}`);
      for (let end = 0; end < Math.min(text.length, 2500); end++) {
        const language = end % 2 === 0 ? "ts" : "tsx";
        equal(brokenInvariant(lex(text.slice(0, end), language)), undefined, `${name} up to ${end}`);
      }
    }
  });

  it("gives a sound token list whatever is cut off, taken out or put in", () => {
    const random = seededRandom(2);
    const isSource = (): boolean => true;
    const paths = [
      ...sample(sources("node_modules", isSource), 60),
      ...sample(sources("analysis", isSource), 20),
    ];
    for (const path of paths) {
      const { text, language } = read(path);
      for (let round = 0; round < 20; round++) {
        const edited = mutate(mutate(text, random), random);
        equal(brokenInvariant(lex(edited, language)), undefined, `${path}, round ${round}`);
      }
    }
  });

  it("forgets nothing of a text when it has lexed another that was cut off", () => {
    const { text } = read(`${PROJECT}analysis/lexer/code-signs.ts`);
    const expected = lex(text, "ts").count;
    for (const cut of ["f<{ a: (", "`${ a(", "<a b={", "class A { b = {", "type A = [", "x ? y"]) {
      lex(cut, "tsx");
      equal(lex(text, "ts").count, expected, cut);
    }
  });
});
