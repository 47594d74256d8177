import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import type { FileTable } from "../instrument/for-recording.ts";
import { instrumentFile } from "./instrument-file.ts";
import { RECORDER_SYMBOL } from "./recorder-symbol.ts";

const FILE = "/project/src/orders.ts";
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** A number as source maps write it (https://tc39.es/ecma426/). */
function vlq(number: number): string {
  let text = "";
  for (
    let left = number < 0 ? (-number << 1) | 1 : number << 1, isFirst = true;
    isFirst || left > 0;
    left >>= 5
  ) {
    isFirst = false;
    text += SIGNS[(left & 31) | (left > 31 ? 32 : 0)]!;
  }
  return text;
}

/** A text of one line with a map of some words of it into a source of one line, each at its first place behind the one before. */
function compiled(text: string, source: string, words: readonly string[]): string {
  let [generated, original] = [0, 0];
  const mappings = words.map((word) => {
    const at = text.indexOf(word, generated);
    const from = source.indexOf(word, original);
    const segment = [at - generated, 0, 0, from - original].map(vlq).join("");
    [generated, original] = [at, from];
    return segment;
  });
  const map = {
    version: 3,
    sources: ["orders.ts"],
    sourcesContent: [source],
    names: [],
    mappings: mappings.join(","),
  };
  const json = Buffer.from(JSON.stringify(map)).toString("base64");
  return `${text}\n//# sourceMappingURL=data:application/json;base64,${json}`;
}

/** What the code of a file tells the recorder of itself as it is loaded. */
function tableOf(text: string): FileTable {
  let table: FileTable | undefined;
  const notes: string[] = [];
  const instrumented = instrumentFile(text, FILE, "project", (note) => notes.push(note));
  const hooks = (_: string, id: string, told: () => FileTable): object => {
    assert.match(id, /^[\w-]{43}$/);
    table = told();
    return { k: () => undefined };
  };
  Reflect.set(globalThis, Symbol.for(RECORDER_SYMBOL), hooks);
  try {
    vm.runInThisContext(`{${instrumented}\n}`);
  } finally {
    Reflect.deleteProperty(globalThis, Symbol.for(RECORDER_SYMBOL));
  }
  assert.deepEqual(notes, []);
  return table!;
}

describe("a compiled file", () => {
  it("has the place of its source for each function: where it begins, else of a name in it and in none within", () => {
    const source = "const save: Save = async (id: Id) => db.put(id), all = () => () => keys();";
    const text = "const save = async (id) => db.put(id), all = () => () => keys();";
    const { functions } = tableOf(compiled(text, source, ["save", "id", "db", "put", "all", "keys"]));
    assert.deepEqual(
      functions.map(({ name, column, isInside }) => [name, column - 1, isInside]),
      [
        ["save", source.indexOf("id:"), true],
        ["all", source.indexOf("all"), undefined],
        ["anonymous", source.indexOf("keys"), true],
      ],
    );
    assert.equal(
      tableOf(compiled(text, source, ["save", "async"])).functions[0]!.column - 1,
      source.indexOf("async"),
    );
  });

  it("is said to have none where its text is another one on other lines, and no map tells where that comes from", () => {
    const file = fileURLToPath(import.meta.url);
    const notesOn = (text: string): string[] => {
      const notes: string[] = [];
      instrumentFile(text, file, "project", (note) => notes.push(note));
      return notes;
    };
    const own = readFileSync(file, "utf8");
    const [note, ...more] = notesOn("function save() {}\n");
    assert.ok(note?.startsWith(`${file} is compiled as it is loaded, without a source map`));
    assert.deepEqual([more, notesOn(`${own}\nvoid 0;`), notesOn(own.replaceAll(/[^\n]/g, ""))], [[], [], []]);
  });
});
