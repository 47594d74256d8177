import assert from "node:assert/strict";
import { fake } from "../fixtures/universal-fake.ts";
import { looksUpByField, missedLookupsSentence, withLookupsWatched } from "./lookup-watch.ts";

describe("look-ups in what was made up", () => {
  it("are told where they find nothing, and nowhere else", async () => {
    const { fakes } = fake({});
    const [id, other] = [fakes.make("row.id"), fakes.make("ids[0]")];
    const rows = new Map([[id, "row"]]);
    let line = 0;
    const get = Object.getOwnPropertyDescriptor(Map.prototype, "get");
    const { answer, missedLines } = await withLookupsWatched(
      () => line,
      // eslint-disable-next-line @typescript-eslint/require-await
      async () => {
        const found: unknown[] = [];
        for (const [map, key] of [
          [rows, id],
          [rows, other],
          [rows, "x"],
          [new Map([["a", 1]]), other],
          [new Map(), other],
        ] as [Map<unknown, unknown>, unknown][]) {
          line++;
          found.push(map.get(key));
        }
        return found;
      },
    );
    assert.deepEqual(answer, ["row", undefined, undefined, undefined, undefined]);
    assert.deepEqual(missedLines, [2, 3]);
    assert.deepEqual(Object.getOwnPropertyDescriptor(Map.prototype, "get"), get);
    await assert.rejects(
      withLookupsWatched(
        () => 1,
        () => Promise.reject(new Error("no")),
      ),
      /no/,
    );
    assert.deepEqual(Object.getOwnPropertyDescriptor(Map.prototype, "get"), get);
    assert.match(missedLookupsSentence([6]), /^What is looked up at line 6 was not found/);
  });

  it("are watched for where a source has items of a list by one of their fields", () => {
    for (const [text, looksUp] of [
      ["const byId = new Map(rows.map((row) => [row.id, row])); return ids.map((id) => byId.get(id));", true],
      ["const m = new Map<string, Row>(rows.map(({ id, name }) => [id, name]));\nm.get(x)", true],
      ["const seen = new Map(); if (seen.get(id)) return;", false],
      ["const byId = new Map(rows.map((row) => [row.id, row])); return byId.size;", false],
    ] as const)
      assert.equal(looksUpByField(text), looksUp, text);
  });
});
