import assert from "node:assert/strict";
import path from "node:path";
import type { Runtime } from "../bench-worker/host/api.ts";
import { mockServices } from "../bench-worker/host/fixtures/mock-services.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { Ajv } from "ajv";
import * as v from "valibot";
import { galleryTableSchema, type EnginesTable } from "../bench-worker/gallery-table.ts";
import { jsonSchemas } from "./schemas.ts";
import { UsageError } from "./terminal.ts";
import { variantEngines, type EnginesCommandServices } from "./variants-engines.ts";
import type { TableOptions } from "./variants-measure.ts";

const place = {
  galleryFolder: path.join(import.meta.dirname, "..", "variants"),
  workerFile: "/dist/worker.cjs",
};
const runtime = (version: string): Runtime => ({
  ...{ name: "node", version, path: `/node-${version}`, foundBy: "the test", environment: {} },
});
const VERSIONS: Readonly<Record<string, string>> = {
  "node@8": "8.17.0",
  "node@10": "10.24.1",
  node: "24.1.0",
};

/** Engines on which an older one takes longer, and whose await takes three microticks where it is the tenth. */
function services(installed: readonly string[]): EnginesCommandServices {
  const mock = mockServices();
  return {
    services: {
      ...mock,
      runWorker: (job, signal) => {
        const version = job.runtime.version!;
        return mock.runWorker({ ...job, onReady: (ready) => job.onReady({ ...ready, version }) }, signal);
      },
    },
    capture: (command) => {
      const ticks = command.includes("-10.") ? 3 : 1;
      const order = ticks === 1 ? ["after:await", "tick:a", "tick:b"] : ["tick:a", "tick:b", "after:await"];
      const facts = { order, microticksPerAwait: ticks, microticksPerReturnedPromise: 3 };
      return Promise.resolve({
        stdout: JSON.stringify({ ...facts, promisesPerAwait: null, namesAwaiter: true }),
      });
    },
    chosen: (names) => Promise.resolve(names.map((name) => runtime(VERSIONS[name]!))),
    installed: (name) => Promise.resolve(installed.includes(name) ? runtime(VERSIONS[name]!) : undefined),
  };
}

async function run(
  installed: readonly string[],
  options: TableOptions = {},
  names: readonly string[] = [],
  change: Partial<EnginesCommandServices> = {},
) {
  const terminal = fakeTerminal(place.galleryFolder);
  const used = { ...services(installed), ...change };
  const code = await variantEngines(names, options, terminal, place, used);
  return { code, out: terminal.out() };
}

/** The document, which follows the published schema. */
function tableOf(out: string): EnginesTable {
  const document: unknown = JSON.parse(out);
  const validate = new Ajv({ strict: true }).compile(jsonSchemas()["gallery-table.schema.json"]!);
  assert.ok(validate(document), JSON.stringify(validate.errors));
  const table = v.parse(galleryTableSchema, document);
  assert.equal(table.table, "engines");
  return table;
}

describe("async-cost variants engines", () => {
  it("has a row for each engine of the article that is installed, and for today's, with all loads", async () => {
    const { code, out } = await run(["node@8", "node@10"], { json: true });
    const { engines, missing, findings } = tableOf(out);
    assert.deepEqual(
      engines.map(({ version, loads, facts }) => [
        version,
        Object.keys(loads).length,
        facts?.microticksPerAwait,
      ]),
      [
        ["8.17.0", 3, 1],
        ["10.24.1", 3, 3],
        ["24.1.0", 3, 1],
      ],
    );
    assert.deepEqual(missing, ["node@7", "node@12"]);
    assert.equal(code, 1, "some are not there");
    const microticks = findings.find(({ about }) => about === "microticks of an await");
    assert.equal(microticks?.here, "Node 8 1, Node 10 3, Node 24 1");
  });

  it("says how to get what is missing, as text and as Markdown", async () => {
    const { out } = await run([]);
    assert.match(out, /^engine +doxbee-async/m);
    assert.match(out, /async-cost runtimes install node@7 node@8 node@10 node@12\n$/);
    assert.match(out, /here: not measured$/m);
    const markdown = (await run(["node@10"], { format: "markdown" })).out;
    assert.match(markdown, /^\| engine \| doxbee-async \|/m);
    assert.match(markdown, /\| Node 10\.24\.1 \| .* \| tick:a, tick:b, after:await \| 3 \| 3 \| – \|/);
  });

  it("measures the engines that are named, and no others", async () => {
    const { code, out } = await run(["node@8", "node@10"], { json: true, runtime: ["node@8"] }, ["node@10"]);
    const { engines, missing } = tableOf(out);
    assert.deepEqual(
      engines.map(({ version }) => version),
      ["10.24.1", "8.17.0"],
    );
    assert.deepEqual([missing, code], [[], 0]);
  });

  it("keeps the times where an engine's answer about await cannot be understood", async () => {
    for (const stdout of ["", "(node) a warning\n{}", '{"order":"all at once"}']) {
      const odd = { capture: () => Promise.resolve({ stdout }) };
      const { out } = await run([], { json: true }, ["node@8"], odd);
      const [row] = tableOf(out).engines;
      assert.deepEqual([row?.facts, Object.keys(row!.loads).length], [null, 3]);
    }
  });

  it("hands what cancels it to the programs that it runs", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const capture: EnginesCommandServices["capture"] = (_command, _parameters, { signal }) => {
      signals.push(signal);
      return Promise.resolve({ stdout: "", error: "cancelled" });
    };
    await run([], { json: true }, ["node@8"], { capture });
    assert.ok(signals.length === 1 && signals[0] instanceof AbortSignal);
  });

  it("refuses names of variants, which have no rows there", async () => {
    await assert.rejects(
      run([], { only: ["promises"] }),
      /--only names variants; variants engines takes runtimes/,
    );
  });

  it("refuses a format that it does not know", async () => {
    await assert.rejects(run([], { format: "csv" }), UsageError);
    await assert.rejects(run([], { format: "table", json: true }), UsageError);
  });
});
