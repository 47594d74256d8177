import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseScript } from "esprima";
import { sampleRankCorrelation } from "simple-statistics";
import { analyze } from "../analysis/analyze.ts";
import { runsOn } from "../bench-worker/host/gallery/runs-on.ts";
import { behavesAsAllDo } from "./conformance/behaviour.ts";
import { installMissing } from "./conformance/install-missing.ts";
import { readCatalogue, sourceOf } from "./conformance/laid-out.ts";

const { variants: catalogue, others } = readCatalogue();
const here = {
  name: "node",
  version: process.versions.node,
  path: process.execPath,
  foundBy: "the test",
  environment: {},
};
const ofThisNode = catalogue.filter((entry) => runsOn(entry, here));

// On other engines than this one: npm run test:runtimes.
describe("the gallery", () => {
  before(async function () {
    this.timeout(300_000);
    await installMissing(ofThisNode);
  });

  for (const entry of ofThisNode) describe(entry.name, () => behavesAsAllDo(entry, () => here));

  for (const entry of catalogue) {
    it(`reads ${entry.name} as the pattern that the catalogue names`, () => {
      const [upload, ...nested] = analyze(sourceOf(entry), "js").functions;
      assert.deepEqual([upload?.name, upload?.exported], ["upload", "default"]);
      const read = [upload, ...nested].map((found) => ({ pattern: found?.pattern, runner: found?.runner }));
      assert.deepEqual(read.at(-1), { pattern: entry.pattern, runner: entry.runner });
    });
  }

  it("has a file for each variant, and an entry for each file", () => {
    const files = readdirSync(import.meta.dirname).filter((name) =>
      [".js", "._js", ".sjs"].includes(path.extname(name)),
    );
    assert.deepEqual(new Set(catalogue.map(({ file }) => file)), new Set(files));
    const names = [...catalogue, ...others].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });

  it("has about as many tokens in each pattern, next to the others, as the article found", () => {
    const seeded = catalogue.filter(({ seed, name }) => seed?.tokens !== undefined && name !== "rx");
    assert.ok(seeded.length >= 8);
    const ours = seeded.map((entry) => parseScript(sourceOf(entry), { tokens: true }).tokens!.length);
    const there = seeded.map(({ seed }) => seed!.tokens!);
    assert.ok(sampleRankCorrelation(ours, there) > 0.8, `${String(ours)} beside ${String(there)}`);
  });
});
