import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { RecorderLine } from "../../contract/recorder-lines.ts";
import { parseRecording, type RecordedCall, type Recording } from "../../contract/recording.ts";
import type { TargetSource } from "../../protocol.ts";
import { Assembly, type Assembled } from "./assemble.ts";
import { recordedFunction, recordingOf } from "./find.ts";
import { call, line, ORDERS, reading, ROOT, SOURCE } from "./fixtures/lines.ts";
import { formatJson } from "./format.ts";
import { mergeRecordings } from "./merge.ts";
import { changedFunctions, presentCall, presentPaths } from "./stale.ts";
import { readRecording, readRecordings, recordingFile, removeRecording, writeRecording } from "./store.ts";
import { hasOnlyStaleCalls, withRecordings } from "./with-recordings.ts";
import { presentTexts, textFunctionsOf, type PresentText } from "./text-functions.ts";

const texts = (source = SOURCE): PresentText => presentTexts(reading({ "src/orders.js": source }));

function assemble(lines: readonly RecorderLine[], source = SOURCE, callsOfPath = 3): Assembled {
  const assembly = new Assembly({ root: ROOT, callsOfPath, present: texts(source) });
  for (const one of lines) assembly.add(one);
  return assembly.done();
}

const recordingIn = (lines: readonly RecorderLine[], source = SOURCE): Recording =>
  assemble(lines, source).recordings[0]!;

const MOVED = `// A comment.

${SOURCE.replace("  async place", "  /** Places. */\n  async place").replace("const stock =", "const stock = // here\n     ")}`;

