import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ModuleLoader } from "./module-loader.ts";
import { createResolve } from "./resolve.ts";

describe("loading modules that await at their top level", () => {
  let folder: string;
  let told: string[];

  beforeEach(() => {
    told = [];
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "module-loader-")));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** What the entry among the files exports, and the packages that were replaced. */
  const load = async (files: Readonly<Record<string, string>>): Promise<[unknown, string[]]> => {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const replaced: string[] = [];
    const loader = new ModuleLoader({
      resolve: createResolve(folder),
      main: () => ("main.cjs" in files ? path.join(folder, "main.cjs") : null),
      patience: 10,
      builtin: (name) => assert.fail(name),
      isReplaced: () => false,
      mayBeMissing: false,
      asGiven: (_specifier, _from, exports) => exports,
      substitute: (specifier, error) => {
        replaced.push(`${specifier}: ${String(error)}`);
        return { isFake: true };
      },
      onProjectFile: () => undefined,
      onPackage: () => undefined,
      beforeEvaluating: () => {
        told.push("before");
        return () => told.push("after");
      },
    });
    const file = path.join(folder, "entry.mjs");
    const entry = { file, text: files["entry.mjs"]!, language: "js", appended: "", parameters: {} } as const;
    return [await loader.loadEntry(entry), replaced];
  };
  const said = async (files: Readonly<Record<string, string>>): Promise<unknown> => {
    const [exports] = await load(files);
    return (exports as { said: unknown }).said;
  };

  it("ends where two of them import each other, and gives each what there is of the other", async () => {
    const pair = {
      "a.mjs":
        'import { b } from "./b.mjs";\nawait null;\nexport const a = "a" + b;\nexport function early() { return "early"; }',
      "b.mjs":
        'import * as a from "./a.mjs";\nawait null;\nexport const b = `b(${a.a})`;\nexport const late = () => a.a;',
    };
    const entry =
      'import { a } from "./a.mjs";\nimport { late } from "./b.mjs";\nexport const said = [a, late()];';
    assert.deepEqual(await said({ ...pair, "entry.mjs": entry }), ["ab(undefined)", "ab(undefined)"]);
    const both =
      'const [{ a }, { b }] = await Promise.all([import("./a.mjs"), import("./b.mjs")]);\nexport const said = typeof (a + b);';
    assert.equal(await said({ ...pair, "entry.mjs": both }), "string");
  });

  it("ends where one imports itself, by others that do not await, and later", async () => {
    const files = {
      "a.mjs":
        'import { name } from "./c.mjs";\nawait null;\nexport const a = name() + (await import("./a.mjs")).b;',
      "c.mjs": 'import * as self from "./a.mjs";\nexport const name = () => typeof self;',
      "entry.mjs": 'import { a } from "./a.mjs";\nexport const said = a;',
    };
    assert.equal(await said(files), "objectundefined");
  });

  it("gives all of it to everybody who waits, evaluated once", async () => {
    const files = {
      "a.mjs":
        "globalThis.evaluations = (globalThis.evaluations ?? 0) + 1;\nawait null;\nawait null;\nexport const a = 1;",
      "b.mjs": 'import { a } from "./a.mjs";\nexport const b = a;',
      "entry.mjs":
        'const all = await Promise.all([import("./a.mjs"), import("./a.mjs"), import("./b.mjs")]);\n' +
        "export const said = [...all.map(({ a, b }) => a ?? b), globalThis.evaluations];\ndelete globalThis.evaluations;",
    };
    assert.deepEqual(await said(files), [1, 1, 1, 1]);
  });

  it("gives those that import the entry what it exports in the end", async () => {
    const files = {
      "a.mjs": 'import * as entry from "./entry.mjs";\nawait null;\nexport const late = () => entry.said;',
      "entry.mjs":
        'import { late } from "./a.mjs";\nexport const said = [1];\nexport const same = late() === said;',
    };
    const [exports] = await load(files);
    assert.equal((exports as { same: boolean }).same, true);
  });

  it("replaces a package that fails after it has awaited, itself or in another one", async () => {
    const files = {
      "node_modules/p/index.mjs": 'await null;\nthrow new Error("no socket");',
      "node_modules/p/package.json": '{ "exports": "./index.mjs" }',
      "node_modules/q/index.mjs": 'import "p";\nexport const isFake = false;',
      "node_modules/q/package.json": '{ "exports": "./index.mjs" }',
      "own.mjs": 'import { isFake } from "q";\nexport { isFake };',
      "entry.mjs": 'import p from "p";\nimport { isFake } from "./own.mjs";\nexport const said = isFake;',
    };
    const [exports, replaced] = await load(files);
    assert.equal((exports as { said: boolean }).said, true);
    assert.deepEqual(replaced, ["p: Error: no socket", "q: Error: no socket"]);
  });

  it("says what a module of the project throws after it has awaited", async () => {
    const files = {
      "a.mjs": 'await null;\nthrow new RangeError("too far");',
      "entry.mjs": 'import "./a.mjs";',
    };
    await assert.rejects(load(files), /^RangeError: too far$/);
  });

  it("tells once a module was evaluated, and of none that failed", async () => {
    const files = {
      "probes.cjs": "try { throw new Error('refused'); } catch {}",
      "fails.cjs": "throw new Error('no');",
      "all.cjs": 'require("./probes.cjs"); try { require("./fails.cjs"); } catch {}',
      "entry.mjs": 'import "./all.cjs";',
    };
    await load(files);
    assert.deepEqual(told, ["before", "before", "after", "before", "after"]);
  });

  it("begins with the main module of the project where modules that import each other load in that order alone", async () => {
    const files = {
      "row.cjs": 'const { Base } = require("./entry.mjs"); exports.Row = class extends Base {};',
      "entry.mjs":
        'import rows from "./row.cjs"; export class Base {} export const said = () => typeof rows.Row;',
    };
    await assert.rejects(load(files), /^TypeError: Class extends value undefined/);
    const asProgram = 'require("./row.cjs"); throw new Error("no port");';
    const kind = (await said({ ...files, "main.cjs": asProgram })) as () => string;
    assert.equal(kind(), "function");
    const sameOrder = 'require("./entry.mjs");';
    await assert.rejects(
      load({ ...files, "main.cjs": sameOrder }),
      /^TypeError: Class extends value undefined/,
    );
  });

  it("takes no module for the program itself, however it asks", async () => {
    const files = {
      "guards.cjs": "module.exports = [require.main === module, !module.parent];",
      "entry.mjs":
        'import guards from "./guards.cjs";\nexport const said = [...guards, import.meta.main === true, typeof require.main.filename];',
    };
    assert.deepEqual(await said(files), [false, false, false, "string"]);
  });
});
