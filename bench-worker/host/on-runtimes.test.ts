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

  it("takes processes of each in turn, one at a time", async () => {
    const { jobs } = await run(["22.0.0", "24.0.0", "26.0.0"]);
    const order = jobs.map((job) => job.runtime.path);
    const paths = [...new Set(order)];
    assert.equal(paths.length, 3);
    const shortest = Math.min(...paths.map((path) => order.filter((other) => other === path).length));
    assert.ok(shortest >= 2);
    for (let i = 0; i < 3 * shortest; i += 3) {
      assert.deepEqual(order.slice(i, i + 3), paths, "the round of processes");
    }
  });

  it("gives each the whole budget, whatever the others take", async () => {
    const alone = (await run(["22.0.0"])).jobs.length;
    const { jobs } = await run(["22.0.0", "24.0.0"]);
    assert.equal(jobs.filter((job) => job.runtime.path === "/node-24.0.0").length, alone);
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
    const { results } = seen.at(-1)!.document;
    assert.equal(results.length, 4, "all runtimes");
    assert.ok(results.slice(0, 2).every(({ time }) => time !== undefined));
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