describe("assembling a recording", () => {
  it("finds functions where compilers say that they begin, whatever words stand before their names", () => {
    const text = `export async function load() {}
export default async () => {};
class Store {
  private async get() {}
  @logged() public static async all() {}
  protected put() {}
}
const save = async (async) => (await async)();`;
    const functions = textFunctionsOf("a.ts", text)!;
    const found = (line: number, from: string): string | undefined => {
      const column = text.split("\n")[line - 1]!.indexOf(from) + 1;
      const own = functions.beginningAt({ line, column });
      return own === undefined ? undefined : text.slice(own.start, own.start + 14);
    };
    const load = "async function";
    assert.deepEqual(
      [found(1, "export"), found(1, "async"), found(2, "export")],
      [load, load, "async () => {}"],
    );
    const get = "private async ";
    assert.deepEqual([found(4, "private"), found(4, "async"), found(4, "get")], [get, get, get]);
    assert.deepEqual(
      [found(5, "@"), found(5, "async"), found(6, "put")],
      [...Array<string>(2).fill("public static "), "protected put("],
    );
    assert.deepEqual(
      [found(8, "const"), found(8, "(await"), found(4, "{")],
      [undefined, undefined, undefined],
    );
  });

  it("finds an arrow function by its only parameter, where a compiler has left out the parentheses around that", () => {
    const text = "const wait = { later: (callback) => set((error) => callback(error)), at: (0, list) };";
    const functions = textFunctionsOf("a.js", text)!;
    const found = (from: string): string | undefined => {
      const own = functions.beginningAt({ line: 1, column: text.indexOf(from) + 1 });
      return own === undefined ? undefined : text.slice(own.start, own.start + 7);
    };
    assert.deepEqual(["callback)", "error)", "set(", "0, list"].map(found), [
      "(callba",
      "(error)",
      undefined,
      undefined,
    ]);
  });

  it("finds a function by what is in it, where its beginning was not told", () => {
    const source = "const save = (id) => keys.map((key) => put(key));";
    const told = (from: string): string | undefined => {
      const { recordings, unplaced } = assemble(
        [
          {
            ...{ what: "calls", path: [], calls: 1 },
            function: {
              file: ORDERS,
              name: "told",
              line: 1,
              column: source.indexOf(from) + 1,
              isInside: true,
            },
          },
        ],
        source,
      );
      assert.equal(unplaced + recordings.length, 1);
      const [own] = recordings[0]?.functions ?? [];
      return own === undefined ? undefined : source.slice(own.column - 1, own.column + 3);
    };
    assert.deepEqual(
      [told("id"), told("map"), told("put"), told("save")],
      ["(id)", "(id)", "(key", undefined],
    );
  });

  it("has a function that others called where it begins, where only what is in it was told", () => {
    const source = "const save = (id) => keys.map((key) => put(key));";
    const place = { file: ORDERS, line: 1, column: source.indexOf("put") + 1, isInside: true };
    const { recordings } = assemble(
      [
        {
          ...{ what: "calls", path: [{ ...place, expression: "told" }], calls: 1 },
          function: { ...place, name: "save", column: source.indexOf("id") + 1 },
        },
      ],
      source,
    );
    assert.deepEqual(recordings[0]?.functions[0]?.paths[0]?.sites, [`1:${source.indexOf("(key)") + 1} told`]);
  });

  it("keeps calls that others had go on only of a function that has no other ones", () => {
    const [own] = call({}, false).answers;
    const wake = { ...own!, style: "wake", kind: "project" } as const;
    const kept = (...all: (typeof own)[]): number[] => {
      const lines = all.map((answer) => line({ answers: [answer!] }, answer === wake));
      return recordingIn(lines).functions[0]!.paths.map((path) => path.kept.length);
    };
    assert.deepEqual(kept(wake), [1]);
    assert.deepEqual(kept(wake, own).sort(), [0, 1]);
  });

  it("groups calls by function and path, the most frequent path first, and names files relative to the project", () => {
    const { recordings, ...counts } = assemble([
      { what: "file", file: ORDERS, functions: 2 },
      line({ recordedAt: "2026-11-25T10:00:02.000Z" }, false),
      line({}, true),
      line(null, false),
    ]);
    const [recording] = recordings;
    assert.deepEqual(parseRecording(JSON.parse(JSON.stringify(recording))), recording);
    assert.equal(recording!.file, "src/orders.js");
    const [place] = recording!.functions;
    assert.deepEqual([place!.name, place!.line, place!.column], ["Orders.place", 2, 3]);
    assert.deepEqual(
      place!.paths.map(({ sites, calls, kept }) => [sites, calls, kept.length]),
      [
        [["3:33 this.db.get"], 2, 1],
        [["3:33 this.db.get", "10:12 db.put"], 1, 1],
      ],
    );
    const [kept] = place!.paths[1]!.kept;
    assert.deepEqual(
      kept!.functions.map(({ file, name, line: at }) => [file, name, at]),
      [
        ["src/orders.js", "Orders.place", 2],
        ["src/orders.js", "save", 9],
      ],
    );
    assert.equal((kept!.this as { file: string }).file, "src/orders.js");
    assert.equal(kept!.variables[0]!.file, "src/orders.js");
    assert.deepEqual(
      kept!.answers.map(({ within }) => within?.function),
      [0, 1],
    );
    const { files, functions, calls, paths, cut, unplaced } = counts;
    assert.deepEqual([files, functions, calls, paths, counts.kept, cut, unplaced], [1, 1, 3, 2, 2, 0, 0]);
  });

  it("keeps the first calls of a path, whichever process they come from", () => {
    const times = ["04", "01", "03", "02"].map((second) => `2026-11-25T10:00:${second}.000Z`);
    const { recordings } = assemble(
      times.map((recordedAt) => line({ recordedAt })),
      SOURCE,
      2,
    );
    const [path] = recordings[0]!.functions[0]!.paths;
    assert.equal(path!.calls, 4);
    assert.deepEqual(
      path!.kept.map(({ recordedAt }) => recordedAt.slice(17, 19)),
      ["01", "02"],
    );
  });

  it("is the same for lines in another order", () => {
    const lines = [
      line({}, true),
      line({ recordedAt: "2026-11-25T10:00:02.000Z" }, false),
      line(null, false),
      line(null),
    ];
    assert.deepEqual(assemble(lines).recordings, assemble([...lines].reverse()).recordings);
  });

  it("counts calls of what the text has not got, and records none of them", () => {
    const gone = assemble([line()], "// nothing\n");
    assert.deepEqual([gone.recordings, gone.unplaced], [[], 1]);
    const outside: RecorderLine = {
      what: "calls",
      function: { file: path.resolve("/elsewhere/a.js"), name: "a", line: 1, column: 1 },
      path: [],
      calls: 4,
    };
    assert.equal(assemble([outside]).unplaced, 4);
  });

  it("says what of a call lies outside of the project", () => {
    const elsewhere = path.resolve("/elsewhere/a.js");
    const raw = call();
    const kept = recordingIn([
      line({
        arguments: [{ $: "function", name: "f", file: elsewhere, line: 3 }],
        answers: [{ ...raw.answers[0]!, file: elsewhere }],
        variables: [{ ...raw.variables[0]!, file: elsewhere }],
        functions: [...raw.functions, { file: elsewhere, name: "helper", line: 1, column: 1 }],
      }),
    ]).functions[0]!.paths[0]!.kept[0]!;
    assert.deepEqual(kept.arguments, [{ $: "function", name: "f" }]);
    assert.deepEqual([kept.answers, kept.variables], [[], []]);
    assert.match(kept.cut!.join("\n"), /^helper, .*\nthis\.db\.get was called outside of the project$/);
  });

  it("finds a method whose decorators the recorder counts to it", () => {
    const source = "class A {\n  @get((x) => x)\n  async list() {\n    await q();\n  }\n}\n";
    const assembly = new Assembly({
      root: ROOT,
      callsOfPath: 1,
      present: presentTexts(reading({ "a.ts": source })),
    });
    const file = path.join(ROOT, "a.ts");
    assembly.add({
      what: "calls",
      function: { file, name: "A.list", line: 2, column: 3 },
      path: [],
      calls: 1,
    });
    const [found] = assembly.done().recordings[0]!.functions;
    assert.deepEqual([found!.name, found!.line], ["A.list", 3]);
  });
});

