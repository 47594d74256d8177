import assert from "node:assert/strict";
import { exampleRead } from "../test/examples.ts";
import { AnalysisCache } from "./analysis-cache.ts";

function cacheThatCounts() {
  let analyses = 0;
  const cache = new AnalysisCache((text) => {
    analyses++;
    return exampleRead(text);
  });
  const of = (version: number, text: string, key = "a") =>
    cache.of({
      key,
      version,
      languageId: "javascript",
      code: () => ({ text, language: "js", problems: [] }),
    });
  return { cache, of, analyses: () => analyses };
}

describe("the analyses of documents", () => {
  it("read each version once", () => {
    const { of, analyses } = cacheThatCounts();
    assert.equal(of(1, "async function a() {}"), of(1, "async function a() {}"));
    of(2, "async function b() {}");
    assert.equal(analyses(), 2);
  });

  it("read a document again in another language, or after it was forgotten", () => {
    const { cache, of, analyses } = cacheThatCounts();
    of(1, "");
    cache.of({
      key: "a",
      version: 1,
      languageId: "typescript",
      code: () => ({ text: "", language: "ts", problems: [] }),
    });
    cache.forget("a");
    of(1, "");
    assert.equal(analyses(), 3);
  });

  it("keep hints over several half-typed versions, and drop them when the text is whole without them", () => {
    const { of } = cacheThatCounts();
    const names = (version: number, text: string) => of(version, text).hints.map(({ found }) => found.name);
    assert.deepEqual(names(1, "async function a() { x }"), ["a"]);
    assert.deepEqual(names(2, "async function a( { x"), ["a"]);
    assert.deepEqual(names(3, "async function a(} { { { x }"), ["a"]);
    assert.deepEqual(of(3, "").analysis.functions, []);
    assert.deepEqual(names(4, "function a() { x }"), []);
  });
});
