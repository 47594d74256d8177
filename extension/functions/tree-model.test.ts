import assert from "node:assert/strict";
import type { AsyncFunction } from "../../analysis/model.ts";
import { exampleFunction } from "../test/examples.ts";
import { FunctionIndex, indexedFunctions, type IndexedFile } from "./function-index.ts";
import { rowDescription, rowLabel, viewMessage } from "./row-text.ts";
import { treeOf, type CostOf, type Node, type ViewOptions } from "./tree-model.ts";
import { excludeGlob, isOfPackage } from "./workspace-files.ts";

function file(path: string, ...given: Partial<AsyncFunction>[]): IndexedFile {
  const functions = given.map((one, index) =>
    exampleFunction({ position: { line: index + 1, column: 1 }, ...one }),
  );
  return { uri: `file:///w/${path}`, path, functions: indexedFunctions({ functions }) };
}

const FILES = [
  file("b.ts", { name: "get", tokens: 10 }, { name: "put", tokens: 30, pattern: "callbacks" }),
  file("a.ts", { name: "zip", tokens: 20 }, { name: "add", tokens: 5, pattern: "promise-chain" }),
];

const unmeasured: CostOf = () => () => undefined;

const rows = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) =>
    node.kind === "file" ? [node.path, ...node.functions.map(({ name }) => `  ${name}`)] : [node.name],
  );

const tree = (options: Partial<ViewOptions>, costOf = unmeasured): string[] =>
  rows(treeOf(FILES, { isGrouped: true, sort: "place", ...options }, costOf));

describe("the tree of functions", () => {
  it("has files with their functions, or all functions in a row", () => {
    assert.deepEqual(tree({}), ["a.ts", "  zip", "  add", "b.ts", "  get", "  put"]);
    assert.deepEqual(tree({ isGrouped: false }), ["zip", "add", "get", "put"]);
  });

  it("is sorted by name, by tokens with the most first, and by pattern", () => {
    assert.deepEqual(tree({ isGrouped: false, sort: "name" }), ["add", "get", "put", "zip"]);
    assert.deepEqual(tree({ isGrouped: false, sort: "tokens" }), ["put", "zip", "get", "add"]);
    assert.deepEqual(tree({ isGrouped: false, sort: "pattern" }), ["zip", "get", "put", "add"]);
    assert.deepEqual(tree({ sort: "tokens" }), ["b.ts", "  put", "  get", "a.ts", "  zip", "  add"]);
    assert.deepEqual(tree({ sort: "name" }), ["a.ts", "  add", "  zip", "b.ts", "  get", "  put"]);
  });

  it("is sorted by what was measured, the longest first and the unmeasured last", () => {
    const costs = new Map([
      ["add", 7],
      ["put", 9000],
    ]);
    const costOf: CostOf =
      () =>
      ({ name }) => {
        const nanosecondsPerCall = costs.get(name);
        return nanosecondsPerCall === undefined ? undefined : { nanosecondsPerCall, isStale: name === "add" };
      };
    assert.deepEqual(tree({ isGrouped: false, sort: "cost" }, costOf), ["put", "add", "zip", "get"]);
    const described = treeOf(FILES, { isGrouped: false, sort: "cost" }, costOf)
      .slice(0, 3)
      .map((node) => node.kind === "function" && rowDescription(node, false));
    assert.deepEqual(described, [
      "30 tokens · 9.0 µs/call · callbacks · b.ts",
      "5 tokens · 7 ns/call (edited since) · promise chain · a.ts",
      "20 tokens · async/await · a.ts",
    ]);
  });

  it("tells the number of I/O calls before the pattern, which a narrow side bar cuts off", () => {
    const [first] = treeOf(FILES, { isGrouped: false, sort: "tokens" }, () => () => undefined);
    assert.ok(first?.kind === "function");
    assert.equal(rowDescription({ ...first, ioCalls: 7 }, true), "30 tokens · 7 I/O · callbacks");
  });

  it("tells functions without a name apart by their lines", () => {
    const position = { line: 12, column: 1 };
    assert.equal(rowLabel({ name: "(anonymous)", position }), "(anonymous), line 12");
    assert.equal(rowLabel({ name: "get", position }), "get");
  });

  it("shows the chosen patterns, and no file without one", () => {
    assert.deepEqual(tree({ patterns: new Set(["callbacks"]) }), ["b.ts", "  put"]);
  });
});

describe("the index of functions", () => {
  it("tells whether anything has changed", () => {
    const index = new FunctionIndex();
    assert.equal(index.put(FILES[0]!), true);
    assert.equal(
      index.put(file("b.ts", { name: "get", tokens: 10 }, { name: "put", tokens: 30, pattern: "callbacks" })),
      false,
    );
    assert.equal(index.put(file("b.ts", { name: "get", tokens: 11 })), true);
    assert.equal(index.put(file("empty.ts")), false);
    assert.equal(index.put(file("b.ts")), true);
    assert.deepEqual(index.files, []);
  });

  it("drops a file, or all that are in a folder", () => {
    const index = new FunctionIndex();
    for (const path of ["src/a.ts", "src/deep/b.ts", "srca.ts"]) index.put(file(path, {}));
    assert.equal(index.remove("file:///w/src"), true);
    assert.deepEqual(
      index.files.map(({ path }) => path),
      ["srca.ts"],
    );
    assert.equal(index.remove("file:///w/src"), false);
  });
});

describe("the files of the workspace", () => {
  it("leave out packages and what the settings name without a condition", () => {
    const glob = excludeGlob([
      { "**/out": true, "**/kept": false, "**/*.js": { when: "$(basename).ts" } },
      { "{dist,build/**}": true },
      undefined,
    ]);
    const parts = glob.slice(1, -1).split(",");
    assert.ok(
      parts.includes("**/node_modules/**") && parts.includes("**/out") && parts.includes("**/out/**"),
    );
    assert.ok(parts.includes("dist/**") && parts.includes("build/**"));
    assert.doesNotMatch(glob.slice(1, -1), /kept|\.js|[{}]/);
  });

  it("are none of a package's", () => {
    assert.equal(isOfPackage("web/node_modules/a/b.js"), true);
    assert.equal(isOfPackage("web/my_node_modules.js"), false);
  });
});

describe("the line above the tree", () => {
  it("says how far it is, what is missing and what to do, or nothing", () => {
    const done = { kind: "done", files: 3000, tooMany: false, tooLarge: [] } as const;
    assert.equal(viewMessage({ kind: "nothing" }, undefined), undefined);
    assert.equal(viewMessage(done, undefined), undefined);
    assert.equal(
      viewMessage({ kind: "reading", read: 50, files: 99 }, undefined),
      "Reading: 50 of 99 files.",
    );
    assert.match(
      viewMessage({ ...done, tooMany: true }, undefined) ?? "",
      /Only the first 3000 files.*search\.exclude/,
    );
    assert.equal(
      viewMessage({ ...done, tooLarge: ["web/big.js"] }, "Shown: thunk."),
      "Shown: thunk. 1 large file left out: web/big.js. Open it to have its functions here, unless it is over asyncCost.maximumFileSizeMegabytes.",
    );
    assert.equal(
      viewMessage({ ...done, tooLarge: ["web/big.js", "web/other.js"] }, undefined),
      "2 large files left out, among them web/big.js. Open one to have its functions here, unless it is over asyncCost.maximumFileSizeMegabytes.",
    );
    assert.match(
      viewMessage({ kind: "cancelled", read: 5, files: 9 }, undefined) ?? "",
      /Stopped after 5 of 9 files/,
    );
  });
});
