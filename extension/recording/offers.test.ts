import assert from "node:assert/strict";
import path from "node:path";
import { commandFolder, offersFor, type Whereabouts } from "./offers.ts";

describe("commands that are offered to be recorded", () => {
  const offered = (texts: Record<string, string | object>, where: Partial<Whereabouts>): string[] => {
    const known = new Map(
      Object.entries(texts).map(([file, text]) => [
        path.resolve(file),
        typeof text === "string" ? text : JSON.stringify(text),
      ]),
    );
    const offers = offersFor(
      {
        file: where.file == null ? null : path.resolve(where.file),
        folders: (where.folders ?? ["/work"]).map((folder) => path.resolve(folder)),
      },
      { read: (file) => known.get(file), exists: (file) => known.has(file) },
    );
    const root = path.resolve("/work");
    return offers.map(
      ({ kind, words, folder }) =>
        `${kind}: ${words.join(" ")}${folder === root ? "" : ` in ${path.relative(root, folder).split(path.sep).join("/")}`}`,
    );
  };
  const scripts = {
    build: "tsc",
    start: "node server.js",
    lint: "eslint test",
    "test:watch": "vitest",
    check: "c8 mocha",
    pretest: "npm run build",
    "test:unit": "vitest run",
    test: "npm run test:unit",
    dev: "tsx watch server.ts",
  };

  it("are scripts of tests, then of starts, but for those that watch", () => {
    assert.deepEqual(offered({ "/work/package.json": { scripts } }, {}), [
      "test: npm run check",
      "test: npm run test:unit",
      "test: npm test",
      "start: npm start",
      "start: npm run dev",
    ]);
  });

  it("are run by the package manager whose lock file is nearest", () => {
    const test = (lock: string, folder = "/work"): string[] =>
      offered(
        {
          "/work/a/package.json": { scripts: { test: "x" } },
          [`${folder}/${lock}`]: "",
          "/package-lock.json": "",
        },
        { file: "/work/a/b.js" },
      );
    assert.deepEqual(test("pnpm-lock.yaml"), ["test: pnpm run test in a"]);
    assert.deepEqual(test("yarn.lock", "/work/a"), ["test: yarn run test in a"]);
    assert.deepEqual(test("bun.lock"), ["test: bun run test in a"]);
    assert.deepEqual(test("other"), ["test: npm test in a"]);
  });

  it("are those of packages around the file in front, up to the open folder; else of the open folders", () => {
    const test = { scripts: { test: "x" } };
    const texts = {
      "/work/package.json": test,
      "/work/packages/one/package.json": { scripts: { test: "x", start: "y" } },
      "/work/packages/two/package.json": test,
      "/package.json": test,
    };
    assert.deepEqual(offered(texts, { file: "/work/packages/one/src/a.js" }), [
      "test: npm test in packages/one",
      "test: npm test",
      "start: npm start in packages/one",
    ]);
    assert.deepEqual(offered(texts, {}), ["test: npm test"]);
    assert.deepEqual(offered(texts, { folders: ["/work/packages/one", "/work/packages/two"] }), [
      "test: npm test in packages/one",
      "test: npm test in packages/two",
      "start: npm start in packages/one",
    ]);
    // Of a file that is in no open folder, the package that is nearest.
    assert.deepEqual(offered(texts, { file: "/work/packages/two/a.js", folders: [] }), [
      "test: npm test in packages/two",
    ]);
    assert.deepEqual(offered({ "/work/package.json": "{ damaged" }, {}), []);
  });

  const single = (manifest: object, text: string, name = "a.test.js", lock = "x"): string[] =>
    offered(
      { "/work/package.json": manifest, [`/work/test/${name}`]: text, [`/work/${lock}`]: "" },
      { file: `/work/test/${name}` },
    ).filter((offer) => offer.startsWith("test-file"));

  it("are the test file in front, by the script of its runner where that can be told to run one file", () => {
    const vitest = 'import { it } from "vitest";';
    assert.deepEqual(single({ scripts: { test: "cross-env A=1 vitest run" } }, vitest), [
      "test-file: npm test -- test/a.test.js",
    ]);
    assert.deepEqual(single({ scripts: { test: "vitest src" } }, vitest), [
      "test-file: npx --no vitest run test/a.test.js",
    ]);
    assert.deepEqual(single({}, vitest, "a.spec.ts", "pnpm-lock.yaml"), [
      "test-file: pnpm exec vitest run test/a.spec.ts",
    ]);
    const jest = { scripts: { test: "tsc && NODE_OPTIONS=x jest --ci" } };
    assert.deepEqual(single(jest, "it('x')"), ["test-file: npm test -- --runTestsByPath test/a.test.js"]);
    assert.deepEqual(single({ devDependencies: { jest: "1" } }, "it('x')"), [
      "test-file: npx --no jest --runTestsByPath test/a.test.js",
    ]);
  });

  it("are the test file in front, with the options of its script instead of the files that it names", () => {
    const mocha = {
      scripts: { test: "c8 mocha -r tsx --exit 'test/**/*.js'" },
      devDependencies: { jest: "1" },
    };
    assert.deepEqual(single(mocha, "it('x')"), ["test-file: npx --no mocha -r tsx --exit test/a.test.js"]);
    const node = "import test from 'node:test';";
    assert.deepEqual(single({ scripts: { test: 'node --import tsx --test "test/*.ts"' } }, node), [
      "test-file: node --import tsx --test test/a.test.js",
    ]);
    assert.deepEqual(single({ scripts: { test: "tsx --test test/*.ts" } }, node), [
      "test-file: npx --no tsx --test test/a.test.js",
    ]);
    assert.deepEqual(single({ scripts: { test: "mocha" } }, node), ["test-file: node --test test/a.test.js"]);
  });

  it("are not the file in front where it is of no test, or nothing tells what runs it", () => {
    assert.deepEqual(single({}, "it('x')"), []);
    const texts = {
      "/work/package.json": { scripts: { test: "node --test" } },
      "/work/a.js": "import 'node:test';",
    };
    assert.deepEqual(offered(texts, { file: "/work/a.js" }), ["test: npm test"]);
  });

  it("leave another command to the folder that the file in front belongs to", () => {
    const folderFor = (
      file: string | null,
      packages: string[],
      folders = ["/work", "/other"],
    ): string | null => {
      const known = new Set(packages.map((folder) => path.resolve(folder, "package.json")));
      const where = {
        file: file === null ? null : path.resolve(file),
        folders: folders.map((folder) => path.resolve(folder)),
      };
      return commandFolder(where, { read: () => undefined, exists: (one) => known.has(one) });
    };
    assert.equal(folderFor("/work/one/src/a.js", ["/work", "/work/one"]), path.resolve("/work/one"));
    assert.equal(folderFor("/other/src/a.js", ["/work"]), path.resolve("/other"));
    assert.equal(folderFor("/elsewhere/a.js", ["/work"]), path.resolve("/elsewhere"));
    assert.equal(folderFor(null, ["/other"]), path.resolve("/other"));
    assert.equal(folderFor(null, []), path.resolve("/work"));
    assert.equal(folderFor(null, [], []), null);
  });
});
