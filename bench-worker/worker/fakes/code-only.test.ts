import assert from "node:assert/strict";
import { codeOnly } from "./code-only.ts";

describe("the code of a text", () => {
  for (const [text, code] of [
    ["a('b', \"c\");", "a(' ', \" \");"],
    ["a(); // b\nc();", "a();     \nc();"],
    ["a /* b\n c */ = d", "a     \n      = d"],
    ["`a ${b} c ${d} e`", "`  ${b}   ${d}  `"],
    ["a = /`b/g; `c`", "a = 0    ; ` `"],
    ["'' + `` + 'a", "'' + `` + 'a"],
    ["<a b='c'>d {e}</a>", "<a b=' '>  {e}</a>"],
  ] as const)
    it(`is ${JSON.stringify(code)} of ${JSON.stringify(text)}`, () => {
      assert.equal(codeOnly(text, "jsx"), code);
      assert.equal(codeOnly(text, "jsx").length, text.length);
    });
});
