import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import { explain } from "../../analysis/explain/explain.ts";
import { isTooLargeForLenses, reasonFor, type HintCircumstances } from "./reason.ts";

function reason(text: string | null, given: Partial<HintCircumstances> = {}) {
  return reasonFor({
    document: { name: "src/a.js", languageId: "javascript" },
    passedLimit: undefined,
    problems: text === null ? undefined : analyze(text, "js").problems,
    explanation: text === null ? undefined : explain(text, "js", text.indexOf("{") + 1),
    hints: "lens",
    editorShowsLenses: true,
    tooLargeForLenses: false,
    ...given,
  });
}

describe("the reason for no hint", () => {
  const ASYNC = "async function a() { await b(); }";

  it("is what the analysis found", () => {
    assert.match(reason("function a() { }").sentence, /^a is not asynchronous/);
    assert.match(reason(ASYNC).sentence, /^a is asynchronous and has a hint/);
  });

  it("is the setting that hides it, and leads there", () => {
    assert.deepEqual(reason(ASYNC, { hints: "none" }).setting, "asyncCost.hints");
    assert.deepEqual(reason(ASYNC, { editorShowsLenses: false }).setting, "editor.codeLens");
    assert.deepEqual(reason(ASYNC, { editorShowsLenses: false, hints: "both" }).setting, undefined);
    assert.deepEqual(reason("function a() { }", { hints: "none" }).setting, undefined);
  });

  it("is the editor's own rule for large files, where only a lens would show it", () => {
    assert.ok(isTooLargeForLenses(300_001, 9_000_000, true));
    assert.ok(isTooLargeForLenses(10, 20 * 1024 * 1024 + 1, true));
    assert.ok(!isTooLargeForLenses(300_000, 9_000_000, true));
    assert.ok(!isTooLargeForLenses(300_001, 9_000_000, false));
    const { sentence, setting } = reason(ASYNC, { tooLargeForLenses: true });
    assert.match(sentence, /no lines above functions in a file as large/);
    assert.equal(setting, "asyncCost.hints");
    assert.match(reason(ASYNC, { tooLargeForLenses: true, hints: "both" }).sentence, /has a hint/);
  });

  it("is the language of the document, or that there is none", () => {
    const python = reason(null, { document: { name: "a.py", languageId: "python" } });
    assert.match(python.sentence, /^a\.py is not read: .* its language here is python\.$/);
    assert.match(reason(null, { document: undefined }).sentence, /^Open a JavaScript/);
  });

  it("is the limit of the file's size, and leads to its setting", () => {
    const passedLimit = { megabytes: 12, limitMegabytes: 10 };
    const { sentence, setting } = reason(null, { passedLimit });
    assert.match(sentence, /^src\/a\.js: .*10/);
    assert.equal(setting, "asyncCost.maximumFileSizeMegabytes");
  });

  it("comes with what is broken in the text", () => {
    assert.match(
      reason("function a() { b(; }").sentence,
      /^a is not asynchronous.* The text is not whole \(line 1: .* not closed\), and functions/,
    );
  });
});
