import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { lex } from "../lexer/lex.ts";

const PAGE = new URL("../../docs/how-we-measure.md", import.meta.url);
const tokens = (text: string): number => lex(text, "js").count;

/** What the files of other commits have or lack, in the words of the page, and the tokens that it makes more. */
const DIFFERENCES: readonly (readonly [said: RegExp, tokens: number])[] = [
  [/without (?:its first statement, a|the) switch/, -tokens("global.useQ = true;")],
  [/with the (?:line that loads his )?fakes/, tokens("require('../lib/fakes');")],
  [/error is not wrapped in a new one/, tokens("done(err)") - tokens("done(new Error(err))")],
];

/** The rows of the table: a file, Kosev's number, ours of the nearest version, and what is said where they differ. */
const rows = [
  ...readFileSync(PAGE, "utf8").matchAll(
    /^\| (\S+\.\\?_?js) +\| (\d+) +\| (\d+)(?:; (\d+) ([^|]*?))? +\|$/gm,
  ),
].map(([, file, his, ours, explained, why]) => ({
  file: file!,
  his: Number(his),
  ours: Number(ours),
  explained: explained === undefined ? undefined : Number(explained),
  why: why ?? "",
}));

describe("the seeds' table of tokens, as the page compares it", () => {
  it("has all eighteen rows, twelve of which agree", () => {
    assert.equal(rows.length, 18);
    assert.equal(rows.filter(({ his, ours }) => his === ours).length, 12);
  });

  it("explains each other row by statements of exactly as many tokens", () => {
    for (const { file, his, ours, explained, why } of rows) {
      if (his === ours) continue;
      const said = DIFFERENCES.filter(([words]) => words.test(why));
      assert.notEqual(said.length, 0, file);
      assert.equal(
        said.reduce((sum, [, more]) => sum + more, ours),
        his,
        file,
      );
      assert.equal(explained, his, file);
    }
  });

  it("leaves out the one token that a generator's star makes today", () => {
    assert.equal(tokens("co(function* () { yield a; })") - tokens("co(function () { void a; })"), 1);
  });
});
