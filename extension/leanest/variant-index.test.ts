import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { analyze } from "../../analysis/analyze.ts";
import { operationsOf, VariantIndex, type VariantFile } from "./variant-index.ts";

const gallery = new URL("../../variants/", import.meta.url);

const fileOf = (path: string, text: string): VariantFile => ({
  uri: `file:///${path}`,
  path,
  functions: analyze(text, "js").functions.map((found) => ({ ...found, operations: operationsOf(found) })),
});
const uploadOf = (text: string) => analyze(text, "js").functions.find(({ name }) => name === "upload")!;
const read = (name: string) => readFileSync(new URL(name, gallery), "utf8");

/** The leanest of the first function of a file, among other files. */
function leanest(text: string, others: readonly VariantFile[], path = "a.js") {
  const [first] = analyze(text, "js").functions;
  assert.ok(first, `there is no function in ${text}`);
  return new VariantIndex([fileOf(path, text), ...others]).leanestOf(`file:///${path}`, first);
}

const TWO = "async function sync() { await db.read(1); await db.write(2); }";
const LONGER = "async function sync() { await db.read(1, 2); await db.write(2, 3); }";

/** What every variant does. Some do it in methods, in named steps or in a nested generator, outside of `upload` itself. */
const IO_CALLS = 7;

describe("the leanest variant", () => {
  it("of the gallery is found from each of its files", () => {
    const names = readdirSync(gallery)
      .filter((name) => name.endsWith(".js"))
      .filter((name) => uploadOf(read(name)).ioCalls.length === IO_CALLS);
    const files = names.map((name) => fileOf(name, read(name)));
    const index = new VariantIndex(files);
    const least = Math.min(
      ...files.map(({ functions }) => functions.find(({ name }) => name === "upload")!.tokens),
    );
    assert.ok(names.length >= 7);
    for (const name of names) {
      const upload = uploadOf(read(name));
      const found = index.leanestOf(`file:///${name}`, upload);
      assert.equal(found?.tokens, least, name);
      assert.equal(found.isThis, upload.tokens === least, name);
      assert.equal(found.variants, names.length, name);
    }
  });

  it("is told with its file and place", () => {
    const { uri, file, name, position, isThis } = leanest(LONGER, [fileOf("src/b.js", `\n${TWO}`)])!;
    assert.deepEqual(
      { uri, file, name, position, isThis },
      {
        uri: "file:///src/b.js",
        file: "b.js",
        name: "sync",
        position: { line: 2, column: 1 },
        isThis: false,
      },
    );
    assert.equal(leanest(TWO, [fileOf("src/b.js", LONGER)])?.isThis, true);
  });

  it("is found among methods of that name, too", () => {
    const method = `class Store { ${TWO.replace("function ", "")} }`;
    assert.equal(leanest(LONGER, [fileOf("b.js", method)])?.name, "Store.sync");
  });

  it("is found among handlers of one route, not among those of one event", () => {
    const given = (call: string, text: string) => `${call}, ${text.replace(" sync", "")});`;
    const leanestGiven = (call: string) => leanest(given(call, LONGER), [fileOf("b.js", given(call, TWO))]);
    assert.equal(leanestGiven('app.post("/orders"')?.name, "post /orders");
    assert.equal(leanestGiven('socket.on("data"'), undefined);
  });

  it("needs another text, of another file, with similar I/O calls", () => {
    assert.equal(leanest(LONGER, []), undefined);
    assert.equal(leanest(LONGER, [fileOf("b.js", LONGER)]), undefined);
    assert.equal(leanest(`${LONGER}\n{ ${TWO} }`, []), undefined);
    assert.equal(
      leanest(LONGER, [fileOf("b.js", TWO.replace("read", "open").replace("write", "seek"))]),
      undefined,
    );
  });

  it("is not looked for where a name or a function says too little, nor in what is made of other files", () => {
    const of = (name: string) =>
      [LONGER, TWO].map((text) => text.replace(" sync", ` ${name}`)) as [string, string];
    const [long, short] = of("main");
    assert.equal(leanest(long, [fileOf("b.js", short)]), undefined);
    const one = "async function load() { await db.read(1); }";
    assert.equal(leanest(one.replace("1", "1, 2"), [fileOf("b.js", one)]), undefined);
    assert.equal(leanest(LONGER, [fileOf("dist/b.js", TWO), fileOf("b.min.js", TWO)]), undefined);
  });
});