describe("a recorded call", () => {
  const recorded = (): Recording => recordingIn([line(), line({}, false)]);
  const kept = () => recorded().functions[0]!.paths.find(({ sites }) => sites.length === 2)!.kept[0]!;

  it("is stale once the text of one of its functions has changed, and not with the file", () => {
    const names = (source: string): string[] =>
      changedFunctions(kept(), texts(source)).map(({ name }) => name);
    assert.deepEqual(names(SOURCE), []);
    assert.deepEqual(names(MOVED), []);
    assert.deepEqual(names(`${SOURCE}\nexport async function other() {}\n`), []);
    assert.deepEqual(names(SOURCE.replace("db.put(order)", "db.put(order, true)")), ["save"]);
    assert.deepEqual(names(SOURCE.replace("stock > 0", "stock > 1")), ["Orders.place"]);
    assert.deepEqual(
      changedFunctions(kept(), () => null).map(({ name }) => name),
      ["Orders.place", "save"],
    );
    const { paths, stale } = presentPaths(
      recorded().functions[0]!,
      texts(SOURCE.replace("db.put(order)", "db.put(order, true)")),
    );
    assert.deepEqual([paths.map(({ sites }) => sites.length), stale], [[1], 1]);
  });

  it("is brought to where its functions and calls stand now", () => {
    const moved = presentCall(kept(), texts(MOVED))!;
    assert.deepEqual(
      moved.functions.map((one) => one.line),
      [5, 13],
    );
    const lines = MOVED.split("\n");
    for (const { line: at, column, expression } of moved.answers) {
      assert.ok(lines[at - 1]!.slice(column - 1).startsWith(expression.split(".").at(-1)!), expression);
    }
    const { paths } = presentPaths(recorded().functions[0]!, texts(MOVED));
    assert.deepEqual(paths[0]!.sites, ["7:21 this.db.get", "14:12 db.put"]);
  });

  it("has the functions in its values where they stand now, and only their names where their text is another", () => {
    const { name, ...place } = call().functions[1]!;
    const given = { $: "function", name, ...place, around: { $: "scope", file: place.file, variables: {} } };
    const [{ paths }] = recordingIn([line({ arguments: [given] })]).functions as [
      Recording["functions"][number],
    ];
    const [whole] = paths[0]!.kept as [RecordedCall];
    const [kept] = whole.arguments as [Record<string, unknown>];
    assert.deepEqual(
      [kept["line"], kept["around"]],
      [place.line, { $: "scope", file: "src/orders.js", variables: {} }],
    );
    const [moved] = presentCall(whole, texts(MOVED))!.arguments;
    assert.deepEqual(moved, { ...kept, line: 13 });
    const alone = { ...whole, functions: whole.functions.slice(0, 1) };
    const changed = presentCall(alone, texts(SOURCE.replace("db.put(order)", "db.put(order, true)")))!;
    assert.deepEqual(changed.arguments, [{ $: "function", name }]);
  });

  it("is found by the text of its function, else by its name", () => {
    const find = (source: string, name: string) => {
      const text = textFunctionsOf("orders.js", source)!;
      const own = text.functions.find((one) => text.nameOf(one) === name)!;
      const found = recordedFunction(recorded(), text, own.start);
      return found === null ? null : [found.recorded.name, found.isChanged];
    };
    assert.deepEqual(find(SOURCE, "Orders.place"), ["Orders.place", false]);
    assert.deepEqual(find(MOVED, "Orders.place"), ["Orders.place", false]);
    assert.deepEqual(find(SOURCE.replace("class Orders", "class Shop"), "Shop.place"), [
      "Orders.place",
      false,
    ]);
    assert.deepEqual(find(SOURCE.replace("stock > 0", "stock > 1"), "Orders.place"), ["Orders.place", true]);
    assert.equal(find(SOURCE, "save"), null);
  });

  it("is that of the first of functions with one text where there are two", () => {
    const one = "async () => {\n  await q();\n}";
    const source = `list(${one});\nlist(${one});\n`;
    const assembly = new Assembly({
      root: ROOT,
      callsOfPath: 1,
      present: presentTexts(reading({ "a.js": source })),
    });
    const file = path.join(ROOT, "a.js");
    for (const [at, column] of [
      [1, 6],
      [4, 6],
    ] as const) {
      const path = [{ file, line: at, column, expression: `q${at}` }];
      assembly.add({
        what: "calls",
        function: { file, name: "x", line: at, column },
        path,
        calls: 1,
      });
    }
    const recording = assembly.done().recordings[0]!;
    const text = textFunctionsOf("a.js", `// moved\n\n\n${source}`)!;
    const sites = text.functions.map(
      ({ start }) => recordedFunction(recording, text, start)!.recorded.paths[0]!.sites[0],
    );
    assert.deepEqual(sites, ["1:6 q1", "4:6 q4"]);
  });
});

