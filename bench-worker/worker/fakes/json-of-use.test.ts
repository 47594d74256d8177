import assert from "node:assert/strict";
import { jsonOfUse } from "./json-of-use.ts";

const shaped = (text: string): unknown => JSON.parse(jsonOfUse(text));

describe("JSON that has what the source reads of it", () => {
  it("has fields, lists and their items", () => {
    assert.deepEqual(
      shaped("const page = JSON.parse(text);\nreturn page.days.map((day) => day.low.value + day.high);"),
      { days: [{ low: { value: "value" }, high: "high" }] },
    );
    assert.deepEqual(
      shaped("const { rows, total: n } = JSON.parse(a); for (const row of rows) use(row.id, n);"),
      {
        rows: [{ id: "id" }],
        total: "total",
      },
    );
    assert.deepEqual(shaped("const list = JSON.parse(a); for (const { id } of list) use(id);"), [
      { id: "id" },
    ]);
    assert.deepEqual(shaped("return JSON.parse(body).data.items[0].name;"), {
      data: { items: [{ name: "name" }] },
    });
  });

  it("knows what a value is by what it is compared with and asked for", () => {
    assert.deepEqual(
      shaped(
        "const r = JSON.parse(a); if (r.status !== 'ok' || r.code === 7) throw r; r.name.trim(); r.cost.toFixed(2)",
      ),
      { status: "ok", code: 7, name: "text", cost: 1 },
    );
    assert.deepEqual(shaped("const r = JSON.parse(a); return Object.keys(r.dependencies);"), {
      dependencies: { item: "item" },
    });
  });

  it("follows other names, and what somebody else has parsed", () => {
    assert.deepEqual(
      shaped(
        "const config = await readConfig(file);\nconst server = config.server;\nconst { port } = server;\nopen(server.host.name, port);",
      ),
      { server: { port: "port", host: { name: "name" } } },
    );
  });

  it("is a list where what is parsed is one, whatever comes from elsewhere", () => {
    const text =
      "const known = JSON.parse(await read(a)); const res = await fetch(b).then((r) => r.json());" +
      "const fresh = res.users.filter((u) => !known.includes(u.id)); return known.concat(fresh);";
    assert.deepEqual(shaped(text), ["item"]);
    assert.deepEqual(shaped("const a = JSON.parse(b); const c = await d(e); use(a.f.g, c.f.h, c.i);"), {
      f: { g: "g", h: "h" },
      i: "i",
    });
  });

  it("goes through long names and lists once", () => {
    // Squares of these would take minutes.
    const name = "abcdef".repeat(50_000);
    assert.deepEqual(shaped(`const r = JSON.parse(a); use(r.id, "${name}");`), { id: "id" });
    const keys = 'key:"v",'.repeat(10_000);
    assert.deepEqual(shaped(`const r = JSON.parse(a); const all = {${keys}}; use(r.id);`), { id: "id" });
  });

  it("is an empty object where nothing is read", () => {
    assert.deepEqual(shaped("return JSON.parse(text);"), {});
    assert.deepEqual(shaped("const a = 1; return b.c;"), {});
  });
});
