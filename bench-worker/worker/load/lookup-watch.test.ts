import assert from "node:assert/strict";
import { fake } from "../fixtures/universal-fake.ts";
import { lookupWatch, missedLookupsSentence, type Miss } from "./lookup-watch.ts";

interface Row {
  readonly id: unknown;
}

/** What look-ups are told while `look` goes through made-up rows and asks for what it is given. */
async function missesOf(
  look: (rows: readonly Row[], asked: unknown) => unknown,
  asked?: unknown,
): Promise<Omit<Miss, "line">[]> {
  const { fakes } = fake({});
  const rows = [fakes.make("rows[0]"), fakes.make("rows[0]")] as Row[];
  const one = asked ?? fakes.make("ids[0]");
  const call = (): Promise<unknown> => Promise.resolve(look(rows, one));
  await lookupWatch.listen([...rows, one, "a", 7], import.meta.filename, call);
  return lookupWatch.misses.map(({ of, field, asked: value }) => ({ of, field, asked: value }));
}

describe("look-ups in what was made up", () => {
  const byId = (rows: readonly Row[]): Map<unknown, Row> => new Map(rows.map((row) => [row.id, row]));

  it("are told where a map by a field of the rows has not what is asked for", async () => {
    const miss = { of: "map", field: "rows[0].id", asked: { name: "ids[0]" } };
    assert.deepEqual(await missesOf((rows, id) => byId(rows).get(id)), [miss]);
    const asText = (rows: readonly Row[], id: unknown): unknown =>
      new Map(rows.map((row) => [String(row.id), row])).get(String(id));
    assert.deepEqual(await missesOf(asText), [miss]);
    assert.deepEqual(await missesOf((rows, id) => byId(rows).get(id), "a"), [
      { ...miss, asked: { value: "a" } },
    ]);
  });

  it("are told where nothing of a list is what a function asks for, by what would do", async () => {
    const miss = { of: "list", field: "rows[0].id", asked: { name: "ids[0]" } };
    for (const look of [
      (rows: readonly Row[], id: unknown) => rows.find((row) => row.id === id),
      (rows: readonly Row[], id: unknown) => rows.filter((row) => String(row.id) === String(id)),
      (rows: readonly Row[], id: unknown) => rows.findIndex((row) => [id].includes(row.id)),
    ])
      assert.deepEqual(await missesOf(look), [miss], String(look));
    const made = await missesOf((rows, id) =>
      rows.map((row) => ({ key: row.id })).find(({ key }) => key === id),
    );
    assert.deepEqual(made, [miss], "of what a library makes of rows");
    const number = await missesOf((rows, id) => rows.find((row) => row.id === id), 7);
    assert.deepEqual(number, [{ ...miss, asked: { value: 7 } }]);
  });

  it("are not told where something is found, where nothing that was made up would do, or of what is kept by what it is asked by", async () => {
    const { id } = { id: { is: "another" } };
    for (const look of [
      (rows: readonly Row[]) => byId(rows).get(rows[1]!.id),
      (rows: readonly Row[]) => rows.find((row) => row.id !== id),
      (rows: readonly Row[]) => rows.find((row) => row.id === id),
      (_rows: readonly Row[], one: unknown) => new Map([["b", 1]]).get(one as string),
      (rows: readonly Row[], one: unknown) => new Map([[one, 1]]).get([...rows].pop()),
    ])
      assert.deepEqual(
        (await missesOf(look)).filter(({ field }) => field !== "ids[0]"),
        [],
        String(look),
      );
    const { fakes } = fake({});
    const [one, other] = [fakes.make("id"), fakes.make("id")];
    assert.deepEqual(await missesOf(() => new Map([[one, 1]]).get(other)), []);
  });

  it("leave the methods that they watch as they were, also where the call fails", async () => {
    const methods = (): unknown[] =>
      ["find", "filter"]
        .map((name) => Reflect.get(Array.prototype, name) as unknown)
        .concat([Reflect.get(Map.prototype, "get")]);
    const before = methods();
    await missesOf(() => undefined);
    const failing = (): Promise<unknown> => Promise.reject(new Error("no"));
    await assert.rejects(lookupWatch.listen([], import.meta.filename, failing), /no/);
    assert.deepEqual(methods(), before);
  });

  it("are named by their lines", () => {
    const miss: Miss = { line: 6, of: "map", field: "rows[0].id", asked: { value: 1 } };
    assert.match(missedLookupsSentence([miss, miss]) ?? "", /^What is looked up at line 6 was not found/);
    assert.equal(missedLookupsSentence([]), null);
  });
});
