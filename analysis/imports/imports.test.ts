import assert from "node:assert/strict";
import { analyze, analyzeAgain } from "../analyze.ts";
import type { Answering, Answers } from "../model.ts";
import { candidates } from "./candidates.ts";
import { exportsAnswering } from "./exports-answering.ts";

describe("imported functions on which I/O calls depend", () => {
  const expressions = (text: string, answers?: Answers): string[] =>
    analyze(text, "ts", answers).functions.flatMap(({ ioCalls }) => ioCalls.map((one) => one.expression));

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
  const of = (text: string): Record<string, Answering> => Object.fromEntries(exportsAnswering(text, "ts"));

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

describe("the files that a specifier may mean", () => {
  it("come in the order in which they are looked for", () => {
    assert.deepEqual(candidates("./a.js"), ["./a.js", "./a.ts", "./a.tsx", ...endings("./a.js")]);
    assert.deepEqual(candidates("../a"), endings("../a"));
  });

  function endings(of: string): string[] {
    return [".ts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", "/index.ts", "/index.js"].map((one) => of + one);
  }
});
