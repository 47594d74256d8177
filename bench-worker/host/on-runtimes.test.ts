import assert from "node:assert/strict";
import { parseBenchmarkDocument, type BenchmarkDocument } from "../document.ts";
import type { Runtime } from "./api.ts";
import { benchmarkRequest, mockServices, type Mock } from "./fixtures/mock-services.ts";
import { runOnRuntimes } from "./on-runtimes.ts";

const runtime = (version: string): Runtime => ({
  name: "node",
  path: `/node-${version}`,
  foundBy: "the test",
  environment: {},
});

/** Each process says the version that its path has. */
function services(): Mock {
  const mock = mockServices();
  return {
    ...mock,
    runWorker: (job, signal) =>
      mock.runWorker(
        {
          ...job,
          onReady: (ready) => job.onReady({ ...ready, version: job.runtime.path.slice("/node-".length) }),
        },
        signal,
      ),
  };
}

async function run(versions: string[], signal = new AbortController().signal) {
  const mock = services();
  const seen: { document: BenchmarkDocument; fraction: number }[] = [];
  const request = benchmarkRequest(["a", "b"], { measures: ["time"] });
  const document = await runOnRuntimes(
    request,
    versions.map(runtime),
    mock,
    (document, { fraction }) => seen.push({ document, fraction }),
    signal,
  );
  return { document, seen, jobs: mock.jobs };
}

describe("a benchmark on several runtimes", () => {
  it("measures every target on each, and says of each result on which", async () => {
    const { document, jobs } = await run(["22.0.0", "24.0.0"]);
    assert.deepEqual(
      document.results.map(({ target, environment }) => [target.name, environment?.version]),
      [
        ["a", "22.0.0"],
        ["b", "22.0.0"],
        ["a", "24.0.0"],
        ["b", "24.0.0"],
      ],
    );
    assert.equal(document.environment.version, "22.0.0");
    assert.equal(document.pairs, undefined, "nothing is judged across engines");
    assert.deepEqual([...new Set(jobs.map((job) => job.runtime.path))], ["/node-22.0.0", "/node-24.0.0"]);
    assert.deepEqual(parseBenchmarkDocument(JSON.parse(JSON.stringify(document))), document);
  });

  it("leaves the document of one runtime as it was", async () => {
    const { document } = await run(["22.0.0"]);
    assert.ok(document.results.every((result) => !("environment" in result)));
  });

  it("tells of progress that only grows, by documents that keep what is done", async () => {
    const { seen } = await run(["22.0.0", "24.0.0"]);
    const fractions = seen.map(({ fraction }) => fraction);
    assert.deepEqual(
      fractions,
      [...fractions].sort((a, b) => a - b),
    );
    assert.ok(
      seen
        .at(-1)!
        .document.results.slice(0, 2)
        .every(({ state }) => state === "completed"),
    );
  });

  it("ends as cancelled on all of them", async () => {
    const { document } = await run(["22.0.0", "24.0.0"], AbortSignal.abort());
    assert.deepEqual(
      document.results.map(({ state }) => state),
      ["cancelled", "cancelled", "cancelled", "cancelled"],
    );
  });

  it("is refused without any", async () => {
    await assert.rejects(run([]), TypeError);
  });
});
