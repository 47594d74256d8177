import assert from "node:assert/strict";
import { codeOnly } from "../fakes/code-only.ts";
import { isReadPlainly } from "./read-plainly.ts";

describe("a call whose value is read as a plain one", () => {
  for (const [text, expected] of [
    ["const id = jar.get('id'); const all = id ? await db.get(id) : null;", true],
    ["const id = this.jar.get('id');\n  return `${id}`;", true],
    ["if (isOpen(jar)) jar.get(1);", false],
    ["const n = jar.get('n') as number;\n  rows.push(n);", true],
    ["rows.push(jar.get('n') ?? 0);", true],
    ["sum += jar.get('n');", true],
    ["const n = jar.get('n');\n  return total - n;", true],
    ["return `${jar.get('n')}`;", true],
    ["async () => { return ids.map((id) => jar.get(id)); }", false],
    ["async () => { return Promise.all(jars.map((jar) => jar.get(1))); }", false],
    ["const row = (await jar.get(1)) ?? 0;", false],
    ["const row = await jar.get(1) ?? 0;", false],
    ["yield* jar.get(1);", false],
    ["rows.push(jar.get(1));", false],
    ["const p = jar.get(1) as Promise<number>;", false],
    ["const row = jar.get(1); rows.push(row);", false],
    ["const row = jar.get(1); row.then(go);", false],
    ["return jar.get(1);", false],
    ["const row =\n  await jar.get(1);", false],
    ["jar.get(1); await jar.get(2);", false],
    ["const rows = [\n  jar.get(1),\n];", false],
    ["other.jar.get(1);", false],
    ["jar.get(1)?.catch(log);", false],
    ["jar.get(1)\n  .catch(log);", false],
    ["const p = jar.get(1); log('some - p'); return p;", false],
    ["const p = jar.get(1); /* wait for it - p */ return p;", false],
    ["const p = jar.get(1); return /!p/.test(p);", false],
    ["// jar.get(1);\nreturn jar.get(1);", false],
    ["const row = await // for it\n  jar.get(1);", false],
    ["log(`${'jar.get(1) + 1'}`); return jar.get(1);", false],
  ] as const) {
    it(`is ${expected ? "" : "not "}that in ${JSON.stringify(text)}`, () => {
      assert.equal(isReadPlainly("jar.get", codeOnly(text, "ts")), expected);
    });
  }
});
