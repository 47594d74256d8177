import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import { breakdownOf } from "../../analysis/breakdown/breakdown.ts";
import { explain } from "../../analysis/explain/explain.ts";
import { answerTo, matchedPairs } from "./answer.ts";
import { parseAnswer, type Question } from "./questions.ts";

const TEXT = "async function a() { try { await b(); } catch (e) { c(e); } }\nfunction d(done) { done(); }\n";

/** What comes over a thread's border. */
const sent = (answer: unknown): unknown => structuredClone(answer);

describe("an answer about a text", () => {
  it("comes whole over the border of a thread", () => {
    const breakdown = answerTo(TEXT, "js", { kind: "breakdown", start: 0 });
    assert.deepEqual(parseAnswer("breakdown", sent(breakdown)), breakdownOf(TEXT, "js", 0));
    const offset = TEXT.indexOf("done");
    const explanation = answerTo(TEXT, "js", { kind: "explanation", offset });
    assert.deepEqual(parseAnswer("explanation", sent(explanation)), explain(TEXT, "js", offset));
  });

  it("is that there is no breakdown where no asynchronous function starts", () => {
    assert.equal(parseAnswer("breakdown", sent(answerTo(TEXT, "js", { kind: "breakdown", start: 1 }))), null);
  });

  it("matches the functions of a text in two languages, one behind the other, as those of two texts", () => {
    const base =
      "// before\nasync function a(x) { await x(1); }\nasync function gone() { for (;;) await 7; }\n";
    const head =
      "async function added(): Promise<void> { await z; }\nasync function a(x: X) { await x(2, 3); }\n";
    const question = { kind: "matches", baseCharacters: base.length, baseLanguage: "js" } as const;
    const pairs = parseAnswer("matches", sent(answerTo(base + head, "ts", question)));
    assert.deepEqual(pairs, [[0, 1]]);
    const read = (text: string, language: "js" | "ts") => ({
      text,
      language,
      analysis: analyze(text, language),
    });
    assert.deepEqual(pairs, matchedPairs(read(base, "js"), read(head, "ts")));
  });

  it("has with it what a function was that no text told to be asynchronous", () => {
    const base = "function a(x) { return get(x); }\n";
    const question = { kind: "matches", baseCharacters: base.length, baseLanguage: "js" } as const;
    const head = "async function a(x) { return await get(x); }\n";
    const pairs = parseAnswer("matches", sent(answerTo(base + head, "js", question)));
    const [[was, index] = []] = pairs ?? [];
    assert.ok(typeof was === "object");
    assert.deepEqual([was.name, was.tokens, index], ["a", 13, 0]);
  });

  it("finds a function that is asked for by its place, and again by its name", () => {
    const text =
      "async function get() { await io(); }\nfunction open(u) { return { get(k) { return store.get(u, k); }, is() { return 1; } }; }\n";
    const asked = (which: Extract<Question, { kind: "asked-for" }>["which"]) =>
      parseAnswer("asked-for", sent(answerTo(text, "js", { kind: "asked-for", which })));
    const start = text.indexOf("get(k)");
    assert.deepEqual(asked(start), { name: "get", ordinal: 1, start });
    assert.deepEqual(asked({ name: "get", ordinal: 1 }), { name: "get", ordinal: 1, start });
    // The text tells of these what they are.
    assert.equal(asked(0), null);
    assert.equal(asked(text.indexOf("is()")), null);
    assert.equal(asked({ name: "get", ordinal: 2 }), null);
  });

  it("is none where a thread says something else", () => {
    assert.equal(parseAnswer("explanation", { kind: "unheard of" }), undefined);
    assert.equal(parseAnswer("matches", [[0]]), undefined);
  });
});
