import assert from "node:assert/strict";
import { FirstOf, HeadTexts, type HeadSource } from "./head-source.ts";

/** A source with made-up commits and texts, which counts how often it reads one. */
function source(commits: Record<string, string>, texts: Record<string, string> = {}) {
  const reads: string[] = [];
  const made: HeadSource = {
    commitOf: (file) => Promise.resolve(commits[file]),
    textAt: (commit, file) => {
      reads.push(`${commit}:${file}`);
      const text = texts[`${commit}:${file}`];
      if (text === "broken") return Promise.reject(new Error("broken"));
      return Promise.resolve(text === "cannot be told" ? undefined : (text ?? null));
    },
  };
  return { made, reads };
}

describe("the texts of the last commit", () => {
  it("are read once for each commit and file", async () => {
    const commits: Record<string, string> = { "/a.js": "c1" };
    const { made, reads } = source(commits, { "c1:/a.js": "one", "c2:/a.js": "two" });
    const texts = new HeadTexts(made);
    assert.deepEqual(await texts.of("/a.js"), { commit: "c1", text: "one" });
    await texts.of("/a.js");
    commits["/a.js"] = "c2";
    assert.deepEqual(await texts.of("/a.js"), { commit: "c2", text: "two" });
    assert.deepEqual(reads, ["c1:/a.js", "c2:/a.js"]);
  });

  it("tell a file that is not in the commit from one without a repository", async () => {
    const texts = new HeadTexts(source({ "/new.js": "c1" }).made);
    assert.deepEqual(await texts.of("/new.js"), { commit: "c1", text: null });
    assert.equal(await texts.of("/elsewhere.js"), undefined);
  });

  it("are not kept beyond the last few, nor when reading them failed", async () => {
    const files = { "/a.js": "c", "/b.js": "c", "/broken.js": "c" };
    const { made, reads } = source(files, { "c:/broken.js": "broken" });
    const texts = new HeadTexts(made, 1);
    await texts.of("/a.js");
    await texts.of("/b.js");
    await texts.of("/a.js");
    await assert.rejects(texts.of("/broken.js"), /broken/);
    await assert.rejects(texts.of("/broken.js"), /broken/);
    assert.deepEqual(reads, ["c:/a.js", "c:/b.js", "c:/a.js", "c:/broken.js", "c:/broken.js"]);
  });
});

describe("a text that cannot be told", () => {
  it("is no file that is missing, and is asked for again", async () => {
    const texts: Record<string, string> = { "c1:/a.js": "cannot be told" };
    const { made } = source({ "/a.js": "c1" }, texts);
    const head = new HeadTexts(made);
    assert.equal(await head.of("/a.js"), undefined);
    texts["c1:/a.js"] = "one";
    assert.deepEqual(await head.of("/a.js"), { commit: "c1", text: "one" });
  });

  it("is asked of the next source", async () => {
    const first = source({ "/a.js": "c1" }, { "c1:/a.js": "cannot be told" });
    const second = source({ "/a.js": "c1" }, { "c1:/a.js": "from the second" });
    const head = new HeadTexts(new FirstOf([first.made, second.made]));
    assert.equal((await head.of("/a.js"))?.text, "from the second");
  });
});

describe("several sources of the last commit", () => {
  it("are asked in turn, and the text comes from the one that knew the commit", async () => {
    const first = source({ "/a.js": "c1" }, { "c1:/a.js": "from the first" });
    const second = source({ "/a.js": "c1", "/b.js": "c1" }, { "c1:/b.js": "from the second" });
    const texts = new HeadTexts(new FirstOf([first.made, second.made]));
    assert.equal((await texts.of("/a.js"))?.text, "from the first");
    assert.equal((await texts.of("/b.js"))?.text, "from the second");
    assert.deepEqual(second.reads, ["c1:/b.js"]);
  });
});
