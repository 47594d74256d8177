import assert from "node:assert/strict";
import { analyze, analyzeAgain } from "../analyze.ts";
import type { Answering, Answers } from "../model.ts";
import { candidates } from "./candidates.ts";
import { answersOf } from "./answers-of.ts";
import { exportsOf } from "./exports-of.ts";

describe("imported functions on which I/O calls depend", () => {
  const expressions = (text: string, answers?: Answers): string[] =>
    analyze(text, "ts", answers).functions.flatMap(({ ioCalls }) => ioCalls.map((one) => one.expression));

  it("may make who hands an asynchronous function to them asynchronous", () => {
    const text =
      'import { timed } from "./timed";\nexport const one = () => timed(async () => await db.get(1));';
    const names = (answers?: Answers): string[] =>
      analyze(text, "ts", answers).functions.map(({ name }) => name);
    assert.deepEqual(names(), ["(anonymous)"]);
    assert.deepEqual(names(new Map([["./timed timed", "later"]])), ["one", "(anonymous)"]);
    assert.deepEqual(names(new Map([["./timed timed", "plain"]])), ["(anonymous)"]);
  });

  const FILES: readonly (readonly [text: string, key: string, asWritten: string])[] = [
    [
      'import { loadOrder } from "./views.js";\nexport async function one(db) { const row = await db.get(1); return loadOrder(row); }',
      "./views.js loadOrder",
      "loadOrder",
    ],
    [
      'import { loadView as loadOrder } from "../views";\nexport const one = async (db) => { const row = await db.get(1); return loadOrder(row); };',
      "../views loadView",
      "loadOrder",
    ],
    [
      'import loadRow from "./rows.ts";\nexport async function one(db) { const row = await db.get(1); return loadRow(row); }',
      "./rows.ts default",
      "loadRow",
    ],
    [
      'import * as views from "./views";\nexport async function one(db) { const row = await db.get(1); return views.loadRow(row); }',
      "./views loadRow",
      "views.loadRow",
    ],
    [
      'const { loadRow } = require("./views");\nexports.one = async (db) => { const row = await db.get(1); return loadRow(row); };',
      "./views loadRow",
      "loadRow",
    ],
    [
      'const views = require("./views");\nexports.one = async (db) => { const row = await db.get(1); return views.loadRow(row); };',
      "./views loadRow",
      "views.loadRow",
    ],
    [
      'const loadRow = require("./views");\nexports.one = (db) => db.get(1).then((row) => loadRow(row));',
      "./views default",
      "loadRow",
    ],
  ];
  for (const [text, key, written] of FILES) {
    it(`are told, and count as they answer: ${text.split("\n")[0]!}`, () => {
      const [specifier, name] = key.split(" ");
      assert.deepEqual(analyze(text, "ts").imports, [{ specifier, name }]);
      assert.deepEqual(expressions(text), ["db.get", written]);
      assert.deepEqual(expressions(text, new Map([[key, "plain"]])), ["db.get"]);
      assert.deepEqual(expressions(text, new Map([[key, "later"]])), ["db.get", written]);
    });
  }

  it("count as they answer in lists that are waited for, and in functions that are not asynchronous themselves", () => {
    for (const text of [
      'import { loadView } from "./views";\nexport async function all(db, rows) { await Promise.all([db.get(1), loadView(rows)]); }',
      'import { loadView } from "./views";\nexport function one(db, id) { if (!id) return Promise.resolve(loadView(id)); return db.get(id).then(loadView); }',
    ]) {
      assert.deepEqual(expressions(text).toSorted(), ["db.get", "loadView"]);
      assert.deepEqual(expressions(text, new Map([["./views loadView", "plain"]])), ["db.get"]);
    }
  });

  it("count where they give the list that is waited for, whose items are promises", () => {
    const text =
      'import { loadAll } from "./views";\nexport async function all(urls) { for (const url of urls) await Promise.all(loadAll(url)); }';
    for (const answer of ["plain", "later"] as const)
      assert.deepEqual(expressions(text, new Map([["./views loadAll", answer]])), ["loadAll"]);
    const own =
      "const tasks = (ids) => ids.map((id) => load(id));\nexport async function each(ids) { await Promise.all(tasks(ids)); }";
    assert.deepEqual(expressions(own), ["tasks"]);
  });

  it("count as they answer against their names", () => {
    const text =
      'import { toDto } from "./dto";\nexport async function one(db) { const row = await db.get(1); return toDto(row); }';
    assert.deepEqual(expressions(text), ["db.get"]);
    assert.deepEqual(expressions(text, new Map([["./dto toDto", "later"]])), ["db.get", "toDto"]);
  });

  it("are none that a parameter or the file's own function hides, that a package has, or that are constructed", () => {
    for (const text of [
      'import { view } from "./views";\nexport async function one(db, view) { return view(await db.get(1)); }',
      'import { view } from "views";\nexport async function one(db) { return view(await db.get(1)); }',
      'import { View } from "./views";\nexport async function one(db) { return new View(await db.get(1)); }',
    ])
      assert.equal(analyze(text, "ts").imports, undefined, text);
  });

  it("are told again of a text that is read again, and other answers are another reading", () => {
    const [text] = FILES[0]!;
    const edited = `${text}\nexport async function two(db) { return await db.get(2); }`;
    const first = analyzeAgain(text, "ts", null);
    const again = analyzeAgain(edited, "ts", first);
    assert.deepEqual(again.analysis, analyze(edited, "ts"));
    const answers = new Map<string, Answering>([["./views.js loadOrder", "plain"]]);
    const told = analyzeAgain(edited, "ts", again, answers);
    assert.deepEqual(told.analysis, analyze(edited, "ts", answers));
    assert.equal(told.analysis.functions[0]!.ioCalls.length, 1);
    assert.deepEqual(told.analysis.imports, first.analysis.imports);
  });
});

