import assert from "node:assert/strict";
import path from "node:path";
import type { TargetSource } from "../protocol.ts";
import { workingFolder } from "./working-folder.ts";

describe("the folder that a worker works in", () => {
  const at = (...parts: string[]): string => path.resolve("/", ...parts);
  const folderOf = (file: string, workspaceFolder: string | null, ...there: string[]): string | null => {
    const target: TargetSource = { id: "0", file, text: "", language: "js", functionStart: 0 };
    return workingFolder(
      { targets: [target], workspaceFolder },
      {
        exists: (wanted) => there.includes(wanted),
        read: (wanted) => {
          if (!there.includes(wanted)) throw new Error("ENOENT");
          return wanted.includes("esm")
            ? '{ "type": "module" }'
            : wanted.includes("torn")
              ? "{"
              : '{ "private": true }';
        },
      },
    );
  };

  it("is that of the target's package, wherever it is asked for", () => {
    const there = [
      at("w", "package.json"),
      at("w", "packages", "a", "package.json"),
      at("w"),
      at("elsewhere"),
    ];
    const file = at("w", "packages", "a", "src", "x.js");
    for (const workspace of [at("w"), at("elsewhere"), null])
      assert.equal(folderOf(file, workspace, ...there), at("w", "packages", "a"));
    assert.equal(folderOf(at("w", "x.js"), null, ...there), at("w"));
  });

  it("is not where a package.json names no package, or cannot be read", () => {
    const there = ["", "esm", "torn"].map((folder) => at("w", folder, "package.json"));
    for (const folder of ["esm", "torn"])
      assert.equal(folderOf(at("w", folder, "x.js"), null, ...there), at("w"));
  });

  it("is the workspace folder around a target in no package, else the target's own", () => {
    const there = [at("w"), at("w", "src"), at("elsewhere")];
    assert.equal(folderOf(at("w", "src", "x.js"), at("w"), ...there), at("w"));
    assert.equal(folderOf(at("w", "src", "x.js"), at("elsewhere"), ...there), at("w", "src"));
  });

  it("is none where nothing of it is on the disk", () => {
    assert.equal(folderOf(at("gone", "x.js"), at("gone")), null);
  });
});
