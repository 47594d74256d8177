import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { childrenOf, type Node } from "../../instrument/tree.ts";
import { constantOf, functionOf, keysOf, listOf, onlyValueOf } from "./constants.ts";
import type { Expression } from "./expression.ts";
import { sourceTreeOf } from "./source-tree.ts";

describe("A constant that stands in another file of the project", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "constants-"));
    const files = {
      "package.json": "{}",
      "kinds.js":
        'const kinds = { ACCESS: "access", AGAIN: "again" };\nmodule.exports = { kinds };\nmodule.exports.more = 1;',
      "set.js": 'exports.LIMIT = 7;\nmodule.exports.NAME = "set";',
      "states.ts":
        'export enum State { Open, Shut = "shut" }\nexport const ROLES = { admin: "root" } as const;\nexport default class Job { static DONE = "done" }',
      "index.ts":
        'export * from "./states";\nexport { ROLES as Rights } from "./states";\nimport { State } from "./states";\nexport { State as Again };',
      "checks.js":
        "exports.isOpen = (job) => job.open;\nasync function isTaken(name) { const found = await db.find(name); return !!found; }\nmodule.exports.isTaken = isTaken;",
      "model.js":
        "schema.statics.has = function (id) { return ids[id]; };\nmodule.exports = model('Job', schema);",
      "both.js": "module.exports = { A: 'first' }; exports = module.exports = { A: 'second' };",
      "changes.ts": "export let mode = 'off'; const own = { mode: 'a' }; own.mode = 'b'; export { own };",
      "local.ts": 'export * from "./states"; export const ROLES = { admin: "local" };',
      "circle.ts": 'export * from "./circle";',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** What the call `f(…)` of a text is given. */
  const given = (text: string): Expression => {
    const tree = sourceTreeOf(path.join(folder, "main.ts"), text)!;
    const find = (node: Node): Node | undefined =>
      node.type === "CallExpression" && (node["callee"] as Node)["name"] === "f"
        ? (node["arguments"] as Node[])[0]
        : childrenOf(node)
            .map(find)
            .find((one) => one !== undefined);
    return { tree, node: find(tree.program)!, below: () => null };
  };
  const value = (text: string) => constantOf(given(text))?.value;

  it("is found by what is required", () => {
    assert.equal(value('const { kinds } = require("./kinds"); f(kinds.ACCESS);'), "access");
    assert.equal(value('const all = require("./kinds"); f(all.kinds.AGAIN);'), "again");
    assert.equal(value('f(require("./kinds").kinds.ACCESS);'), "access");
    assert.equal(value('const { more } = require("./kinds"); f(more);'), 1);
    assert.equal(value('import kinds from "./kinds"; f(kinds.kinds.ACCESS);'), "access");
    assert.equal(value('import { kinds } from "./kinds"; f(kinds.ACCESS);'), "access");
    assert.equal(value('const both = require("./both"); f(both.A);'), "second");
    assert.equal(value('const { LIMIT } = require("./set"); f(LIMIT);'), 7);
    assert.equal(value('const set = require("./set"); f(set.NAME);'), "set");
    assert.deepEqual(keysOf(given('const { kinds } = require("./kinds"); f(kinds);')), ["ACCESS", "AGAIN"]);
  });

  it("is one of the values of an object", () => {
    assert.deepEqual(listOf(given('const A = { a: 1, b: "two" }; f(Object.values(A));')), [1, "two"]);
    const text = 'const { kinds } = require("./kinds"); f(Object.values(kinds));';
    assert.deepEqual(listOf(given(text)), ["access", "again"]);
    assert.equal(listOf(given("f(Object.values(other));")), null);
    assert.equal(listOf(given("const A = { a: 1, ...rest }; f(Object.values(A));")), null);
  });

  it("is found by what is imported, through modules that hand it on", () => {
    assert.equal(value('import { State } from "./states"; f(State.Open);'), 0);
    assert.equal(value('import { State as S } from "./index"; f(S.Shut);'), "shut");
    assert.equal(value('import { Rights } from "./index"; f(Rights.admin);'), "root");
    assert.equal(value('import { Again } from "./index.js"; f(Again.Shut);'), "shut");
    assert.equal(value('import * as all from "./states"; f(all.ROLES.admin);'), "root");
    assert.equal(value('import Job from "./states"; f(Job.DONE);'), "done");
  });

  it("is the module's own before what it hands on, and none that may change", () => {
    assert.equal(value('import { ROLES } from "./local"; f(ROLES.admin);'), "local");
    for (const text of [
      'import { mode } from "./changes"; f(mode);',
      'import { own } from "./changes"; f(own.mode);',
      'import job from "./local"; f(job.DONE);',
      'const A = "kinds"; const { [A]: all } = require("./kinds"); f(all.ACCESS);',
    ])
      assert.equal(constantOf(given(text)), null, text);
  });

  it("is not known where no file, or nothing of the name, is there", () => {
    for (const text of [
      'import { State } from "./gone"; f(State.Open);',
      'import { nothing } from "./states"; f(nothing);',
      'import { nothing } from "./circle"; f(nothing);',
      'const { kinds } = require("./kinds"); f(kinds.NEVER);',
      'import { State } from "states"; f(State.Open);',
    ])
      assert.equal(constantOf(given(text)), null, text);
  });

  it("may be a function, which gives one value where it does nothing else", () => {
    const gives = (text: string, isWaitedFor?: boolean): string | undefined => {
      const own = functionOf(given(text));
      const value = own === undefined ? undefined : onlyValueOf(own, isWaitedFor);
      return value?.tree.text.slice(value.node.start, value.node.end);
    };
    assert.equal(gives('const { isOpen } = require("./checks"); f(isOpen);'), "job.open");
    assert.equal(gives('const checks = require("./checks"); f(checks.isTaken);', true), "!!found");
    assert.equal(gives('const checks = require("./checks"); f(checks.isTaken);'), undefined);
    assert.equal(gives('const Job = require("./model"); f(Job.has);'), "ids[id]");
    assert.equal(gives("async function own() { return 1; } f(own);", true), "1");
    assert.equal(gives("const g = (own) => f(own); function own() { return 1; }"), undefined);
    assert.equal(gives('const Job = require("./model"); f(Job.gone);'), undefined);
  });
});
