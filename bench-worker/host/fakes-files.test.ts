import assert from "node:assert/strict";
import type { TargetSource } from "../protocol.ts";
import { groupsWithFakesFiles, textOnDisk, withFakesFiles } from "./fakes-files.ts";

const source = (file: string): TargetSource => ({
  id: file,
  file,
  text: "async function f() {}",
  language: "js",
  functionStart: 0,
});
const disk = (files: Record<string, string>) => (file: string) => Promise.resolve(files[file] ?? null);

describe("the fakes file of a target", () => {
  it("is the one beside it, or the one that is named, or none", async () => {
    const read = disk({ "/a/up.async-cost.js": "1" });
    const targets = [source("/a/up.ts"), source("/a/down.ts")];
    assert.deepEqual(
      (await withFakesFiles(targets, undefined, read)).map(({ scenario }) => scenario?.fakesFile),
      [{ file: "/a/up.async-cost.js", text: "1" }, undefined],
    );
    const named = { file: "/b/other.js", text: "2" };
    const all = await withFakesFiles(targets, named, read);
    assert.deepEqual(
      all.map(({ scenario }) => scenario?.fakesFile),
      [named, named],
    );
  });

  it("is that of the present version for earlier ones too, beside their own file", async () => {
    const read = disk({ "/a/up.async-cost.js": "new", "/tmp/base/up.async-cost.js": "old" });
    const [group] = await groupsWithFakesFiles(
      [
        {
          targets: [{ source: source("/tmp/base/up.js"), revision: "HEAD" }, { source: source("/a/up.js") }],
        },
      ],
      undefined,
      read,
    );
    assert.deepEqual(
      group!.targets.map((target) => target.source.scenario?.fakesFile),
      [
        { file: "/tmp/base/up.async-cost.js", text: "new" },
        { file: "/a/up.async-cost.js", text: "new" },
      ],
    );
    const others = [{ targets: [{ source: source("/tmp/base/up.js") }, { source: source("/a/up.js") }] }];
    const [functions] = await groupsWithFakesFiles(others, undefined, read);
    assert.equal(functions!.targets[0]!.source.scenario?.fakesFile?.text, "old");
  });

  it("is that of the other for a function that is compared and has none", async () => {
    const read = disk({ "/a/up.async-cost.js": "1" });
    for (const files of [
      ["/a/up.js", "/a/up.variant.js"],
      ["/a/up.variant.js", "/a/up.js"],
    ]) {
      const targets = files.map((file) => ({ source: source(file) }));
      const [group] = await groupsWithFakesFiles([{ targets }], undefined, read);
      assert.deepEqual(
        group!.targets.map((target) => target.source.scenario?.fakesFile),
        [0, 1].map(() => ({ file: "/a/up.async-cost.js", text: "1" })),
      );
    }
  });

  it("is not there where the disk has none", async () => {
    assert.equal(await textOnDisk("/gone/at all"), null);
    await assert.rejects(textOnDisk("/"), { code: "EISDIR" });
  });
});
