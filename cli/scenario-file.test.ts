import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import { scenarioFileSchema, type ScenarioFile } from "../bench-worker/contract/scenario-file.ts";
import { parseBenchmarkDocument } from "../bench-worker/document.ts";
import { bundledWorker } from "../bench-worker/fixtures/bundled-worker.ts";
import { recordProject } from "../bench-worker/fixtures/record-project.ts";
import type { TargetResult } from "../bench-worker/target-result.ts";
import { benchCommand } from "./bench.ts";
import type { RawBenchOptions } from "./bench-options.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";

const SOURCE = `exports.nameOf = async function nameOf(db, id) {
  const row = await db.get(id);
  if (row === null) return "nobody";
  await db.seen(row.id);
  return row.name;
};
exports.other = async function other(db) {
  return db.ping();
};
`;

// Imports what is not there, and gives what has to be a text to a real module.
const GUESSED = `const path = require("node:path");
const lacking = require("./not-there.js");
module.exports = async function guess(db, name) {
  const row = await db.find(path.join(name));
  await db.save(lacking.encode(row));
};
`;

const TEST = `const { nameOf } = require("../src/all.js");
const later = (value) => new Promise((resolve) => setTimeout(resolve, 1, value));
require("node:test").test("all", () => nameOf({ get: () => later({ id: 1, name: "Ann" }), seen: () => later() }, 7));
`;

describe("a call that is measured", () => {
  let folder: string;
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "async-cost-scenario-file-"));
    write("package.json", "{}");
    write("src/all.js", SOURCE);
    write("src/guess.js", GUESSED);
    write("test/all.test.js", TEST);
    await recordProject(folder, [process.execPath, "--test"]);
  });
  after(() => rmSync(folder, { recursive: true }));

  async function bench(targets: string[], raw: RawBenchOptions = {}): Promise<TargetResult> {
    const terminal = fakeTerminal(folder);
    const options = { json: true, only: "time", budget: "50ms", n: "1", ...raw };
    await benchCommand(targets, options, terminal, bundledWorker());
    const [result] = parseBenchmarkDocument(JSON.parse(terminal.out())).results;
    assert.equal(result!.state, "completed", result!.reason);
    return result!;
  }
  const saved = (name: string): ScenarioFile =>
    v.parse(scenarioFileSchema, JSON.parse(readFileSync(path.join(folder, name), "utf8")));
  const origins = ({ scenario }: TargetResult) =>
    scenario!.values!.map(({ what, origin }) => `${origin} ${what}`);

  it("is the recorded one with what a fakes file gives in the place of an answer, and is saved so and played again", async () => {
    write(
      "src/all.async-cost.js",
      `module.exports = { nameOf: { fakes: { "db.get": { returns: null } } } };`,
    );
    const first = await bench(["src/all.js#nameOf"], { saveScenario: "name.json" });
    const parts = [
      "recorded argument 0 (db)",
      "recorded argument 1 (id)",
      "recorded this",
      "given answer of db.get at line 2",
      "recorded answer of db.seen at line 4",
    ];
    assert.equal(first.scenario?.origin, "recorded");
    assert.deepEqual(origins(first), parts);
    assert.equal(first.counters?.ioCalls, 1);
    const file = saved("name.json");
    assert.deepEqual(
      [
        file.target.file,
        file.fakesFile?.file,
        file.answers?.map(({ origin, from }) => [origin, from?.setting]),
      ],
      [
        "src/all.js",
        "src/all.async-cost.js",
        [
          ["given", "fakes.db.get"],
          ["recorded", undefined],
        ],
      ],
    );
    const text = readFileSync(path.join(folder, "name.json"), "utf8");
    assert.deepEqual(
      text.split("\n").filter((one) => one.includes(folder)),
      [],
    );

    rmSync(path.join(folder, ".async-cost"), { recursive: true });
    const again = await bench([], { scenario: "name.json" });
    assert.deepEqual([origins(again), again.counters?.ioCalls], [parts, 1]);
    write("src/all.async-cost.js", `module.exports = { nameOf: {} };`);
    await assert.rejects(
      bench([], { scenario: "name.json" }),
      /--scenario name\.json takes parts of src\/all\.async-cost\.js, which gives something else to nameOf by now/,
    );
    rmSync(path.join(folder, "src/all.async-cost.js"));
  });

  it("has an argument that somebody has changed in the file", async () => {
    const { fakesFile: _, ...file } = saved("name.json");
    const [db] = file.arguments!;
    const answers = file.answers!.map((one) => ({
      ...{ ...one, origin: "recorded", from: undefined, text: undefined },
      value: one.expression === "db.get" ? { id: 1, name: "Ann" } : { $: "undefined" },
    }));
    const changed = { ...file, answers, arguments: [db, { origin: "given", value: 8 }] };
    write("changed.json", JSON.stringify(changed));
    const result = await bench(["src/all.js#nameOf"], { scenario: "changed.json" });
    assert.deepEqual(origins(result).slice(0, 2), ["recorded argument 0 (db)", "given argument 1 (id)"]);
    assert.equal(result.scenario?.values?.[1]?.text, "8");
    assert.equal(result.counters?.ioCalls, 2);
  });

  it("is inferred again by what was learnt of it, and says all that there was to say", async () => {
    const first = await bench(["src/guess.js#guess"], { saveScenario: "guess.json" });
    const { learnt, recording } = saved("guess.json");
    assert.deepEqual(
      [learnt?.facts.flatMap((one) => (one.about === "value" ? [one.name] : [])), recording],
      [["name"], undefined],
    );
    assert.ok(
      first.warnings.some((one) => one.includes("not-there")),
      first.warnings.join(" "),
    );
    const again = await bench(["src/guess.js#guess"], { scenario: "guess.json" });
    for (const of of ["preparations", "counters", "fakes"] as const)
      assert.deepEqual(again[of], first[of], of);
    // What is said of the time is measured each time.
    const said = ({ warnings }: TargetResult) => warnings.filter((one) => !/\btime\b|\bwarm\b/i.test(one));
    assert.deepEqual(said(again), said(first));
    const codes = ({ remarks = [] }: TargetResult) => remarks.map(({ code }) => code);
    assert.deepEqual(codes(again), codes(first));
    assert.deepEqual(origins(again), origins(first));
  });

  it("is refused where the text is another one, the file is of another function, or a newer version's", async () => {
    await assert.rejects(
      bench(["src/guess.js#guess"], { scenario: "name.json" }),
      /--scenario name\.json is a scenario of nameOf in src\/all\.js; name that/,
    );
    write("newer.json", JSON.stringify({ scenarioVersion: 2 }));
    await assert.rejects(
      bench([], { scenario: "newer.json" }),
      /newer\.json was written by a newer Async Cost/,
    );
    write("torn.json", JSON.stringify({ scenarioVersion: 1 }));
    await assert.rejects(
      bench([], { scenario: "torn.json" }),
      /torn\.json is no scenario \(.*target.*\); save it anew/,
    );
    await assert.rejects(
      bench(["src/all.js"], { saveScenario: "two.json" }),
      /takes one call of one function, and 2/,
    );
    write("src/all.js", SOURCE.replace('"nobody"', '"no one"'));
    await assert.rejects(bench([], { scenario: "name.json" }), /is of another text of nameOf/);
  });
});