describe("how exported functions answer", () => {
  const of = (text: string): Record<string, Answering> => Object.fromEntries(exportsOf(text, "ts").answering);

  it("is told of what the file exports, by the name it exports it by", () => {
    assert.deepEqual(
      of(
        "export function view(row) { return { id: row.id }; }\n" +
          "export const present = (row) => row.name.trim();\n" +
          "function inner(row) { return view(row); }\nexport { inner as outer };\n" +
          "export async function load(id) { return await db.get(id); }\n" +
          "export default function (rows) { return rows.map(view); }",
      ),
      { view: "plain", present: "plain", outer: "plain", load: "later", default: "plain" },
    );
    assert.deepEqual(
      of(
        "exports.view = function (row) { return row.id; };\nexports.load = async (id) => db.get(id);\n" +
          "exports.save = (row, callback) => { db.put(row, callback); };",
      ),
      { view: "plain", load: "later", save: "later" },
    );
    assert.deepEqual(of("module.exports = { view(row) { return row.id; }, load: async () => {} };"), {
      view: "plain",
      load: "later",
    });
    assert.deepEqual(of("module.exports = (row) => `${row.id}`;"), { default: "plain" });
  });

  it("is not told of what may give a promise that it got, of what a call makes, or what another file has", () => {
    const text =
      "export const load = (id) => db.get(id);\nexport const cached = memoize((id) => id + 1);\n" +
      'export { view } from "./views";\nexport function* walk() { yield 1; }\nfunction own() { return 1; }';
    assert.deepEqual(of(text), {});
  });
});

describe("functions that files only pass on", () => {
  const answerOf = async (files: Record<string, string>, name: string, specifier = "./views") => {
    const asked: string[] = [];
    const answers = await answersOf([{ specifier, name }], (path) => {
      const real = new URL(path, "file:///project/").pathname.slice("/project/".length);
      asked.push(real);
      const text = files[real];
      return Promise.resolve(text === undefined ? undefined : exportsOf(text, "ts"));
    });
    return { answer: answers.get(`${specifier} ${name}`), asked };
  };
  const ORDER =
    "export const view = (row) => row.id;\nexport async function load(id) { return await db.get(id); }";

  it("are looked up where they are", async () => {
    for (const index of [
      'export * from "./order";',
      'export { view, load } from "./order.js";',
      'import { view, load } from "./order";\nexport { view, load };',
      'const { view, load } = require("./order");\nmodule.exports = { view, load };',
      'export * from "./other";\nexport * from "./deep";',
    ]) {
      const files = {
        "views/index.ts": index,
        "views/order.ts": ORDER,
        "views/other.ts": "export const sum = (a, b) => a + b;",
        "views/deep/index.ts": 'export * from "../order";',
      };
      assert.equal((await answerOf(files, "view")).answer, "plain", index);
      assert.equal((await answerOf(files, "load")).answer, "later", index);
      assert.equal((await answerOf(files, "none")).answer, undefined, index);
    }
  });

  it("may have another name there", async () => {
    const files = {
      "views.ts": 'export { view as show, default as main } from "./order";\nexport * from "./order";',
      "order.ts": `${ORDER}\nexport default async () => { await db.get(1); };`,
    };
    assert.equal((await answerOf(files, "show")).answer, "plain");
    assert.equal((await answerOf(files, "main")).answer, "later");
    assert.equal((await answerOf(files, "default")).answer, undefined);
  });

  it("are read once, whatever ways lead to their file", async () => {
    const files = {
      "views.ts": 'export * from "./deep/a";\nexport * from "././order";\nexport * from "./deep/../order";',
      "deep/a.ts": 'export * from "../order";\nexport * from "./../deep/./../order";',
      "order.ts": ORDER,
    };
    const { answer, asked } = await answerOf(files, "none");
    assert.equal(answer, undefined);
    assert.equal(asked.filter((path) => path === "order.ts").length, 1);
  });

  it("are found from near, though from far off they were too far", async () => {
    const files = {
      "views.ts": 'export * from "./a1";\nexport * from "./near";',
      "a1.ts": 'export * from "./a2";',
      "a2.ts": 'export * from "./a3";',
      "a3.ts": 'export * from "./near";',
      "near.ts": 'export * from "./next";',
      "next.ts": 'export * from "./order";',
      "order.ts": ORDER,
    };
    assert.equal((await answerOf(files, "view")).answer, "plain");
  });

  it("are not looked for without end, or in packages", async () => {
    const circle = {
      "views.ts": 'export * from "./b";',
      "b.ts": 'export * from "./views";\nexport * from "b";',
    };
    const { answer, asked } = await answerOf(circle, "view");
    assert.equal(answer, undefined);
    assert.deepEqual([...new Set(asked)].toSorted(), ["b.ts", "views.ts"]);
  });
});

describe("the files that a specifier may mean", () => {
  it("come in the order in which they are looked for", () => {
    assert.deepEqual(candidates("./a.js"), ["./a.js", "./a.ts", "./a.tsx", ...endings("./a.js")]);
    assert.deepEqual(candidates("../a"), endings("../a"));
  });

  function endings(of: string): string[] {
    return [".ts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", "/index.ts", "/index.js"].map((one) => of + one);
  }
});
