import assert from "node:assert/strict";
import type { Environment, Walls } from "./environment.ts";
import { wallsInWords } from "./walls-words.ts";

const ALL: Walls = { files: "runtime", processes: "runtime", network: "runtime" };
const NONE: Walls = { files: "fakes", processes: "fakes", network: "fakes" };

function on(walls: Walls | undefined, version = "25.0.0"): Environment {
  return { runtime: "node", version, v8: "", cpu: "", cores: 1, os: "", walls };
}

describe("what keeps a benchmark from real I/O", () => {
  it("is the fakes, and what the runtime refuses below them", () => {
    const said = (walls: Walls) => wallsInWords({ environment: on(walls), results: [{}, {}] });
    assert.equal(said(ALL), "kept away by fakes and by the runtime");
    assert.equal(said(NONE), "kept away by fakes alone");
    assert.equal(
      said({ ...ALL, network: "fakes" }),
      "kept away by fakes and, for files and processes, by the runtime",
    );
  });

  it("is told of each runtime where they differ", () => {
    const results = [{}, { environment: on(NONE, "8.17.0") }, { environment: on(NONE, "0.10.48") }];
    assert.equal(
      wallsInWords({ environment: on(ALL), results }),
      "kept away by fakes and by the runtime (node 25.0.0); by fakes alone (node 8.17.0, node 0.10.48)",
    );
  });

  it("is told before there are results, and not where the document does not say", () => {
    assert.equal(wallsInWords({ environment: on(NONE), results: [] }), "kept away by fakes alone");
    assert.equal(wallsInWords({ environment: on(undefined), results: [{}] }), null);
  });
});
