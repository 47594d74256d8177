import assert from "node:assert/strict";
import { exampleDocument, galleryDocument, target } from "../fixtures/document.ts";
import { documentLabels, headline, resultLabels } from "./labels.ts";

const labels = (...targets: Parameters<typeof target>[0][]) =>
  resultLabels(targets.map((one) => ({ target: target(one) }))).map(({ label }) => label);

describe("resultLabels", () => {
  it("uses the bare name where it is enough", () => {
    assert.deepEqual(labels({ name: "load" }, { name: "save" }), ["load", "save"]);
    assert.deepEqual(labels({ name: "(anonymous)", line: 7 }), ["(anonymous), line 7"]);
  });

  it("adds the file, then the line, then the folder, as far as needed", () => {
    assert.deepEqual(labels({ file: "v/a.js" }, { file: "v/b.js" }), ["upload · a.js", "upload · b.js"]);
    assert.deepEqual(labels({ file: "a.js", line: 1 }, { file: "a.js", line: 9 }), [
      "upload · a.js:1",
      "upload · a.js:9",
    ]);
    assert.deepEqual(labels({ file: "v/a.js", line: 1 }, { file: "w/a.js", line: 1 }), [
      "upload · v/a.js:1",
      "upload · w/a.js:1",
    ]);
  });

  it("names the runtime where a document has several", () => {
    const on = (version: string) => ({
      target: target({}),
      environment: { ...exampleDocument.environment, version },
    });
    const named = resultLabels([on("20.1.0"), on("22.1.0")]);
    assert.deepEqual(
      named.map(({ label }) => label),
      ["upload · node 20.1.0", "upload · node 22.1.0"],
    );
    assert.equal(new Set(named.map(({ key }) => key)).size, 2);
    assert.equal(headline([on("20.1.0"), on("22.1.0")]), "upload, on node 20.1.0 and node 22.1.0");
    assert.equal(headline([on("20.1.0")]), "upload");
  });

  it("gives one place that was measured twice two keys", () => {
    const twice = resultLabels([{ target: target({}) }, { target: target({}) }]);
    assert.notEqual(twice[0]?.key, twice[1]?.key);
    assert.notEqual(twice[0]?.label, twice[1]?.label);
  });
});

describe("the labels of a function among the gallery", () => {
  it("are its own name and those of the systems, by which their keys stay what they are", () => {
    const labels = documentLabels(galleryDocument);
    assert.deepEqual(labels.map(({ label }) => label).slice(0, 4), [
      "load",
      "Raw callbacks",
      "Native async/await",
      "Native promises",
    ]);
    assert.deepEqual(
      labels.map(({ key }) => key),
      resultLabels(galleryDocument.results).map(({ key }) => key),
    );
  });
});

describe("headline", () => {
  it("says what was measured", () => {
    const say = (...names: string[]) => headline(names.map((name) => ({ target: target({ name }) })));
    assert.equal(say("upload"), "upload");
    assert.equal(say("upload", "upload"), "upload in 2 variants");
    assert.equal(say("load", "save"), "load and save");
    assert.equal(say("load", "save", "a", "b"), "load, save and 2 more");
  });
});
