import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import { ordinals } from "../benchmark/result-store.ts";
import { matchedPairs } from "../analysis/answer.ts";
import { headFunctions, sinceHead, type HeadFunctions } from "./head-functions.ts";

const version = (text: string) => ({
  text,
  language: "js" as const,
  analysis: analyze(text, "js"),
});

function matched(base: ReturnType<typeof version>, head: ReturnType<typeof version>): HeadFunctions {
  return headFunctions("c0ffee", base.analysis.functions, head.analysis.functions, matchedPairs(base, head));
}

/** For each function of `now`, how it differs from the commit, by what was known when the text was `then`. */
function since(committed: string | null, now: string, then = now) {
  const known: HeadFunctions =
    committed === null ? { commit: "c0ffee", base: null } : matched(version(committed), version(then));
  const { functions } = version(now).analysis;
  const ordinal = ordinals(functions);
  return functions.map((found) => {
    const answer = sinceHead(known, { uri: "", name: found.name, ordinal: ordinal.get(found)! }, found);
    return answer?.kind === "changed"
      ? `${answer.base.name} ${found.tokens - answer.base.tokens}`
      : answer?.kind;
  });
}

const A = "async function a() { await b(1); }\n";

describe("how functions differ from the last commit", () => {
  it("is told of a function that gave back another's promise there, and awaits it now", () => {
    const committed = "function load(id) { return store.get(id); }\n";
    const now = "async function load(id) { return await store.get(id); }\n";
    assert.deepEqual(since(committed, now), ["load 2"]);
    assert.deepEqual(since(`${A}${committed}`, `${now}${A}`), ["load 2", "same"]);
  });

  it("is told of each: unchanged, changed, new", () => {
    const added = "async function c() { for (const d of e) await f(d); }";
    assert.deepEqual(since(A, `${A.replace("1", "1, 2")}${added}`), ["a 2", "new"]);
    assert.deepEqual(since(A, `// a comment\n${A}`), ["same"]);
    assert.deepEqual(since(A, A.replace("a()", "renamed()")), ["a 0"]);
  });

  it("follows the tokens at each key stroke, before functions are matched anew", () => {
    assert.deepEqual(since(A, A.replace("1", "1, 2, 3"), A), ["a 4"]);
    assert.deepEqual(since(A, A, A.replace("1", "")), ["same"]);
  });

  it("is not told where the commit does not have the file", () => {
    assert.deepEqual(since(null, A), [undefined]);
  });

  it("says where the committed text is too long to be matched", () => {
    const [found] = version(A).analysis.functions;
    const known = { commit: "c0ffee", base: "too-long" } as const;
    assert.deepEqual(sinceHead(known, { uri: "", name: "a", ordinal: 0 }, found!), {
      kind: "too-long",
      commit: "c0ffee",
    });
  });
});
