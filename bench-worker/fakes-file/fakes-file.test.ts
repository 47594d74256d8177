import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import vm from "node:vm";
import type { Parameter } from "../../analysis/model.ts";
import { changed, lineOfEntry, withFunction, withSetting, type FakesFileEdit } from "./edit.ts";
import { fakesFileBeside } from "./name.ts";
import type { Setting } from "../contract/setting.ts";
import { newFakesFile, type DescribedFunction } from "./write.ts";

const parameter = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  role: "value",
  type: null,
  optional: false,
  rest: false,
  ...more,
});

const upload: DescribedFunction = {
  name: "Store.upload",
  parameters: [
    parameter("db"),
    parameter("size", { type: "number" }),
    parameter("done", { role: "callback" }),
  ],
  callsBack: true,
  constructedOf: "Store",
  fakes: [
    {
      expression: "log.info",
      kind: "sync",
      from: "inferred",
      why: "no wait for it is seen",
      calls: 3,
      line: 4,
    },
    {
      expression: "db.query",
      kind: "promise",
      from: "inferred",
      why: "its promise is used in line 5",
      calls: 1,
      line: 5,
    },
    { expression: "fs.readFile", kind: "callback", from: "default", why: "Node's own fs", calls: 1, line: 6 },
    { expression: "pg", kind: "sync", from: "inferred", why: "the package is not installed" },
    { expression: "req.on(data)", kind: "stream", from: "inferred", calls: 1 },
  ],
};

const afterwards = (text: string, edit: FakesFileEdit): string => {
  if (!("changes" in edit)) assert.fail(JSON.stringify(edit));
  return changed(text, edit.changes);
};

/** What a text exports when Node runs it. */
function exportsOf(text: string): unknown {
  const module = { exports: {} };
  const run = vm.runInThisContext(`(function (module) {${text}\n})`) as (given: object) => void;
  run(module);
  return module.exports;
}

