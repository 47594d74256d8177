import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseBenchmarkDocument } from "../../document.ts";
import { benchmarkRequest, completed, mockServices, target } from "../fixtures/mock-services.ts";
import { amongVariants, runAmongGallery } from "./among-gallery.ts";
import { onePerPattern } from "./one-per-pattern.ts";

const galleryFolder = path.join(import.meta.dirname, "../../../variants");

describe("one variant for each pattern", () => {
  const library = (name: string) => ({ name, version: "1.0.0", licence: "MIT" });
  const entries = [
    { name: "q-promises", library: library("q"), pattern: "promise-chain" },
    { name: "promises", library: null, pattern: "promise-chain" },
    { name: "co", library: library("co"), pattern: "generator", runner: "co" },
    { name: "co-thunks", library: library("co"), pattern: "generator", runner: "co" },
    { name: "gens", library: library("gens"), pattern: "generator", runner: "gens" },
  ] as const;

  it("is one that needs no library, else the first whose library is there", () => {
    const { chosen, missing } = onePerPattern(entries, () => true);
    assert.deepEqual(
      chosen.map(({ name }) => name),
      ["promises", "co", "gens"],
    );
    assert.deepEqual(missing, []);
  });

  it("is none where no library is there, and then it is said how to get one", () => {
    const { chosen, missing } = onePerPattern(entries, (entry) => entry.library?.name !== "gens");
    assert.deepEqual(
      chosen.map(({ name }) => name),
      ["promises", "co"],
    );
    assert.deepEqual(missing, [
      {
        pattern: "generator (gens)",
        reason: "gens@1.0.0 is not installed.",
        hint: "Install it: “Async Cost: Open Gallery” or async-cost variants install gens",
      },
    ]);
  });
});

describe("a function among the gallery", () => {
  let libraries: string;
  before(async () => {
    libraries = await mkdtemp(path.join(os.tmpdir(), "async-cost-among-"));
  });
  after(() => rm(libraries, { recursive: true }));
  const request = benchmarkRequest([]);
  const engine = { name: "node", version: "20.20.2" };
  const signal = new AbortController().signal;

  it("is measured in the same processes as the variants, and the document says which it is", async () => {
    const services = mockServices((id, job) =>
      completed(id, job.request.measure, id === "load" ? 4000 : 1000),
    );
    const among = await amongVariants(target("load"), { galleryFolder, libraries }, engine);
    const document = parseBenchmarkDocument(
      await runAmongGallery(among, request, services, () => undefined, signal),
    );
    const ids = among.targets.map(({ id }) => id);
    for (const { request: asked } of services.jobs) {
      assert.deepEqual(new Set(asked.targets.map(({ id }) => id)), new Set(ids));
    }
    const { own, variants } = document.amongGallery!;
    assert.equal(document.results[own]!.target.name, "load");
    assert.equal(document.results[own]!.time!.nanosecondsPerCall.median, 4000);
    assert.equal(variants.length, document.results.length - 1);
    const patterns = variants.map(({ result }) => {
      const { pattern, runner } = document.results[result]!.target;
      return `${pattern} ${runner ?? ""}`;
    });
    assert.equal(new Set(patterns).size, patterns.length, "one a pattern");
    assert.ok(patterns.includes("async-await ") && patterns.includes("callbacks "));
  });

  it("keeps the others where a variant fails, and says at every step which result is which", async () => {
    const services = mockServices((id, job) =>
      id === "gallery:callbacks"
        ? { id, state: "failed", warnings: [], reason: "It fell over.", hint: "Look.", fakes: [] }
        : completed(id, job.request.measure),
    );
    const among = await amongVariants(target("load"), { galleryFolder, libraries }, engine);
    const marks = new Set<string>();
    const document = await runAmongGallery(
      among,
      request,
      services,
      (partial) => marks.add(JSON.stringify(partial.amongGallery)),
      signal,
    );
    assert.deepEqual([...marks], [JSON.stringify(among.mark)]);
    const failed = document.amongGallery!.variants.filter(
      ({ result }) => document.results[result]!.state === "failed",
    );
    assert.deepEqual(
      failed.map(({ name }) => name),
      ["callbacks"],
    );
    assert.equal(document.results[0]!.state, "completed");
  });

  it("says of a pattern that works on other engines only where that is", async () => {
    const missingOn = async (version: string) =>
      (await amongVariants(target("load"), { galleryFolder, libraries }, { name: "node", version })).mark
        .missing;
    const fiber = (await missingOn("20.20.2")).find(({ pattern }) => pattern === "fiber");
    assert.match(fiber!.reason, /runs on Node 12 or 14, not on Node 20\.20\.2/);
    const here = (await missingOn("14.21.3")).find(({ pattern }) => pattern === "fiber");
    assert.equal(here!.reason, "fibers@5.0.3 is not installed.");
  });

  it("does not stand for its pattern a second time where it is a variant itself", async () => {
    const own = { ...target("upload"), file: path.join(galleryFolder, "async-await.js") };
    const { mark } = await amongVariants(own, { galleryFolder, libraries }, engine);
    assert.ok(!mark.variants.some(({ name }) => name === "async-await"));
    assert.ok(mark.variants.some(({ name }) => name === "promises"));
  });
});