describe("another run", () => {
  const options = (command: string, source = SOURCE) => ({ command, callsOfPath: 3, present: texts(source) });
  const counts = ({ functions }: Recording) =>
    functions.map(({ name, paths }) => [
      name,
      ...paths.map(({ sites, calls, kept }) => [sites.length, calls, kept.map(({ command }) => command)]),
    ]);

  it("replaces what the same command showed before", () => {
    const before = recordingIn([line(), line(), line({}, false)]);
    const now = recordingIn([line({ recordedAt: "2026-11-26T10:00:00.000Z" })]);
    const merged = mergeRecordings(before, now, options("npm test"));
    assert.deepEqual(merged, now);
  });

  it("leaves what other commands showed, brought to where the text stands now", () => {
    const before = recordingIn([
      line({ command: "node server.js" }),
      line({ command: "node server.js" }, false),
    ]);
    const now = recordingIn(
      [
        {
          what: "calls",
          function: { file: ORDERS, name: "Orders.place", line: 5, column: 3 },
          path: [{ file: ORDERS, line: 7, column: 21, expression: "this.db.get" }],
          calls: 7,
        },
      ],
      MOVED,
    );
    const merged = mergeRecordings(before, now, options("npm test", MOVED));
    assert.deepEqual(counts(merged), [
      ["Orders.place", [1, 7, ["node server.js"]], [2, 1, ["node server.js"]]],
    ]);
    assert.equal(merged.functions[0]!.line, 5);
    assert.match(merged.functions[0]!.paths[1]!.sites[1]!, /^14:12 db\.put$/);
  });

  it("drops calls of a function that has changed, and functions that are gone", () => {
    const before = recordingIn([line({ command: "node server.js" })]);
    const changed = SOURCE.replace("stock > 0", "stock > 1");
    const now = recordingIn([line({}, false)], changed);
    assert.deepEqual(counts(mergeRecordings(before, now, options("npm test", changed))), [
      ["Orders.place", [1, 1, ["npm test"]]],
    ]);
    const onlySave = SOURCE.slice(SOURCE.indexOf("async function"));
    const empty: Recording = { version: 1, file: "src/orders.js", functions: [] };
    assert.deepEqual(mergeRecordings(before, empty, options("npm test", onlySave)).functions, []);
    assert.equal(mergeRecordings(before, empty, options("npm test", MOVED)).functions[0]!.line, 5);
  });
});

