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

  it("are told of each field where several have to match, with what the function itself compares one with", async () => {
    const rows: readonly ((rows: readonly Row[], id: unknown) => unknown)[] = [
      (all, id) => all.filter((row) => (row as { state?: unknown }).state === "open" && row.id === id),
      (all, id) => all.filter((row) => row.id === id && (row as { state?: unknown }).state === "open"),
    ];
    for (const look of rows) {
      const misses = await missesOf(look);
      const state = { of: "list", field: "rows[0].state", asked: { value: "open" } };
      const own = { of: "list", field: "rows[0].id", asked: { name: "ids[0]" } };
      assert.deepEqual(
        misses.sort((a, b) => a.field.localeCompare(b.field)),
        [own, state],
        String(look),
      );
    }
    const alone = await missesOf((all) => all.find((row) => row.id === "open"));
    assert.deepEqual(alone, [], "which is for branches to decide");
  });

  it("run no function that finds something more often than the program, and none with side effects ever again", async () => {
    const seen = new Set<unknown>();
    let isCalling = false;
    let runs = 0;
    const hear = { get id(): undefined { if (isCalling) runs++; return undefined; } }; // prettier-ignore
    const rows = [fake({}).fakes.make("rows[0]"), fake({}).fakes.make("rows[0]")] as Row[];
    const finds = (row: Row): boolean => row.id === hear.id;
    const collects = (row: Row): boolean => {
      seen.add(row);
      return row.id === null;
    };
    await lookupWatch.listen([], import.meta.filename, async () => {
      isCalling = true;
      rows.find(finds);
      rows.filter(collects);
      await Promise.resolve();
      isCalling = false;
    });
    assert.deepEqual([runs, seen.size], [2, 2]);
  });

  it("are asked for by what the call was given first, and where very many are made, not looked at for ever", async () => {
    const { fakes } = fake({});
    const rows = [fakes.make("rows[0]")] as Row[];
    const id = fakes.make("id");
    await lookupWatch.listen([id], import.meta.filename, () => {
      for (let i = 0; i < 2_000; i++) fakes.make(`more[${i}]`);
      return Promise.resolve(rows.find((row) => row.id === id));
    });
    assert.deepEqual(
      lookupWatch.misses.map(({ asked }) => asked),
      [{ name: "id" }],
    );
    const limit = Error.stackTraceLimit;
    let stacks = 0;
    Object.defineProperty(Error, "stackTraceLimit", {
      configurable: true,
      get: () => limit,
      set: () => stacks++,
    });
    try {
      const maps = Array.from({ length: 60 }, () => new Map([[id, 1]]));
      await lookupWatch.listen([id], import.meta.filename, () => {
        for (let i = 0; i < 3_000; i++) maps[i % 60]!.get(rows[0]);
        return Promise.resolve();
      });
    } finally {
      Object.defineProperty(Error, "stackTraceLimit", { configurable: true, writable: true, value: limit });
    }
    assert.ok(stacks <= 1_000, `${stacks} times was the depth of stacks set`);
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
