import assert from "node:assert/strict";
import { correctionFor, type Correction } from "./shapes.ts";

const NO_FAKES = { lastText: "", nameOf: () => undefined };

function correct(
  error: unknown,
  fakes: Parameters<typeof correctionFor>[1] = NO_FAKES,
): Correction | undefined {
  return correctionFor(error, fakes, () => null);
}

/** What is said of an error that was thrown in line 2 of such a text. */
function guarded(condition: string): Correction | undefined {
  const error = new Error("no");
  error.stack = "Error: no\n    at f (/project/a.js:2:9)";
  const text = `  if (${condition}) {\n    throw new Error("no");\n  }\n`;
  return correctionFor(error, NO_FAKES, (file) => (file === "/project/a.js" ? text : null));
}

describe("what an error tells of a made-up value", () => {
  it("is that it had to be a URL, where the text is a parameter's own", () => {
    const error = Object.assign(new TypeError("Invalid URL"), { input: "target" });
    assert.deepEqual(correct(error), { name: "target", shape: { value: "http://localhost/" } });
  });

  it("is its type, where Node names it", () => {
    const say = (wanted: string, name: string) =>
      new TypeError(`The "path" argument must be ${wanted}. Received function ${name}.name`);
    assert.deepEqual(correct(say("of type string", "options.file")), {
      name: "options.file",
      shape: { value: "options-file" },
    });
    assert.deepEqual(correct(say("of type number", "n")), { name: "n", shape: { value: 1 } });
    assert.deepEqual(correct(say("of type string or an instance of Buffer", "buffer.slice()")), {
      name: "buffer.slice()",
      shape: { make: "buffer" },
    });
    assert.deepEqual(correct(new TypeError("Expected an integer, got `opts.concurrency` (function)")), {
      name: "opts.concurrency",
      shape: { value: 1 },
    });
  });

  it("is that it had to be JSON or a URL, where it was turned into text", () => {
    const fakes = { ...NO_FAKES, lastText: "response.body" };
    const json = correct(new SyntaxError('Unexpected token, "response.b"... is not valid JSON'), fakes);
    assert.deepEqual(json, { name: "response.body", shape: { value: "{}" } });
    assert.deepEqual(correct(new TypeError("Invalid URL"), fakes), {
      name: "response.body",
      shape: { value: "http://localhost/" },
    });
  });

  it("is that it is no error, where it was passed on as one", () => {
    const fake = {};
    const fakes = { lastText: "", nameOf: (value: unknown) => (value === fake ? "reply.error" : undefined) };
    assert.deepEqual(correct(fake, fakes), { name: "reply.error", shape: { value: undefined } });
  });

  it("is that its operation returns a promise", () => {
    assert.deepEqual(correct(new TypeError("db.find(...).then is not a function")), { promise: "find" });
  });

  it("is what a guard before the throw asks for", () => {
    assert.deepEqual(guarded("this.closed"), { name: "this.closed", shape: { value: false } });
    assert.deepEqual(guarded("isDone(task)"), { name: "isDone()", shape: { value: false } });
    assert.deepEqual(guarded('reply.kind !== "ok"'), { name: "reply.kind", shape: { value: "ok" } });
    assert.deepEqual(guarded('typeof options.name !== "string"'), {
      name: "options.name",
      shape: { value: "options-name" },
    });
    assert.deepEqual(guarded("!Array.isArray(rows)"), { name: "*.rows", shape: { make: "list" } });
    assert.deepEqual(guarded("this.#closed"), { name: "this._closed", shape: { value: false } });
  });

  it("is a plain answer where a promise was taken for something else", () => {
    assert.deepEqual(correct(new TypeError("db.begin(...).save is not a function")), { plain: "begin" });
    const failed = new TypeError("row.save is not a function");
    failed.stack = `${failed.message}\n    at store (/work/a.js:3:5)`;
    const correction = (line: string): unknown =>
      correctionFor(failed, NO_FAKES, () => `function store(db) {\n${line}\n  row.save();\n}`);
    assert.deepEqual(correction("  const row = db.pool.begin(1);"), { plain: "begin" });
    assert.notDeepEqual(correction("  const row = await db.begin(1);"), { plain: "begin" });
  });

  it("is nothing where it tells of none", () => {
    assert.equal(correct(new Error("something else")), undefined);
    assert.equal(correct("text"), undefined);
  });
});
