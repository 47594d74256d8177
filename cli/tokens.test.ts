import { Ajv } from "ajv";
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { jsonSchemas } from "./schemas.ts";
import { tokensCommand, type TokensOptions } from "./tokens.ts";
import type { FileTokens } from "./tokens-document.ts";
import { UsageError } from "./terminal.ts";

const upload = `module.exports = upload;

async function upload(file) {
  await store(file);
}
`;

describe("async-cost tokens", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-tokens-"));
    await mkdir(path.join(folder, "src", "deep"), { recursive: true });
    await mkdir(path.join(folder, "src", "node_modules"));
    await writeFile(path.join(folder, "src", "a.js"), upload);
    await writeFile(path.join(folder, "src", "deep", "b.ts"), "export const f = async (x: number) => x;\n");
    await writeFile(path.join(folder, "src", "style.css"), "a {}");
    await writeFile(path.join(folder, "src", "node_modules", "c.js"), "");
    await mkdir(path.join(folder, "components"));
    const component = "<template/>\n<script>\nconst f = async () => 1;\n</script>\n";
    await writeFile(path.join(folder, "components", "a.vue"), component);
    await writeFile(path.join(folder, "components", "b.svelte"), '<script lang="coffee">a -> b</script>');
    await writeFile(path.join(folder, "[odd].js"), "1");
    await writeFile(path.join(folder, "half.ts"), "async function half(x: {\n");
    await writeFile(path.join(folder, "binary.js"), Buffer.from([1, 0, 2]));
  });
  after(() => rm(folder, { recursive: true }));

  const validate = new Ajv({ strict: true }).compile(jsonSchemas()["tokens.schema.json"]!);

  async function json(names: string[], options: TokensOptions = {}, stdin = "") {
    const terminal = fakeTerminal(folder, {}, stdin);
    const code = await tokensCommand(names, { json: true, ...options }, terminal);
    const document: unknown = JSON.parse(terminal.out());
    assert.ok(validate(document), JSON.stringify(validate.errors));
    assert.equal(terminal.error(), "");
    return { code, files: document as FileTokens[] };
  }

  it("looks up functions of other files on which I/O calls depend, from whatever folder", async () => {
    const one = "export const one = async (db) => { const row = await db.get(1); return loadView(row); };\n";
    await mkdir(path.join(folder, "imports", "lib"), { recursive: true });
    await writeFile(
      path.join(folder, "imports", "plain.ts"),
      `import { loadView } from "./lib/views.js";\n${one}`,
    );
    await writeFile(path.join(folder, "imports", "later.js"), `const loadView = require("./lib");\n${one}`);
    await writeFile(path.join(folder, "imports", "lost.js"), `import loadView from "./lost/view";\n${one}`);
    await writeFile(
      path.join(folder, "imports", "lib", "views.ts"),
      "export const view = (row) => ({ id: row.id });\nexport const loadView = (x) => x.a;\nexport const readView = (x) => x.b;",
    );
    await writeFile(path.join(folder, "imports", "lib", "index.js"), "module.exports = async (row) => row;");
    const chosen =
      'import { loadView, readView } from "./lib/views.js";\nconst pick = (x) => (x.a ? loadView(x) : readView(x));\n' +
      "export const one = async (db, x) => { await db.get(1); return pick(x); };\n";
    await writeFile(path.join(folder, "imports", "chosen.ts"), chosen);
    const { files } = await json(["imports/*.{ts,js}"]);
    assert.deepEqual(
      files.map(({ file, functions }) => [file, functions[0]?.ioCalls]),
      [
        ["imports/chosen.ts", 1],
        ["imports/later.js", 2],
        ["imports/lost.js", 2],
        ["imports/plain.ts", 1],
      ],
    );
  });

  it("prints one document that follows the published schema", async () => {
    const { code, files } = await json(["src/a.js"]);
    assert.equal(code, 0);
    assert.deepEqual(files, [
      {
        file: "src/a.js",
        tokens: 20,
        functions: [
          {
            name: "upload",
            pattern: "async-await",
            line: 3,
            column: 1,
            endLine: 5,
            tokens: 14,
            ownTokens: 14,
            ioCalls: 1,
            criticalPath: 1,
            criticalPathInLoop: false,
          },
        ],
        problems: [],
      },
    ]);
  });

  it("follows globs in order, each file once, without node_modules and other languages", async () => {
    const { code, files } = await json(["src/**/*", "src/a.js"]);
    assert.equal(code, 0);
    assert.deepEqual(
      files.map(({ file }) => file),
      ["src/a.js", "src/deep/b.ts"],
    );
  });

  it("counts the scripts of components, and says which it does not read", async () => {
    const { code, files } = await json(["components/*"]);
    assert.equal(code, 0);
    assert.deepEqual(
      files.map(({ file, tokens, functions }) => [file, tokens, functions.map(({ line }) => line)]),
      [
        ["components/a.vue", 9, [3]],
        ["components/b.svelte", 0, []],
      ],
    );
    assert.deepEqual(files[1]?.problems, [
      { line: 1, column: 23, reason: "A script in `coffee` is not read." },
    ]);
  });

  it("takes a file whose name looks like a glob", async () => {
    const { files } = await json(["[odd].js"]);
    assert.deepEqual(files, [{ file: "[odd].js", tokens: 1, functions: [], problems: [] }]);
  });

  it("reads standard input in the language that it is told", async () => {
    const { code, files } = await json(["-"], { language: "ts" }, "const f = async (x: number) => x;");
    assert.equal(code, 0);
    assert.equal(files[0]?.file, "-");
    assert.equal(files[0].functions[0]?.name, "f");
  });

  it("needs to be told", async () => {
    await assert.rejects(json(["-"]), UsageError);
  });

  it("answers a file that is broken as well as it can, with the problem", async () => {
    const { code, files } = await json(["half.ts"]);
    assert.equal(code, 0);
    assert.ok((files[0]?.tokens ?? 0) > 5);
    assert.deepEqual(files[0]?.problems[0], { line: 1, column: 20, reason: "This ( is not closed." });
  });

  for (const [name, reason] of [
    ["none.js", /^none\.js does not exist\.$/],
    ["src", /^This is a folder; give files or a glob such as "src\/\*\*\/\*\.js"\.$/],
    ["binary.js", /^binary\.js is not text\.$/],
    ["src/style.css", /^This is not JavaScript or TypeScript/],
    ["lib/**/*.js", /^No JavaScript or TypeScript file matches this\.$/],
  ] as const) {
    it(`says what is wrong with ${name}, answers the others, and exits with 1`, async () => {
      const { code, files } = await json([name, "src/a.js"]);
      assert.equal(code, 1);
      assert.equal(files[0]?.tokens, null);
      assert.deepEqual(files[0].functions, []);
      assert.match(files[0].problems[0]!.reason, reason);
      assert.equal(files[1]?.tokens, 20);
    });
  }

  it("prints a table for a person, without colours unless they are wanted", async () => {
    const terminal = fakeTerminal(folder);
    await tokensCommand(["src/a.js", "none.js"], {}, terminal);
    assert.equal(
      terminal.out(),
      `src/a.js  20 tokens
  line  function  pattern      tokens  own  I/O calls  in sequence
     3  upload    async/await      14   14          1  1

none.js
  ! none.js does not exist.
`,
    );
    const coloured = fakeTerminal(folder, { colours: true });
    await tokensCommand(["src/a.js"], {}, coloured);
    assert.ok(coloured.out().includes("\u001b[1msrc/a.js\u001b[22m"));
  });
});
