import assert from "node:assert/strict";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { diskSource, SourceFileError, type ReadSource } from "./source-file.ts";
import { resolveTarget, TargetError } from "./targets.ts";

/** Files by name; `null` is a folder. */
function disk(files: Record<string, string | null>): ReadSource {
  return (name) => {
    const text = files[name];
    if (text === undefined) return Promise.reject(new SourceFileError(`${name} does not exist`, "missing"));
    if (text === null) return Promise.reject(new SourceFileError(`${name} is a folder`, "directory"));
    return Promise.resolve({ path: `/project/${name}`, text });
  };
}

const two = `async function upload() {
  await io();
}

async function download() {
  await io();
}
`;

async function namesOf(specification: string, files: Record<string, string | null>): Promise<string[]> {
  const targets = await resolveTarget(specification, disk(files));
  return targets.map(({ text, functionStart }) => /function (\w+)/.exec(text.slice(functionStart))![1]!);
}

describe("a target", () => {
  it("that is a file means its default export", async () => {
    const text = `${two}module.exports = download;\n`;
    assert.deepEqual(await namesOf("a.js", { "a.js": text }), ["download"]);
  });

  it("that is a file without one means its only asynchronous function", async () => {
    assert.deepEqual(await namesOf("a.js", { "a.js": "function sync() {}\nasync function only() {\n}\n" }), [
      "only",
    ]);
  });

  it("that is a file with several means every one", async () => {
    assert.deepEqual(await namesOf("a.js", { "a.js": two }), ["upload", "download"]);
  });

  it("can be named", async () => {
    assert.deepEqual(await namesOf("a.js#download", { "a.js": two }), ["download"]);
  });

  it("can be a private method, in a file whose name has the same sign", async () => {
    const text = "class Store {\n  async #flush() {\n    await io();\n  }\n}\n";
    const [target] = await resolveTarget("a#b.js#Store.#flush", disk({ "a#b.js": text }));
    assert.equal(target?.functionStart, text.indexOf("async"));
  });

  it("can be named with its number among those of its name", async () => {
    const text = `${two}const other = () => { return async function upload() { await io(); }; };\n`;
    const [target] = await resolveTarget("a.js#upload@2", disk({ "a.js": text }));
    assert.equal(target?.functionStart, text.lastIndexOf("async function"));
    await assert.rejects(resolveTarget("a.js#upload@3", disk({ "a.js": text })), TargetError);
  });

  it("can be given by a line in it", async () => {
    for (const line of [5, 6, 7])
      assert.deepEqual(await namesOf(`a.js:${line}`, { "a.js": two }), ["download"]);
  });

  const nested = `async function connect(url) {
  const file = await open(url);
  const api = {};
  api.get = function (key) {
    return file.stat(key);
  };
  const label = (name) => {
    return name + "!";
  };
  api.keys = ["a"].map((key) => {
    return label(key);
  });
  await file.write(["b"].map((key) => key));
  return api;
}
function plain(a) {
  return a + 1;
}
`;

  it("that is a line in a nested function is that one, where it may be asynchronous", async () => {
    const notes: string[] = [];
    const [target] = await resolveTarget("a.js:5", disk({ "a.js": nested }), (note) => notes.push(note));
    assert.equal(target?.functionStart, nested.indexOf("function (key)"));
    assert.deepEqual(notes, []);
  });

  it("can be named where it may be asynchronous, though its text does not tell", async () => {
    const text = `${nested}function open(url) {\n  return { get(key) { return store.get(url, key); }, is(a) { return a; } };\n}\n`;
    const files = disk({ "a.js": text, "b.js": text + text });
    for (const [name, start] of [
      ["api.get", "function (key)"],
      ["get", "get(key)"],
    ] as const) {
      const [target] = await resolveTarget(`a.js#${name}`, files);
      assert.equal(target?.functionStart, text.indexOf(start));
    }
    await assert.rejects(resolveTarget("a.js#is", files), /^TargetError: a\.js: is is not asynchronous/);
    await assert.rejects(resolveTarget("b.js#get", files), /2 functions named get, .* write b\.js:\d+$/);
  });

  it("that is a line in a nested function that is not asynchronous says which one is measured, and why", async () => {
    for (const [line, expected] of [
      [8, /^a\.js:8: measured is connect \(line 1\), not label \(line 7\)\. label is not asynchronous/],
      [
        11,
        /^a\.js:11: measured is connect \(line 1\), not the function at line 10\. It is a part of connect/,
      ],
      [13, /^$/],
    ] as const) {
      const notes: string[] = [];
      const [target] = await resolveTarget(`a.js:${line}`, disk({ "a.js": nested }), (note) =>
        notes.push(note),
      );
      assert.equal(target?.functionStart, 0);
      assert.match(notes.join("\n"), expected);
    }
  });

  it("that is a line in a function that is not asynchronous is refused with the reason", async () => {
    await assert.rejects(
      resolveTarget("a.js:17", disk({ "a.js": nested })),
      /^TargetError: a\.js:17: plain is not asynchronous as far as its text tells.* record one, and that is measured: async-cost record -- COMMAND\.$/,
    );
  });

  it("carries what the worker needs", async () => {
    const [target] = await resolveTarget("a.ts#upload", disk({ "a.ts": two }));
    assert.deepEqual(target, {
      id: "/project/a.ts:0",
      file: "/project/a.ts",
      text: two,
      language: "ts",
      functionStart: 0,
    });
  });

  it("of a component is a program of its scripts, line by line", async () => {
    const script = '<script lang="ts">\nasync function load() { await io(); }\n</script>\n';
    const template = "<template><p>a</p></template>\n";
    for (const file of ["a.vue", "a.svelte"]) {
      const [target] = await resolveTarget(`${file}:3`, disk({ [file]: template + script }));
      assert.equal(target?.language, "ts");
      assert.equal(target.text.trim(), "async function load() { await io(); }");
      assert.equal(target.text.split("\n").length, 5);
      assert.equal(target.functionStart, target.text.indexOf("async"));
    }
    await assert.rejects(
      resolveTarget("a.vue", disk({ "a.vue": template })),
      /^TargetError: a\.vue has no asynchronous function$/,
    );
  });

  it("may be a file whose name looks like more", async () => {
    assert.deepEqual(await namesOf("a#b.js", { "a#b.js": two }), ["upload", "download"]);
    assert.deepEqual(await namesOf("a#b.js#upload", { "a#b.js": two }), ["upload"]);
    assert.deepEqual(await namesOf("C:\\a.js:2", { "C:\\a.js": two }), ["upload"]);
  });

  it("is named after the route, event or test that it is given for", async () => {
    const route = "app.get('/a/:id', async () => {});\n";
    const text = `${route}${route}it('is #1:2', async () => {});`;
    const lineOf = async (name: string): Promise<number> => {
      const [target] = await resolveTarget(`src/a.js#${name}`, disk({ "src/a.js": text }));
      return text.slice(0, target!.functionStart).split("\n").length;
    };
    assert.equal(await lineOf("get /a/:id@2"), 2);
    assert.equal(await lineOf("it is #1:2"), 3);
    await assert.rejects(
      lineOf("get /a/:id"),
      /lines 1, 2; write src\/a\.js:1, or 'src\/a\.js#get \/a\/:id@2' for the second$/,
    );
  });

  it("that starts something and lets it go is refused with what to do", async () => {
    const text = `${two}function show(id) {\n  fetch(id).then(draw);\n}\n`;
    await assert.rejects(
      resolveTarget("a.js#show", disk({ "a.js": text })),
      /^TargetError: a\.js: show starts `fetch\(\)` .*Give the promise back/,
    );
  });

  for (const [what, specification, message] of [
    [
      "a misspelt name",
      "a.js#uplod",
      /^a\.js has no asynchronous function named uplod; did you mean upload\? It has upload \(line 1\), download \(line 5\)$/,
    ],
    [
      "a name like no other",
      "a.js#zzz",
      /^a\.js has no asynchronous function named zzz; it has upload \(line 1\)/,
    ],
    ["no name", "a.js#", /write FILE#name/],
    ["a line between functions", "a.js:4", /^a\.js has no asynchronous function at line 4; it has upload/],
    ["line 0", "a.js:0", /no asynchronous function at line 0/],
    ["a missing file", "b.js", /^b\.js does not exist$/],
    ["a missing file with a function", "b.js#upload", /^b\.js does not exist$/],
    ["a folder", "src.js", /^src\.js is a folder; give a file/],
    ["another language", "a.py", /^a\.py is not JavaScript or TypeScript; give a file in \.js/],
    ["a file without asynchronous functions", "sync.js", /^sync\.js has no asynchronous function$/],
    [
      "a name that two functions have",
      "twice.js#upload",
      /2 functions named upload, at the lines 1, 9; write twice\.js:1, or twice\.js#upload@2 for the second$/,
    ],
  ] as const) {
    it(`with ${what} is refused in one line`, async () => {
      const files = {
        "a.js": two,
        "src.js": null,
        "a.py": "def f(): pass",
        "sync.js": "function sync() {}",
        "twice.js": `${two}\nasync function upload() {\n}\n`,
      };
      await assert.rejects(resolveTarget(specification, disk(files)), (error) => {
        assert.ok(error instanceof TargetError, String(error));
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      });
    });
  }

  it("may be one of which only recorded calls tell that it is asynchronous, by its name, its line, or as all that its file has", async () => {
    const text = "app.get('/', (request, response) => {\n  response.send(read());\n});\nfunction list() {}\n";
    const handler = { start: text.indexOf("(request"), name: "callback of app.get" };
    const startsOf = async (specification: string, recorded = [handler]): Promise<number[]> => {
      const targets = await resolveTarget(specification, disk({ "a.js": text }), undefined, () =>
        Promise.resolve(recorded),
      );
      return targets.map(({ functionStart }) => functionStart);
    };
    for (const named of ["a.js", "a.js:1", "a.js:2", "a.js#callback of app.get"])
      assert.deepEqual(await startsOf(named), [handler.start], named);
    await assert.rejects(startsOf("a.js:4"), TargetError);
    await assert.rejects(startsOf("a.js#list"), /list is not asynchronous/);
    await assert.rejects(
      startsOf("a.js#callback of app.get", [handler, { ...handler, start: text.indexOf("function list") }]),
      /2 functions named callback of app\.get, at the lines 1, 4/,
    );
  });
});

describe("reading a source file", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-sources-"));
    await mkdir(path.join(folder, "sub"));
    await writeFile(path.join(folder, "marked.js"), "\uFEFFlet a;");
    await writeFile(path.join(folder, "binary.js"), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]));
  });
  after(() => rm(folder, { recursive: true }));

  it("leaves out the byte order mark and tells the absolute path", async () => {
    assert.deepEqual(await diskSource(folder)("marked.js"), {
      path: path.join(folder, "marked.js"),
      text: "let a;",
    });
  });

  for (const [name, message] of [
    ["none.js", /^none\.js does not exist$/],
    ["marked.js/x.js", /^marked\.js\/x\.js does not exist$/],
    ["sub", /^sub is a folder$/],
    ["binary.js", /^binary\.js is not text$/],
  ] as const) {
    it(`refuses ${name} in one line`, () =>
      assert.rejects(diskSource(folder)(name), { name: "SourceFileError", message }));
  }
});
