import assert from "node:assert/strict";
import { readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { scenarioFileSchema, type ScenarioFile } from "../bench-worker/contract/scenario-file.ts";
import { bundledWorker } from "../bench-worker/fixtures/bundled-worker.ts";
import { recordProject } from "../bench-worker/fixtures/record-project.ts";
import { recordedIn } from "../bench-worker/contract/scenario.ts";
import { parseBenchmarkDocument } from "../bench-worker/document.ts";
import { hostServices } from "../bench-worker/host/benchmark.ts";
import { groupsWithRecordings } from "../bench-worker/host/recordings/pair-recordings.ts";
import {
  temporaryRepository,
  type TemporaryRepository,
} from "../bench-worker/host/revisions/fixtures/temporary-repository.ts";
import { findRuntime } from "../bench-worker/host/runtime.ts";
import { benchCommand } from "./bench.ts";
import { compareCommand } from "./compare.ts";
import type { RawCompareOptions } from "./compare-options.ts";
import { prepareRevision } from "./compare-with-revision.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";

/** The functions of the project, each of which a test calls once. */
const BASE = {
  namesOf: `async function namesOf(db, ids) {
  const names = [];
  for (const id of ids) {
    const row = await db.get(id);
    names.push(row.name);
  }
  return names;
}`,
  configOf: `async function configOf(folder) {
  const a = JSON.parse(await readFile(\`\${folder}/a.json\`, "utf8"));
  const b = JSON.parse(await readFile(\`\${folder}/b.json\`, "utf8"));
  return { ...a, ...b };
}`,
  sizeOf: `function sizeOf(file, done) {
  fs.stat(file, (error, stats) => {
    if (error) return done(error);
    fs.readFile(file, "utf8", (error, text) => done(error, { size: stats.size, text }));
  });
}`,
  bodies: `async function bodies(api, urls) {
  const found = [];
  for (const url of urls) {
    const response = await api.fetch(url);
    found.push(await response.json());
  }
  return found;
}`,
  place: `async function place(db, order, hear) {
  counter++;
  hear("placed");
  await db.put({ ...order, id: randomUUID(), at: new Date(), count: counter });
  return db.get("a");
}`,
};
type Texts = Partial<Record<keyof typeof BASE, string>>;

const moduleOf = (texts: Texts, before = ""): string => `${before}const fs = require("node:fs");
const { readFile } = require("node:fs/promises");
const { randomUUID } = require("node:crypto");
let counter = 0;
${Object.values({ ...BASE, ...texts }).join("\n")}
module.exports = { ${Object.keys(BASE).join(", ")} };
`;

const TEST = `const test = require("node:test");
const { quiet } = require("quiet");
const { mkdtempSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { ${Object.keys(BASE).join(", ")} } = require("../src/all.js");
const later = (value) => new Promise((resolve) => setTimeout(resolve, 1, value));
const rows = { a: { name: "Ann" }, b: { name: "Bob" }, c: { name: "Cy" } };
const db = { get: (id) => later(rows[id]), all: (ids) => later(ids.map((id) => rows[id])), put: () => later() };
const api = { fetch: (url) => later({ json: () => later({ url }) }) };
test("all", async () => {
  const folder = mkdtempSync(path.join(require("node:os").tmpdir(), "async-cost-all-"));
  writeFileSync(path.join(folder, "a.json"), '{"a":1}');
  writeFileSync(path.join(folder, "b.json"), '{"b":2}');
  await namesOf(db, ["a", "b", "c"]);
  await configOf(folder);
  await new Promise((resolve) => sizeOf(path.join(folder, "a.json"), resolve));
  await bodies(api, ["/a", "/b"]);
  await place(db, { what: "pen" }, quiet);
});
`;

describe("versions that are compared", () => {
  let made: TemporaryRepository;
  before(async () => {
    made = temporaryRepository();
    made.write("package.json", "{}");
    made.write("src/all.js", moduleOf({}));
    made.write("test/all.test.js", TEST);
    made.write("node_modules/quiet/index.js", "exports.quiet = () => {};\n");
    made.write(".gitignore", ".lines\n.async-cost\nnode_modules\n");
    made.commit();
    await recordProject(made.folder, [process.execPath, "--test"]);
  });
  after(() => made.remove());

  /** What the two versions of a function play, once its text has become another one. */
  async function played(texts: Texts, before?: string) {
    made.write("src/all.js", moduleOf(texts, before));
    const signal = new AbortController().signal;
    const { groups, dispose } = await prepareRevision("HEAD", [], made.folder, false, signal);
    try {
      const checking = {
        runtime: await findRuntime(),
        workerFile: bundledWorker(),
        workspaceFolder: made.folder,
      };
      const [group, ...more] = await groupsWithRecordings(groups, {}, checking, hostServices, signal);
      assert.deepEqual(more, []);
      const [base, head] = group!.targets;
      const [ofBase, ofHead] = [base!.source.scenario ?? {}, head!.source.scenario ?? {}];
      assert.deepEqual(ofBase.notReplayed, ofHead.notReplayed);
      return {
        why: ofHead.notReplayed,
        base: recordedIn(ofBase),
        head: recordedIn(ofHead),
        difference: head!.outcome?.difference,
        calls: recordedIn(ofHead)?.call.answers.map(({ expression, line }) => `${line} ${expression}`),
      };
    } finally {
      await dispose();
    }
  }
  /** The same, where both are to play it, and to come to one outcome. */
  async function playedAlike(texts: Texts, before?: string): Promise<string[]> {
    const { why, calls, difference } = await played(texts, before);
    assert.equal(why?.text, undefined);
    assert.equal(difference, null);
    return calls!;
  }

  it("play the recorded call of the former where lines have moved and names are others", async () => {
    const text = `async function namesOf(store, keys) {
  const found = [];

  // Names only.
  for (const key of keys) {
    const { name } = await store.get(key);
    found.push(name);
  }
  return found;
}`;
    const { base, head, difference, calls } = await played({ namesOf: text }, "// Moved.\n");
    assert.equal(difference, null);
    assert.deepEqual(calls, Array(3).fill("11 store.get").map(String));
    assert.deepEqual(
      [base?.version, head?.version, head?.call.command],
      [undefined, "carried", base?.call.command],
    );
  });

  it("play it where calls are made together, in another order", async () => {
    const text = `async function namesOf(db, ids) {
  const rows = await Promise.all(ids.toReversed().map(async (id) => ({ ...(await db.get(id)) })));
  return rows.reverse().map((row) => row.name);
}`;
    assert.equal((await playedAlike({ namesOf: text })).length, 3);
    const config = `async function configOf(folder) {
  const read = async (name) => JSON.parse(await fs.promises.readFile(\`\${folder}/\${name}.json\`, "utf8"));
  const [b, a] = await Promise.all(["b", "a"].map(read));
  return { ...a, ...b };
}`;
    assert.equal((await playedAlike({ configOf: config })).length, 2);
  });

  it("play it where each answer is asked for more", async () => {
    const text = `async function bodies(api, urls) {
  const responses = await Promise.all(urls.map((url) => api.fetch(url)));
  return Promise.all(responses.toReversed().map((response) => response.json())).then((all) => all.reverse());
}`;
    const calls = await playedAlike({ bodies: text });
    assert.deepEqual(
      calls.map((call) => call.split(".").at(-1)),
      ["fetch", "fetch", "json", "json"],
    );
  });

  it("play it where callbacks have become promises, within and at the end", async () => {
    const text = `async function sizeOf(file) {
  const { size } = await fs.promises.stat(file);
  return { size, text: await fs.promises.readFile(file, "utf8") };
}`;
    assert.equal((await playedAlike({ sizeOf: text })).length, 2);
  });

  it("play it where only the time, chance, and what gives nothing get other arguments, and with the module's state", async () => {
    const text = `async function place(db, order, hear) {
  hear("will place");
  const id = randomUUID();
  const count = ++counter;
  await db.put({ ...order, id, at: new Date(Date.now()), count });
  return await db.get("a");
}`;
    assert.ok((await playedAlike({ place: text })).length >= 2);
  });

  it("say in what the outcome differs", async () => {
    const { why, difference } = await played({ namesOf: BASE.namesOf.replace("row.name", "`${row.name}!`") });
    assert.equal(why, undefined);
    assert.deepEqual(difference, { where: "[0]", recorded: '"Ann"', played: '"Ann!"' });
  });

  it("play none where one asks for what was not recorded, and say what is nearest", async () => {
    const inOne = `async function namesOf(db, ids) {
  return (await db.all(ids)).map((row) => row.name);
}`;
    const { why, base } = await played({ namesOf: inOne });
    assert.equal(base, null);
    assert.deepEqual(why, {
      code: "no-answer",
      text: 'It is one of the former. In the latter: Line 6 calls db.all(["a", "b", "c"]), for which the recording has no answer; the nearest it has is db.get("a").',
    });
    const other = await played({ namesOf: BASE.namesOf.replace("get(id)", "get(`user:${id}`)") });
    assert.match(
      other.why!.text,
      /Line 8 calls db\.get\("user:a"\) and the recording has db\.get\("a"\): argument 0 differs\.$/,
    );
    const more = await played({
      namesOf: BASE.namesOf.replace("names.push", "await db.get(id); names.push"),
    });
    assert.match(more.why!.text, /Line 9 calls db\.get\("a"\) more often than the recording does\.$/);
    const unknown = await played({
      configOf: BASE.configOf.replace("return", "await fs.promises.stat(folder); return"),
    });
    assert.match(unknown.why!.text, /Line 16 calls fs\.promises\.stat\("/);
  });

  it("are measured on it, and the document says so", async () => {
    const text = `async function namesOf(db, ids) {
  return (await Promise.all(ids.map((id) => db.get(id)))).map((row) => row.name);
}`;
    made.write("src/all.js", moduleOf({ namesOf: text }));
    const terminal = fakeTerminal(made.folder);
    const raw = { base: "HEAD", json: true, only: "memory", budget: "1s" };
    await compareCommand([], raw, terminal, bundledWorker(), hostServices);
    const { results, pairs } = parseBenchmarkDocument(JSON.parse(terminal.out()));
    const [pair] = pairs!;
    assert.deepEqual(
      results.map(({ scenario }) => [scenario?.origin, scenario?.carried, scenario?.path]),
      [
        ["recorded", undefined, 1],
        ["recorded", true, 1],
      ],
    );
    assert.deepEqual(
      [pair!.ioCalls, pair!.criticalPath],
      [
        { base: 3, head: 3 },
        { base: 3, head: 1 },
      ],
    );
    assert.deepEqual(pair!.outcome, { isSame: true });
    const { base, head } = pair!.elapsed!;
    assert.deepEqual(
      head.io.map(({ expression, startMilliseconds }) => [expression, startMilliseconds]),
      Array(3).fill(["db.get", 0]),
    );
    const longest = Math.max(...head.io.map(({ endMilliseconds }) => endMilliseconds!));
    assert.equal(head.milliseconds, longest, "as long as the longest of three at a time");
    assert.ok(
      base.io.every(
        ({ startMilliseconds }, at) => startMilliseconds === (base.io[at - 1]?.endMilliseconds ?? 0),
      ),
    );
    assert.equal(base.milliseconds, base.io[2]!.endMilliseconds);
    assert.ok(base.milliseconds > head.milliseconds);
    assert.ok(pair!.warnings.includes("Both come to the same outcome on this recorded call."));
  });

  /** What comparing the working tree with the last commit tells. */
  async function compared(words: string[], raw: RawCompareOptions = {}) {
    const terminal = fakeTerminal(made.folder);
    const options = { base: "HEAD", json: true, only: "memory", budget: "1s", ...raw };
    await compareCommand(words, options, terminal, bundledWorker(), hostServices);
    const { results, pairs } = parseBenchmarkDocument(JSON.parse(terminal.out()));
    const parts = results.map(({ scenario }) =>
      scenario?.values?.map(({ what, origin }) => `${origin} ${what.replace(/ at line.*/, "")}`),
    );
    return { results, parts, pair: pairs![0]!, pairs: pairs! };
  }

  /** Writes the recorded call of `namesOf` to a file. */
  async function saveNames(): Promise<void> {
    made.write("src/all.js", moduleOf({}));
    const raw = { json: true, only: "time", budget: "50ms", n: "1", saveScenario: "names.json" };
    await benchCommand(["src/all.js#namesOf"], raw, fakeTerminal(made.folder), bundledWorker());
  }

  it("get what a fakes file gives before what was recorded, both, as the recorded one names it", async () => {
    const text = `async function namesOf(store, ids) {
  return (await Promise.all(ids.map((id) => store.get(id)))).map((row) => row.name);
}`;
    made.write("src/all.js", moduleOf({ namesOf: text }));
    made.write(
      "src/all.async-cost.js",
      `module.exports = {
  namesOf: { fakes: { "db.get": { returns: (id) => ({ name: id.toUpperCase() }) } } },
};`,
    );
    try {
      const { results, parts, pair } = await compared([]);
      assert.deepEqual(
        results.map(({ scenario }) => [scenario?.origin, scenario?.carried, scenario?.notReplayed?.text]),
        [
          ["recorded", undefined, undefined],
          ["recorded", true, undefined],
        ],
      );
      for (const own of parts)
        assert.deepEqual(
          own?.map((one) => one.split(" ").slice(0, 2).join(" ")),
          [
            ...["recorded argument", "recorded argument", "recorded this"],
            ...["given answer", "given answer", "given answer"],
          ],
        );
      assert.deepEqual(pair.ioCalls, { base: 3, head: 3 });
      assert.equal(pair.outcome, undefined, "what was recorded is no outcome of what is given");
      assert.equal(pair.elapsed?.head.io.length, 3);
      assert.deepEqual(
        results.map(({ fakesFile }) => fakesFile?.line),
        [2, 2],
      );
    } finally {
      rmSync(path.join(made.folder, "src/all.async-cost.js"));
    }
  });

  it("are called with the arguments that are given, and get answers of their operations all the same", async () => {
    made.write("src/all.js", moduleOf({ configOf: BASE.configOf.replace("...a, ...b", "...b, ...a") }));
    made.write("src/all.async-cost.js", `module.exports = { configOf: { arguments: ["/elsewhere"] } };`);
    try {
      const { results, parts, pair } = await compared([]);
      assert.deepEqual(
        results.map(({ scenario }) => scenario?.origin),
        ["recorded", "recorded"],
      );
      assert.deepEqual(
        parts.map((own) => own?.[0]),
        ["given argument 0 (folder)", "given argument 0 (folder)"],
      );
      assert.deepEqual(pair.ioCalls, { base: 2, head: 2 });
    } finally {
      rmSync(path.join(made.folder, "src/all.async-cost.js"));
    }
  });

  it("play a scenario out of a file, of whichever of them it is, and nothing else is compared", async () => {
    await saveNames();
    const recordings = path.join(made.folder, ".async-cost");
    renameSync(recordings, `${recordings}-away`);
    try {
      const text = `async function namesOf(db, ids) {
  return (await Promise.all(ids.map((id) => db.get(id)))).map((row) => row.name);
}`;
      made.write("src/all.js", moduleOf({ namesOf: text, bodies: BASE.bodies.replace("urls)", "all)") }));
      const { results, pairs } = await compared([], { scenario: "names.json" });
      assert.deepEqual(
        pairs.map(({ name, criticalPath, outcome }) => [name, criticalPath, outcome]),
        [["namesOf", { base: 3, head: 1 }, { isSame: true }]],
      );
      assert.deepEqual(
        results.map(({ scenario }) => [scenario?.origin, scenario?.carried]),
        [
          ["recorded", undefined],
          ["recorded", true],
        ],
      );
      const file = v.parse(
        scenarioFileSchema,
        JSON.parse(readFileSync(path.join(made.folder, "names.json"), "utf8")),
      );
      const [db] = file.arguments!;
      const changed = { ...file, arguments: [db, { origin: "given", value: ["c", "b", "a"] }] };
      made.write("changed.json", JSON.stringify(changed));
      const given = await compared([], { scenario: "changed.json" });
      assert.deepEqual(
        given.parts.map((own) => own?.[1]),
        ["given argument 1 (ids)", "given argument 1 (ids)"],
      );
      assert.deepEqual([given.pair.ioCalls, given.pair.outcome], [{ base: 3, head: 3 }, undefined]);
    } finally {
      renameSync(`${recordings}-away`, recordings);
    }
  });

  it("are not compared by a scenario that is of neither, or of no recorded call", async () => {
    await saveNames();
    made.write("src/all.js", moduleOf({ bodies: BASE.bodies.replace("return found", "return [...found]") }));
    await assert.rejects(
      compared([], { scenario: "names.json" }),
      /--scenario names\.json is a scenario of namesOf in src\/all\.js, and none of what is compared is that function/,
    );
    await assert.rejects(
      compared([], { scenario: "names.json", path: "2" }),
      /--path is one of a recording; names\.json is a scenario/,
    );
    const { recording: _, ...inferred } = JSON.parse(
      readFileSync(path.join(made.folder, "names.json"), "utf8"),
    ) as ScenarioFile;
    made.write("inferred.json", JSON.stringify(inferred));
    await assert.rejects(
      compared([], { scenario: "inferred.json" }),
      /--scenario inferred\.json is of a call that was not recorded/,
    );
    const other = {
      ...inferred,
      recording: _,
      target: { ...inferred.target, textHash: "0", name: "bodies" },
    };
    made.write("other.json", JSON.stringify(other));
    await assert.rejects(
      compared([], { scenario: "other.json" }),
      /other\.json is of another text of bodies/,
    );
  });
});
