import assert from "node:assert/strict";
import { exampleDocument } from "../fixtures/document.ts";
import { setup, setupInBrief } from "./setup.ts";

const values = (document = exampleDocument) =>
  Object.fromEntries(setup(document).map(({ name, value }) => [name, value]));

describe("setup", () => {
  it("names engine, machine and every option", () => {
    assert.deepEqual(values(), {
      Engine: "Node.js 20.20.2, V8 11.3.244.8-node.38",
      Machine: "Made-up CPU @ 3.00GHz, 8 cores, linux x64",
      n: "100, 500, 1,000, 1,500, 2,000",
      Latency: "fixed, 1 ms",
      Clock: "virtual",
      Seed: "1",
      Budget: "5 s a function",
      "Real I/O": "kept away by fakes and, for files and processes, by the runtime",
    });
  });

  it("is said in one line", () => {
    assert.equal(
      setupInBrief(exampleDocument),
      "Measured on Node.js 20.20.2, V8 11.3.244.8-node.38; virtual clock; latency fixed, 1 ms; 5 s a function",
    );
  });

  it("shortens a long list of n, and leaves out what an engine does not tell", () => {
    const { environment, options } = exampleDocument;
    const said = values({
      ...exampleDocument,
      environment: { ...environment, runtime: "bun", version: "1.2.0", v8: "", cores: 1 },
      options: {
        ...options,
        concurrency: [1, 2, 3, 4, 5, 6],
        latency: { model: "load-dependent", millisecondsPerCallInFlight: 0.1 },
      },
    });
    assert.equal(said["Engine"], "Bun 1.2.0");
    assert.equal(said["Machine"], "Made-up CPU @ 3.00GHz, 1 core, linux x64");
    assert.equal(said["n"], "1 … 6");
    assert.equal(said["Latency"], "load-dependent, n × 0.1 ms");
  });

  it("names every engine that a result was measured on", () => {
    const [first, second] = exampleDocument.results;
    const { environment } = exampleDocument;
    const results = [
      { ...first!, environment },
      { ...second!, environment: { ...environment, version: "8.17.0", v8: "" } },
    ];
    const said = values({ ...exampleDocument, results });
    assert.equal(said["Engines"], "Node.js 20.20.2, V8 11.3.244.8-node.38; Node.js 8.17.0");
    const bun = { ...environment, runtime: "bun", version: "1.2.0", v8: "none: JavaScriptCore 3.14" };
    const ofBun = values({ ...exampleDocument, results: [{ ...first!, environment: bun }] });
    assert.equal(ofBun["Engine"], "Bun 1.2.0, JavaScriptCore 3.14");
  });
});
