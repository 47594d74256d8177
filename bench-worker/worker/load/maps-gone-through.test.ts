import assert from "node:assert/strict";
import { mapsGoneThrough } from "./maps-gone-through.ts";

describe("what is gone through by its keys", () => {
  const found = (text: string): string[] => [...mapsGoneThrough(text, "ts")];

  it("is what an operation has answered, however it is waited for", () => {
    assert.deepEqual(found("for (const id in await db.list()) await db.get(id);"), ["list()"]);
    assert.deepEqual(found("const all = await this.db.all(1); return Object.keys(all).map((k) => all[k]);"), [
      "all()",
    ]);
    assert.deepEqual(found("for (const [k, v] of Object.entries(yield store.load(id, f(x)))) use(k, v);"), [
      "load()",
    ]);
    assert.deepEqual(found("db.all(id, (err, rows) => { for (var key in rows) { save(key); } });"), [
      "all()",
    ]);
    assert.deepEqual(found("db.all({ id }, function (error, rows) { Object.keys(rows).forEach(save); });"), [
      "all()",
    ]);
    assert.deepEqual(found("return db.all(id).then((rows) => Promise.all(Object.values(rows).map(save)));"), [
      "all()",
    ]);
    assert.deepEqual(found("let rows: Rows = await db.all<Row>(id); for (const key in rows) {}"), ["all()"]);
  });

  it("is a member of that", () => {
    assert.deepEqual(found("const page = await api.get(url); Object.entries(page.data.items).map(save);"), [
      "items",
    ]);
    assert.deepEqual(found("const { items, next } = await api.get(url); for (let id in items) save(id);"), [
      "items",
    ]);
  });

  it("is nothing that the function is given or makes", () => {
    const text =
      "const copy = {}; for (const key in options) copy[key] = options[key]; Object.keys(this.handlers); Object.keys(copy); " +
      "const made = build(options); Object.values(made); await db.put(copy);";
    assert.deepEqual(found(text), []);
  });

  it("is nothing that is only counted or checked by its keys", () => {
    const check = "const errors = await form.check(id); ";
    assert.deepEqual(found(`${check}if (Object.keys(errors).length > 0) throw errors;`), []);
    assert.deepEqual(found(`${check}return Object.keys(errors).every((key) => KNOWN.includes(key));`), []);
    assert.deepEqual(found(`${check}return Object.keys(errors).map(String).length;`), ["check()"]);
  });

  it("is no name that an operation's callback hands on, nor the key of another", () => {
    assert.deepEqual(found("db.all(id, keep(error, rows)); Object.keys(rows);"), []);
    assert.deepEqual(found("const { rows: all } = await db.list(); Object.keys(rows);"), []);
    assert.deepEqual(found("page.rows = await db.list(); Object.keys(rows);"), []);
  });

  it("is found in a long text, however its names and dots follow each other", () => {
    const times = 50_000;
    const list = `use({ ${"v, ".repeat(times)} });`;
    const path = "aaaa.bbbb.cccc.".repeat(times);
    const text = `Object.keys(v); ${list} ${path}d; ${"e".repeat(times)}; v = await db.list();`;
    assert.deepEqual(found(text), ["list()"]);
  });
});
