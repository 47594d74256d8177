import assert from "node:assert/strict";
import { Rules } from "../../rules.ts";
import { correctionFor } from "./correction-for.ts";
import type { Correction } from "./correction.ts";

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
  it("is that a member had to be there, where the text asks nothing else of what may be a stand-in", () => {
    assert.deepEqual(guarded("!options.base"), { name: "options.base", shape: { make: "fake" } });
  });

  it("is that it had to be a URL, where the text is a parameter's own", () => {
    const error = Object.assign(new TypeError("Invalid URL"), { input: "target" });
    assert.deepEqual(correct(error), { name: "target", shape: { value: "http://localhost/" } });
  });

  it("is that it had to be a URL, where the error names it", () => {
    assert.deepEqual(correct(new TypeError("Failed to parse URL from config.url")), {
      name: "config.url",
      shape: { value: "http://localhost/" },
    });
  });

  it("is that it had to be a URL of a scheme that the error names", () => {
    const url = (message: string): unknown =>
      correct(new Error(message), { ...NO_FAKES, lastText: "options.url" });
    const made = (value: string) => ({ name: "options.url", shape: { value } });
    assert.deepEqual(url("options.url is an invalid LDAP URL (protocol)"), made("ldap://localhost/"));
    assert.deepEqual(url("Invalid URL protocol: it must begin with redis://"), made("redis://localhost/"));
    assert.deepEqual(url("This protocol of the url is not known"), made("http://localhost/"));
  });

  it("is that the operation that was called last gives a promise, where nothing goes by the name", () => {
    const error = new TypeError("promise.then is not a function");
    assert.deepEqual(correct(error, { ...NO_FAKES, lastCalled: "this.queue._evalScript" }), {
      name: "*.promise",
      shape: { make: "promise" },
      orPromise: "_evalScript",
    });
  });

  it("is that an operation gives no promise, where what it gives is gone through", () => {
    const said = (message: string, line: string) => {
      const error = new TypeError(message);
      error.stack = `TypeError: ${message}\n    at f (/project/a.js:1:9)`;
      return correctionFor(error, NO_FAKES, () => line);
    };
    const delegated = "yield* (intermediate value)(intermediate value) is not async iterable";
    assert.deepEqual(said(delegated, "function* f() { yield * parts.transform(chunk, 0); }"), {
      plain: "transform",
    });
    const called = "db.find is not a function or its return value is not async iterable";
    assert.deepEqual(said(called, "for await (const row of db.find()) {"), { plain: "find" });
  });

  it("is that it had to be a URL itself, where the source reads what only that has", () => {
    const error = new TypeError("Invalid URL");
    error.stack = "TypeError: Invalid URL\n    at f (/project/a.js:1:9)";
    const said = (text: string) =>
      correctionFor(error, { ...NO_FAKES, lastText: "options.base" }, () => text);
    const name = "options.base";
    assert.deepEqual(said("if (!base.pathname) base = new URL(base.href);"), {
      name,
      shape: { make: "url" },
    });
    assert.deepEqual(said("fetch(new URL(base), { host: other.host });"), {
      name,
      shape: { value: "http://localhost/" },
    });
  });

  it("is its type, where Node names it", () => {
    const say = (wanted: string, name: string) =>
      new TypeError(`The "path" argument must be ${wanted}. Received function ${name}.name`);
    assert.deepEqual(correct(say("of type string", "options.file")), {
      name: "options.file",
      shape: { value: "options-file" },
    });
    // What is no function goes by its class.
    const object = new TypeError(
      'The "path" argument must be of type string. Received an instance of file.constructor.name',
    );
    assert.deepEqual(correct(object), { name: "file", shape: { value: "file" } });
    assert.deepEqual(correct(say("of type string", "req.headers.x-signature")), {
      name: "req.headers.x-signature",
      shape: { value: "req-headers-x-signature" },
    });
    const noText = new TypeError(
      'The "url" argument must be of type string. Received function req.body.target.name',
    );
    assert.deepEqual(correct(noText), {
      name: "req.body.target",
      shape: { value: "http://localhost/" },
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
    assert.deepEqual(json, { name: "response.body", shape: { make: "json" } });
    assert.deepEqual(correct(new TypeError("Invalid URL"), fakes), {
      name: "response.body",
      shape: { value: "http://localhost/" },
    });
  });

  it("is that it is no error, where it was passed on as one", () => {
    const fake = {};
    const fakes = { lastText: "", nameOf: (value: unknown) => (value === fake ? "reply.error" : undefined) };
    const correction = { name: "reply.error", shape: { make: "nothing" } };
    assert.deepEqual(correct(fake, fakes), correction);
    const code = "ERR_UNHANDLED_ERROR";
    const unheard = Object.assign(new Error("Unhandled error. ([Function: fake])"), { code, context: fake });
    assert.deepEqual(correct(unheard, fakes), correction);
    const other = Object.assign(new Error("no age"), { context: fake });
    assert.equal(correct(other, fakes), undefined);
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
    assert.deepEqual(guarded('typeof (options.name) !== "string"'), {
      name: "options.name",
      shape: { value: "options-name" },
    });
    assert.deepEqual(guarded("!Array.isArray(rows)"), { name: "*.rows", shape: { make: "list" } });
    assert.equal(guarded("message === null"), undefined);
  });

  it("is of the member that a variable takes by another name", () => {
    const error = new Error("no");
    error.stack = "Error: no\n    at f (/project/a.js:2:24)";
    const said = (line: string): Correction | undefined =>
      correctionFor(error, NO_FAKES, () => `${line}\n  if (authError || !auth.user) throw new Error("no");`);
    const taken = "const { data: auth, error: authError } = await db.user(token);";
    assert.deepEqual(said(taken), { name: "db.user().error", shape: { value: false } });
    assert.deepEqual(said(`log.error("x"); ${taken}`), { name: "db.user().error", shape: { value: false } });
    assert.deepEqual(said("const authError = f();"), { name: "f()", shape: { value: false } });
  });

  it("is what the guard around a callback asks for, and not whether there is one", () => {
    const error = new Error("closed");
    error.stack = "Error: closed\n    at f (/project/a.js:2:24)";
    const said = (inner: string): Correction | undefined =>
      correctionFor(error, NO_FAKES, () =>
        `  if (this.isOpen !== true) {\n    ${inner}(new Error("closed"))}\n  }`.replace(
          /\}(?=\n)/,
          inner.includes("{") ? "}" : "",
        ),
      );
    const open = { name: "this.isOpen", shape: { value: true } };
    for (const inner of ["if (next) next", "if (typeof cb === 'function') return cb", "if (done) { done"])
      assert.deepEqual(said(inner), open, inner);
    assert.deepEqual(said("if (busy) next"), { name: "*.busy", shape: { value: false } });
  });

  it("is of what kind it is to be, where the guard asks a function that is named after it", () => {
    assert.deepEqual(guarded("!isPlainObject(options)"), { name: "*.options", shape: { make: "object" } });
    assert.deepEqual(guarded("!_.isString(name)"), { name: "*.name", shape: { value: "name" } });
    assert.deepEqual(guarded("!Number.isInteger(opts.n)"), { name: "opts.n", shape: { value: 1 } });
  });

  it("is a plain answer where a promise was taken for something else", () => {
    assert.deepEqual(correct(new TypeError("db.begin(...).save is not a function")), { plain: "begin" });
    const failed = new TypeError("row.save is not a function");
    failed.stack = `${failed.message}\n    at store (/work/a.js:3:5)`;
    const correction = (line: string): unknown =>
      correctionFor(failed, NO_FAKES, () => `function store(db) {\n${line}\n  row.save();\n}`);
    assert.deepEqual(correction("  const row = db.pool.begin(1);"), { plain: "begin" });
    assert.notDeepEqual(correction("  const row = await db.begin(1);"), { plain: "begin" });
    assert.deepEqual(correction("  const row = db.pool(a(b)) .begin(c(1)); other(row);"), { plain: "begin" });
    failed.stack = `${failed.message}\n    at store (/work/a.js:3:13)`;
    const again = (): string => "function store(db) {\n  let row = db.begin(1);\n  row = row.save();\n}";
    assert.deepEqual(correctionFor(failed, NO_FAKES, again), { plain: "begin" });
  });

  it("is an answer at once of what is called, or looped over, without being waited for", () => {
    for (const [message, use] of [
      ["finish is not a function", "finish();"],
      ["finish is not iterable", "for (const one of finish) one();"],
    ] as const) {
      const failed = new TypeError(message);
      failed.stack = `TypeError: ${message}\n    at run (/work/a.js:3:3)`;
      const text = `function run(clock) {\n  const finish = clock.start("a");\n  ${use}\n}`;
      assert.deepEqual(
        correctionFor(failed, NO_FAKES, () => text),
        { plain: "start" },
      );
    }
  });

  it("is a promise of what goes by a symbol", () => {
    const error = new TypeError("this[_handle](...).then is not a function");
    assert.deepEqual(correct(error), { promise: "_handle" });
  });

  it("is that what the source parses must be JSON, where the error has but the beginning of the text", () => {
    const said = (line: string, lastText = ""): Correction | undefined => {
      const error = new SyntaxError(`Unexpected token 'e', "event.Reco"... is not valid JSON`);
      error.stack = `SyntaxError: ${error.message}\n    at JSON.parse (<anonymous>)\n    at f (/project/a.js:1:9)`;
      return correctionFor(error, { ...NO_FAKES, lastText }, (file) =>
        file === "/project/a.js" ? line : null,
      );
    };
    const json = { make: "json" };
    assert.deepEqual(said("const order = JSON.parse(record.body);"), { name: "record.body", shape: json });
    assert.deepEqual(said("JSON.parse(event?.body, reviver)", "id"), { name: "event.body", shape: json });
    assert.deepEqual(said("JSON.parse(body)", "event.Records[0].body"), {
      name: "event.Records[0].body",
      shape: json,
    });
    assert.deepEqual(said("parse(body)", "id"), { name: "id", shape: json });
  });

  it("is that text must be JSON, of the parameter that it was made up for", () => {
    const error = new SyntaxError(`Unexpected token 'p', "payload" is not valid JSON`);
    assert.deepEqual(correct(error), { name: "payload", shape: { make: "json" } });
  });

  it("is that text must be a date", () => {
    const fakes = { ...NO_FAKES, lastText: "options.at" };
    const shape = { make: "date" };
    assert.deepEqual(correct(new RangeError("Invalid time value"), fakes), { name: "options.at", shape });
  });

  it("is that what the function makes a date of must be the text of one, where it was no stand-in that was turned into text", () => {
    const said = (text: string) => {
      const error = new RangeError("Invalid time value");
      error.stack = `${String(error)}\n    at Date.toISOString (<anonymous>)\n    at f (/work/a.js:1:${text.indexOf("toISOString") + 1})`;
      return correctionFor(error, NO_FAKES, () => text);
    };
    const shape = { make: "date" };
    assert.deepEqual(said("function f(row) { const at = new Date(row.when); return at.toISOString(); }"), {
      name: "row.when",
      shape,
    });
    assert.equal(said("function f(row) { return new Date().toISOString(); }"), undefined);
  });

  it("is that text must be a URL, where its name and the error say so", () => {
    const fakes = { ...NO_FAKES, lastText: "options.baseUrl" };
    assert.deepEqual(correct(new Error("Unsupported protocol for options.baseUrl"), fakes), {
      name: "options.baseUrl",
      shape: { value: "http://localhost/" },
    });
    assert.equal(correct(new Error("Unsupported protocol"), { ...NO_FAKES, lastText: "version" }), undefined);
  });

  it("is that an answer of HTTP went well, where its status is out of range", () => {
    const said = (text: string) => {
      const error = new Error("HTTP-Code");
      error.stack = `${String(error)}\n    at a (/work/a.js:2:9)`;
      return correctionFor(error, NO_FAKES, () => text);
    };
    const ok = (name: string) => ({ name, shape: { value: 200 } });
    assert.deepEqual(
      said(
        "if (response.httpStatusCode >= 200 && response.httpStatusCode <= 299) return 1;\nthrow new Error();",
      ),
      ok("response.httpStatusCode"),
    );
    assert.deepEqual(
      said("if (answer.status < 200 || answer.status > 299)\n  throw new Error();"),
      ok("answer.status"),
    );
    assert.deepEqual(said("if (job.status)\n  throw new Error();"), {
      name: "job.status",
      shape: { value: false },
    });
  });

  it("is that a header has a name that headers may have", () => {
    const error = new TypeError('Headers.append: "request.headers[0][0]" is an invalid header name.');
    assert.deepEqual(correct(error), { name: "request.headers[0][0]", shape: { value: "x-header" } });
  });

  it("is what the next rule tells where one is turned off, and which had a say is known", () => {
    const error = new TypeError("db.find(...).then is not a function");
    const rules = new Rules(["correct called-promise"]);
    assert.notDeepEqual(
      correctionFor(error, NO_FAKES, () => null, rules),
      { promise: "find" },
    );
    assert.ok(rules.asked.has("correct called-promise"));
  });

  it("is nothing where it tells of none", () => {
    assert.equal(correct(new Error("something else")), undefined);
    assert.equal(correct("text"), undefined);
  });
});
