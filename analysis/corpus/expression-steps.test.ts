import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "tinyglobby";
import { languageOfFile } from "../language.ts";
import { lex } from "../lexer/lex.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { ExpressionSteps, growing } from "./expression-steps.ts";
import { MadeExpressions } from "./made-expressions.ts";

const ROOT = path.join(import.meta.dirname, "../..");
/** All that is bundled, and what tests it. */
const SHIPPED = "{analysis,bench-worker,cli,extension,webview}/**/*.ts";
const FOR_TESTS = [
  "**/*.test.ts",
  "**/*.d.ts",
  "**/fixtures/**",
  "**/test/**",
  "analysis/{corpus,oracle}/**",
];

/** What source text may have much of. */
const ANY_TEXTS = ["word", "(", "[", "'a' ", " ", "\n", "a.b", "a, ", "/*", "= ", "a: b;"].map((again) =>
  growing("", again),
);
/** What such a text may have of a name that an expression was made for. */
const OF_NAME = ["name", "name ", "name.", "name(", "name = ", "const name ", "{ name "].map((again) =>
  growing("", again),
);
/** Where `import` is called may stand behind any comment, and is never to be overlooked: each is read to its end. */
const READS_COMMENTS = "bench-worker/any-engine/without-imports.ts";
const LENGTH = 100;
/** What is in proportion to the text doubles. */
const HIGHEST_RATIO = 3;
/** Fewer steps for each character are no work, whatever they grow by. */
const STEPS_FOR_EACH = 10;

/** The beginning of a text for which an expression takes more steps than in proportion; undefined where there is none. */
function disproportionate(expression: RegExp, texts = ANY_TEXTS): string | undefined {
  const steps = new ExpressionSteps(expression);
  const found = [...texts, ...steps.texts].find((textOf) => {
    const more = steps.of(textOf(2 * LENGTH));
    return (
      more > 2 * LENGTH * STEPS_FOR_EACH &&
      (more === Infinity || more > HIGHEST_RATIO * steps.of(textOf(LENGTH)))
    );
  });
  return found?.(1);
}

function expressionsIn(file: string): { readonly expression: RegExp; readonly line: number }[] {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  const { kinds, starts, ends, count } = lex(text, languageOfFile(file)!);
  return Array.from({ length: count }, (_, token) => token)
    .filter((token) => kinds[token] === TokenKind.RegularExpression)
    .map((token) => {
      const literal = text.slice(starts[token], ends[token]);
      const end = literal.lastIndexOf("/");
      return {
        expression: new RegExp(literal.slice(1, end), literal.slice(end + 1)),
        line: text.slice(0, starts[token]).split("\n").length,
      };
    });
}

describe("the steps that regular expressions take", function () {
  this.timeout(60_000);

  it("are told to be more than in proportion where parts of an expression share the text between them, and nowhere else", () => {
    for (const expression of [
      /[a-z]+\s+from/,
      /\s+$/,
      /a.*b.*c/,
      /^\s*\{?\s*;/,
      /(?<=x\s*)\(/,
      /^(?:\w+\s?)*$/,
      /"[^']*'/,
    ])
      assert.notEqual(disproportionate(expression), undefined, String(expression));
    for (const expression of [
      /(?<![a-z])[a-z]+\s+from/,
      /(?<!\s)\s+$/,
      /^a.*b/,
      /^\s*(?:\{\s*)?;/,
      /\((?<=x\s*\()/,
      /^\w+$/,
      /"[^'"]*'/,
    ])
      assert.equal(disproportionate(expression), undefined, String(expression));
  });

  it("are in proportion to the text for each expression that is shipped", () => {
    const files = globSync(SHIPPED, { cwd: ROOT, ignore: FOR_TESTS }).sort();
    const all = files.flatMap((file) =>
      expressionsIn(file).map(({ expression, line }) => ({ at: `${file}:${line}`, expression })),
    );
    assert.ok(all.length > 500, `${all.length} expressions`);
    const slow = all.flatMap(({ at, expression }) => {
      const text = disproportionate(expression);
      return text === undefined ? [] : [`${at} ${expression}, for ${JSON.stringify(text)} again and again`];
    });
    assert.deepEqual(slow, []);
  });

  it("are in proportion to the text for each expression that is made of text", () => {
    const files = globSync(SHIPPED, { cwd: ROOT, ignore: FOR_TESTS }).sort();
    const texts = new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), "utf8")]));
    const made = new MadeExpressions((file) => texts.get(file));
    const all = files.flatMap((file) => (texts.get(file)!.includes("new RegExp(") ? made.in(file) : []));
    const known = all.filter(({ expression }) => expression !== undefined);
    assert.ok(known.length > 40 && known.length > 0.9 * all.length, `${known.length} of ${all.length}`);
    const slow = known.flatMap(({ file, line, expression }) => {
      if (file === READS_COMMENTS) return [];
      const text = disproportionate(expression!, [...ANY_TEXTS, ...OF_NAME]);
      return text === undefined
        ? []
        : [`${file}:${line} ${expression}, for ${JSON.stringify(text)} again and again`];
    });
    assert.deepEqual(slow, []);
  });
});
