import assert from "node:assert/strict";
import { plainPredicate } from "./plain-predicate.ts";

describe("a function that finds something", () => {
  it("is plain where all that it does is look at values", () => {
    for (const text of [
      "(row) => row.id === id",
      "({ key }) => key === id",
      "row => ids.includes(row.id) && !seen.has(row.id)",
      "function (row) { return String(row.id) === String(id); }",
      "function named(row) { const key = row.id; return (key ?? row.key) === id; }",
      "(row) => row.tags.some((tag) => tag === name)",
      "(row) => `${row.a}.${row.b}` === key",
    ])
      assert.notEqual(plainPredicate(text), undefined, text);
  });

  it("is not where it may change something, call what may do so, wait, or go on", () => {
    for (const text of [
      "(row) => { taken.push(row); return row.id === id; }",
      "(row) => { db.audit(row.id); return row.id === id; }",
      "(row) => seen.add(row.id)",
      "(row) => (found = row.id === id)",
      "(row) => row.id === ids[next++]",
      "(row) => (count += 1) > 2",
      "async (row) => (await row.load()) === id",
      "function* (row) { yield row.id === id; }",
      "(row) => new Row(row).id === id",
      "(row) => { for (;;) if (row.id === id) return true; }",
      "(row) => delete row.id",
      "(row, at = next()) => row.id === at",
      "(row) => (() => row.id)() === id",
      "(row) => row.is?.(id)",
      "(row) => checks[0](row)",
      "(row) => sql`${row.id}`",
      "function Boolean() { [native code] }",
    ])
      assert.equal(plainPredicate(text), undefined, text);
  });

  it("has the strings and numbers that it compares with", () => {
    const { literals } = plainPredicate('(row) => row.state === "open" && row.size > 7')!;
    assert.deepEqual(literals, ["open", 7]);
  });
});