describe("recordings on the disk", () => {
  let root: string;
  let folder: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), "async-cost-recordings-"));
    folder = path.join(root, ".async-cost", "recordings");
  });
  afterEach(() => rm(root, { recursive: true }));
  const shown = (file: string): string => path.relative(root, file).split(path.sep).join("/");
  const recording = (): Recording => recordingIn([line(), line({}, false)]);

  it("are written beside nothing else, and read as they were written", async () => {
    const { file, leftOut } = await writeRecording(folder, recording());
    assert.equal(shown(file), ".async-cost/recordings/src/orders.js.json");
    assert.equal(leftOut, 0);
    assert.deepEqual(await readdir(path.dirname(file)), ["orders.js.json"]);
    assert.deepEqual(await readRecordings(folder, shown), { recordings: [recording()], problems: [] });
    assert.deepEqual(await readRecordings(path.join(root, "nothing"), shown), {
      recordings: [],
      problems: [],
    });
  });

  it("tell whether all they have of a function is of an older text", async () => {
    await writeRecording(folder, recording());
    const isStale = (text: string): Promise<boolean> =>
      hasOnlyStaleCalls({
        ...{ id: "a", file: path.join(root, "src", "orders.js"), text, language: "js" },
        functionStart: text.indexOf("async place"),
      });
    assert.equal(await isStale(SOURCE), false);
    assert.equal(await isStale(MOVED), false);
    assert.equal(await isStale(SOURCE.replace("const stock =", "const stock = 1 +")), true);
    assert.equal(await isStale(`async function other() {}\n`), false);
  });

  it("give a target the usual path or the one that is chosen, and what else there is in any case", async () => {
    await writeRecording(folder, recordingIn([line(), line({}, false), line(null)]));
    const target = (text = SOURCE): TargetSource => ({
      ...{ id: "a", file: path.join(root, "src", "orders.js"), text, language: "js" },
      functionStart: text.indexOf("async place"),
    });
    const paths = [
      { calls: 2, ioCalls: 2, outcome: "value" },
      { calls: 1, ioCalls: 1, outcome: "value" },
    ];
    const fakesFile = { file: "orders.async-cost.js", text: "" };
    for (const [given, choosing, played] of [
      [target(), {}, 1],
      [target(), { path: 2 }, 2],
      [target(), { path: 3 }, undefined],
      [target(), { path: null }, undefined],
      [{ ...target(), scenario: { fakesFile } }, {}, 1],
    ] as const) {
      const [{ scenario } = target()] = await withRecordings([given], choosing);
      assert.equal(scenario?.recording?.path, played);
      assert.deepEqual(scenario?.recordings, { paths, stale: false });
      const others = (scenario?.others ?? []).map(({ recording: one }) => one?.path);
      assert.deepEqual(others, played === 1 ? [2] : [], "what is tried where the usual one does not play");
    }
    const changed = target(SOURCE.replace("const stock =", "const stock = 1 +"));
    const [{ scenario } = changed] = await withRecordings([changed]);
    assert.deepEqual(scenario, { recordings: { paths: [], stale: true } });
    const other = target("async function other() {}\nclass A { async place() {} }\n");
    assert.deepEqual(await withRecordings([{ ...other, functionStart: 0 }]), [
      { ...other, functionStart: 0 },
    ]);
  });

  it("have small values on a line, so that another count changes one line", async () => {
    const { file } = await writeRecording(folder, recording());
    const before = (await readFile(file, "utf8")).split("\n");
    const more = recordingIn([line(), line({}, false), line(null)]);
    await writeRecording(folder, more);
    const after = (await readFile(file, "utf8")).split("\n");
    assert.equal(after.length, before.length);
    assert.equal(after.filter((text, index) => text !== before[index]).length, 1);
    assert.ok(before.every((text) => text.length < 240));
  });

  it("are found from a source file in the folders around it", async () => {
    await writeRecording(folder, recording());
    const found = await recordingOf(path.join(root, "src", "orders.js"));
    assert.equal(found?.project.root, root);
    assert.equal(found.read.state, "read");
    assert.equal((await recordingOf(path.join(root, "src", "other.js")))?.read.state, "missing");
    assert.equal(await recordingOf(path.join(os.tmpdir(), "no-project", "a.js")), null);
  });

  for (const [what, text, message] of [
    [
      "no JSON",
      "{",
      /^\.async-cost\/recordings\/src\/orders\.js\.json is damaged: it is no JSON; remove it and record again/,
    ],
    ["something else", '{"name":"x"}', /is no recording \(Not a valid recording: .*\); remove it/],
    ["a newer version's", '{"version":99}', /newer Async Cost; use that/],
    [
      "another file's",
      '{"version":1,"file":"src/a.js","functions":[]}',
      /is a recording of src\/a\.js, and stands/,
    ],
    ["of a file outside", '{"version":1,"file":"../a.js","functions":[]}', /outside of the project/],
  ] as const) {
    it(`are left alone where a file is ${what}, with one sentence`, async () => {
      const file = recordingFile(folder, "src/orders.js");
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
      const { recordings, problems } = await readRecordings(folder, shown);
      assert.deepEqual([recordings, problems.length], [[], 1]);
      assert.match(problems[0]!, message);
      assert.equal(await readFile(file, "utf8"), text);
    });
  }

  it("are not read where they are huge", async () => {
    const file = recordingFile(folder, "src/orders.js");
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, "");
    await truncate(file, 60_000_000);
    const read = await readRecording(folder, "src/orders.js", shown);
    assert.match(
      read.state === "unreadable" ? read.problem : "",
      /has 60 MB, more than 50 MB; remove it and/,
    );
  });

  it("lose calls rather than grow too large: those of rare paths last of all the first", async () => {
    const many = recordingIn([
      ...Array.from({ length: 3 }, () => line({ arguments: ["x".repeat(2000)] })),
      line(null),
      ...Array.from({ length: 2 }, () => line({ arguments: ["y".repeat(2000)] }, false)),
    ]);
    const left = async (most: number): Promise<number[]> => {
      const { leftOut } = await writeRecording(folder, many, most);
      const read = await readRecording(folder, "src/orders.js", shown);
      assert.ok(read.state === "read");
      const { paths } = read.recording.functions[0]!;
      assert.deepEqual(
        paths.map(({ calls }) => calls),
        [4, 2],
      );
      return [leftOut, ...paths.map(({ kept }) => kept.length)];
    };
    assert.deepEqual(await left(1_000_000), [0, 3, 2]);
    assert.deepEqual(await left(10_000), [3, 1, 1]);
    assert.deepEqual(await left(6000), [4, 1, 0]);
    assert.deepEqual(await left(100), [5, 0, 0]);
  });

  it("are taken away with the folders that are empty then", async () => {
    await writeRecording(folder, recording());
    await writeRecording(folder, { ...recording(), file: "other.js" });
    await removeRecording(folder, "src/orders.js");
    assert.deepEqual(await readdir(folder), ["other.js.json"]);
  });
});

describe("the text of a recording", () => {
  it("is JSON of what it is given", () => {
    const data = {
      short: { a: 1, b: [true, null, "x"] },
      empty: [[], {}],
      long: Array.from({ length: 40 }, (_, index) => ({ index, text: "some words" })),
      nested: { one: { two: { three: "x".repeat(200) } } },
      ["__proto__"]: 1,
    };
    const text = formatJson(data);
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(data)));
    assert.match(text, /^ "short": \{ "a": 1, "b": \[true, null, "x"\] \},$/m);
    assert.match(text, /^ {2}\{ "index": 3, "text": "some words" \},$/m);
  });
});
