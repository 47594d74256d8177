import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import Module from "node:module";
import os from "node:os";
import path from "node:path";
import { instrumented } from "./instrumented.ts";

describe("the text of a file with hooks in it", () => {
  let root: string;
  let kept: string;
  let bundle: string;
  const notes: string[] = [];
  const files = (): { root: string; matches: () => boolean } => ({ root, matches: () => true });
  /** As another process makes them: it knows only what is kept. */
  const another = (folder: string | null = kept): ReturnType<typeof instrumented> =>
    instrumented({ files: files(), kept: folder, bundle, note: (note) => notes.push(note) });
  const made: string[] = [];

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), "async-cost-instrumented-"));
    kept = path.join(root, "kept");
    bundle = path.join(root, "bundle.cjs");
    made.length = notes.length = 0;
    Reflect.set(globalThis, "instrumentedTexts", made);
    writeFileSync(
      bundle,
      `exports.instrumentFile = (text, file, role, note, isModule, ofEngine) => {
  instrumentedGlobals = ofEngine;
  instrumentedTexts.push([text, role, isModule].join());
  return text === "" ? text : role + " " + text;
};`,
    );
  });

  afterEach(() => {
    Reflect.deleteProperty(globalThis, "instrumentedTexts");
    rmSync(root, { recursive: true });
  });

  it("is made once for all processes and runs, and anew of another text, role or kind of module", () => {
    const [one, test] = [path.join(root, "one.js"), path.join(root, "test", "one.js")];
    const given = [
      ["a", one],
      ["a", one],
      ["b", one],
      ["a", test],
      ["a", one, true],
      ["a", one, true],
    ] as const;
    assert.deepEqual(
      given.map(([text, file, isModule]) => another()(text, file, isModule)),
      ["project a", "project a", "project b", "test a", "project a", "project a"],
    );
    assert.deepEqual(made, ["a,project,", "b,project,", "a,test,", "a,project,true"]);
  });

  it("is made anew where what makes it is another one, or the source map beside it", () => {
    const file = path.join(root, "one.js");
    const map = path.join(root, "one.js.map");
    const text = "a\n//# sourceMappingURL=one.js.map";
    writeFileSync(map, "{}");
    another()(text, file);
    utimesSync(map, 1, 1);
    another()(text, file);
    assert.equal(made.length, 2);
    const { mtime } = statSync(bundle);
    writeFileSync(bundle, readFileSync(bundle, "utf8").replace('role + " "', 'role + "_"'));
    utimesSync(bundle, mtime, mtime);
    assert.match(another()(text, file), /^project_a/);
    utimesSync(bundle, 1, 1);
    another()(text, file);
    assert.equal(made.length, 3, "the same one by another time");
  });

  it("is made anew of a text that is not its file's once that is another one", () => {
    const file = path.join(root, "one.js");
    writeFileSync(file, "source");
    another()("made", file);
    writeFileSync(file, "// another\nsource");
    another()("made", file);
    assert.equal(made.length, 2);
  });

  it("takes for the engine's what was global as the program began, not what that has added before its first file", () => {
    const change = another();
    Reflect.set(globalThis, "addedByProgram", 1);
    try {
      change("a", path.join(root, "one.js"));
      const known = Reflect.get(globalThis, "instrumentedGlobals") as ReadonlySet<string>;
      assert.deepEqual([known.has("fetch"), known.has("addedByProgram")], [true, false]);
    } finally {
      Reflect.deleteProperty(globalThis, "addedByProgram");
      Reflect.deleteProperty(globalThis, "instrumentedGlobals");
    }
  });

  it("is made by each process where it cannot be kept, and is not kept where nothing is in it", () => {
    writeFileSync(kept, "no folder");
    const file = path.join(root, "one.js");
    assert.deepEqual(
      [another()("a", file), another()("a", file), another(null)("a", file)],
      Array(3).fill("project a"),
    );
    rmSync(kept);
    assert.equal(another()("", file), "");
    assert.equal(made.length, 4);
    assert.deepEqual(readdirSync(kept), []);
  });

  it("is made also where the program has its own way to load modules", () => {
    const { prototype } = Module as unknown as { prototype: { _compile: unknown } };
    const { _compile } = prototype;
    prototype._compile = () => assert.fail("read by the program");
    try {
      assert.equal(another()("a", path.join(root, "one.js")), "project a");
    } finally {
      prototype._compile = _compile;
    }
    assert.deepEqual(notes, []);
  });

  it("is the text itself of what is not of the project, and where what makes it cannot be loaded, which is told", () => {
    rmSync(bundle);
    assert.equal(another()("a", path.join(root, "..", "other.js")), "a");
    assert.deepEqual(notes, []);
    assert.equal(another()("a", path.join(root, "one.js")), "a");
    assert.match(notes.join(), /one\.js: Error: ENOENT/);
  });
});