describe("a fakes file", () => {
  it("has a handler of HTTP answer by its response, and be given no callback", () => {
    const parameters = [parameter("req"), parameter("res", { role: "response" })];
    const text = newFakesFile("a.js", [{ ...upload, parameters, constructedOf: null }], false);
    assert.match(text, /\/\/ arguments: \(fake\) => \[fake\("req"\), fake\("res"\)\],/);
  });

  it("lies beside its source", () => {
    assert.equal(fakesFileBeside("/a/b.c/upload.ts"), "/a/b.c/upload.async-cost.js");
    assert.equal(fakesFileBeside("/a/b.c/upload"), "/a/b.c/upload.async-cost.js");
  });

  it("is written with what was used and why, as a module or not, and says nothing as it is", () => {
    const text = newFakesFile("store.js", [upload], false);
    assert.deepEqual(exportsOf(text), {
      "Store.upload": { fakes: { "db.query": {}, "fs.readFile": {}, "log.info": {} } },
    });
    assert.match(text, /\/\/ gives a promise: its promise is used in line 5\n {6}"db\.query"/);
    assert.match(text, /returns at once: no wait for it is seen, in line 4, 3 times/);
    assert.match(newFakesFile("store.js", [upload], true), /^export default \{$/m);
  });

  it("has what was inferred of values, to be said otherwise", () => {
    const inferred = [
      { name: "user.isBlocked", key: "value", text: "false" },
      { name: "db.query", key: "returns", text: "a list" },
    ];
    const text = newFakesFile("store.js", [{ ...upload, inferred }], false);
    assert.match(text, /\n {6}\/\/ "user\.isBlocked": \{ value: false \},\n/);
    assert.match(text, /\/\/ "db\.query": \{ returns: undefined \/\* it was taken for a list \*\/ \},/);
    assert.deepEqual(exportsOf(text), exportsOf(newFakesFile("store.js", [upload], false)));
    const changedByHand = text.replace('// "user.isBlocked"', '"user.isBlocked"');
    assert.deepEqual(
      Object.entries(exportsOf(changedByHand) as Record<string, { fakes: Record<string, unknown> }>)[0]![1]
        .fakes["user.isBlocked"],
      { value: false },
    );
  });

  it("has arguments that can be put in", () => {
    const text = newFakesFile("store.js", [upload], false).replace("// arguments:", "arguments:");
    const written = exportsOf(text) as Record<string, { arguments: (...p: unknown[]) => unknown[] }>;
    const { arguments: make } = written["Store.upload"]!;
    const done = (): undefined => undefined;
    assert.deepEqual(
      make((name: string) => `made up ${name}`, done),
      ["made up db", 1, done],
    );
  });

  it("has types that an editor checks", function () {
    this.timeout(120_000);
    const folder = mkdtempSync(path.join(tmpdir(), "async-cost-test-"));
    try {
      const good = newFakesFile("store.js", [upload], true)
        .replace("// arguments:", "arguments:")
        .replace('"db.query": {}', '"db.query": { kind: "promise" }');
      writeFileSync(path.join(folder, "good.async-cost.js"), good);
      writeFileSync(
        path.join(folder, "bad.async-cost.js"),
        good.replace('kind: "promise"', 'kind: "promised"'),
      );
      const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
      const { stdout } = spawnSync(
        process.execPath,
        [
          tsc,
          "--noEmit",
          // The engine's own declarations are not what is tested.
          "--skipLibCheck",
          "--allowJs",
          "--strict",
          "--target",
          "esnext",
          "--typeRoots",
          ".",
          "good.async-cost.js",
          "bad.async-cost.js",
        ],
        { cwd: folder, encoding: "utf8" },
      );
      assert.match(stdout, /^bad\.async-cost\.js.*"promised"/);
      assert.equal(
        stdout
          .trim()
          .split("\n")
          .filter((line) => /error TS/.test(line)).length,
        1,
        stdout,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("gets a further function, and keeps what is there", () => {
    const other = { ...upload, name: "load", constructedOf: null };
    const first = newFakesFile("store.js", [upload], false);
    const both = afterwards(first, withFunction(first, other));
    assert.equal(
      both.replace(newFakesFile("x", [other], false).split("= {\n")[1]!.split("\n};")[0]! + "\n", ""),
      first,
    );
    assert.deepEqual(Object.keys(exportsOf(both) as object), ["Store.upload", "load"]);
    assert.deepEqual(withFunction(both, other), { isThere: true });
    const short = "module.exports = { mine: { fakes: { a: { returns: 1 } } } };";
    assert.deepEqual(Object.keys(exportsOf(afterwards(short, withFunction(short, other))) as object), [
      "mine",
      "load",
    ]);
    assert.ok("problem" in withFunction("module.exports = make();", other));
  });

  const withKind = (text: string, name: string, expression: string, kind: string): FakesFileEdit =>
    withSetting(text, { ...upload, name }, ["fakes", expression, "kind"], JSON.stringify(kind));

  it("takes a corrected kind, wherever its entries are missing", () => {
    const kindIn = (text: string): unknown => {
      const fakes = exportsOf(afterwards(text, withKind(text, "up", "db.get", "callback"))) as {
        up: { fakes: Record<string, Record<string, unknown>> };
      };
      assert.equal(fakes.up.fakes["db.get"]!["kind"], "callback");
      return fakes;
    };
    const full = (fakes: string): string => `module.exports = {\n  up: {\n    fakes: ${fakes},\n  },\n};\n`;
    kindIn("module.exports = {};");
    kindIn("module.exports = {\n};");
    kindIn("module.exports = {\n  up: { this: 1 },\n  other: {} // mine\n};");
    kindIn(full("{}"));
    kindIn(full('{\n      "x.y": { returns: 1 } // here\n    }'));
    assert.deepEqual(kindIn(full('{ "db.get": { returns: 1 } }')), {
      up: { fakes: { "db.get": { returns: 1, kind: "callback" } } },
    });
    kindIn(full('{\n      "db.get": {\n        returns: 1,\n      },\n    }'));
    assert.equal(
      afterwards(
        full('{ "db.get": { kind: "sync", returns: 1 } }'),
        withKind(full('{ "db.get": { kind: "sync", returns: 1 } }'), "up", "db.get", "thunk"),
      ),
      full('{ "db.get": { kind: "thunk", returns: 1 } }'),
    );
    assert.deepEqual(withKind(full("make()"), "up", "db.get", "thunk"), {
      problem: "line 3: fakes is not written as an object, so nothing can be added to it",
    });
  });

  it("takes values, answers, variables and an argument that are said otherwise, and keeps what is there", () => {
    const said = (text: string, setting: Setting, value: string): string =>
      afterwards(text, withSetting(text, upload, setting, value));
    let text = newFakesFile("store.js", [upload], false);
    text = said(text, ["fakes", "*.ready", "value"], "false");
    text = said(text, ["fakes", "db.get", "returns"], "{ id: 1 }");
    text = said(text, ["fakes", "db.get", "returns"], "null");
    text = said(text, ["environment", "TENANT"], '"acme"');
    text = said(text, ["environment", "my-region"], '"eu"');
    text = said(text, ["arguments", "1"], "12");
    const { "Store.upload": entry } = exportsOf(text) as {
      "Store.upload": Record<string, unknown> & {
        arguments: (fake: (name: string) => string, callback: string) => unknown[];
        fakes: Record<string, unknown>;
      };
    };
    assert.deepEqual(entry.fakes["*.ready"], { value: false });
    assert.deepEqual(entry.fakes["db.get"], { returns: null });
    assert.deepEqual(entry["environment"], { TENANT: "acme", "my-region": "eu" });
    const given = entry.arguments((name) => `stand-in for ${name}`, "the callback");
    assert.deepEqual(given, ["stand-in for db", 12, "the callback"]);
    const line = lineOfEntry(text, ["Store.upload", "arguments"]);
    assert.deepEqual(withSetting(text, upload, ["arguments", "0"], "1"), {
      problem: `line ${line}: arguments are given there; change them there`,
    });
  });

  it("leaves an entry that is a method, or a name alone, to be changed there", () => {
    for (const entry of ["returns() { return 1; }", "returns"]) {
      const text = `const returns = 1;\nmodule.exports = { "Store.upload": { fakes: { "db.get": { ${entry} } } } };`;
      assert.deepEqual(withSetting(text, upload, ["fakes", "db.get", "returns"], "5"), {
        problem: "line 2: returns is no plain entry with a colon; change it there",
      });
    }
  });

  it("keeps a comment behind the last entry of a line", () => {
    const short = "module.exports = { up: { fakes: { a: {} /* keep a */ } /* keep fakes */ } /* keep */ };";
    const longer = afterwards(short, withFunction(short, { ...upload, name: "load" }));
    const kind = afterwards(short, withKind(short, "up", "db.get", "callback"));
    for (const text of [longer, kind]) assert.deepEqual(text.match(/keep \w*/g), short.match(/keep \w*/g));
    assert.deepEqual(Object.keys(exportsOf(longer) as object), ["up", "load"]);
    assert.deepEqual(exportsOf(kind), { up: { fakes: { a: {}, "db.get": { kind: "callback" } } } });
    for (const empty of [
      "module.exports = { /* nothing yet */ };",
      "module.exports = { /* nothing\n yet */ };",
    ]) {
      const first = afterwards(empty, withKind(empty, "up", "db.get", "callback"));
      assert.match(first, /nothing\s+yet/);
      assert.deepEqual(exportsOf(first), { up: { fakes: { "db.get": { kind: "callback" } } } });
    }
  });

  it("names the line of an entry, or of the closest around it", () => {
    const text = 'module.exports = {\n  up: {\n    fakes: {\n      "a.b": { kind: 1 },\n    },\n  },\n};';
    assert.equal(lineOfEntry(text, ["up", "fakes", "a.b", "kind"]), 4);
    assert.equal(lineOfEntry(text, ["up", "this"]), 2);
    assert.equal(lineOfEntry(text, ["gone"]), 1);
  });
});
