import { Ajv } from "ajv";
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { completed, mockServices } from "../bench-worker/host/fixtures/mock-services.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { jsonSchemas } from "./schemas.ts";
import { UsageError } from "./terminal.ts";
import { variantsTableCommand, type TableOptions } from "./variants-measure.ts";

const galleryFolder = path.join(import.meta.dirname, "../variants");

describe("the commands that make the gallery's tables", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-test-"));
  });
  after(() => rm(folder, { recursive: true }));

  const validate = new Ajv({ strict: true }).compile(jsonSchemas()["gallery-table.schema.json"]!);

  async function run(
    name: Parameters<typeof variantsTableCommand>[0],
    names: string[],
    options: TableOptions,
    answer: Parameters<typeof mockServices>[0] = (id, job) => completed(id, job.request.measure),
  ) {
    const terminal = fakeTerminal(folder);
    const services = mockServices(answer);
    const places = { galleryFolder, libraries: folder, workerFile: "/dist/worker.cjs", services };
    const code = await variantsTableCommand(name, names, options, terminal, places);
    return { code, out: terminal.out(), error: terminal.error(), services };
  }

  for (const [name, names] of [
    ["complexity", ["callbacks"]],
    ["performance", ["async-await"]],
    ["debuggability", ["async-await"]],
    ["closures", ["async-await"]],
  ] as const) {
    it(`prints ${name} as one document that follows the published schema`, async () => {
      const { code, out, error } = await run(name, [...names], { json: true });
      assert.equal(error, "");
      assert.equal(code, 0);
      assert.ok(validate(JSON.parse(out)), JSON.stringify(validate.errors));
    });
  }

  it("takes names from --only as well, gives each the budget, and writes what it prints", async () => {
    const { out, services } = await run("closures", ["promises"], {
      json: true,
      only: ["async-await,suspend"],
      budget: "3s",
      out: "c.json",
    });
    assert.equal(await readFile(path.join(folder, "c.json"), "utf8"), out);
    const document = JSON.parse(out) as { rows: { name: string }[]; budgetMilliseconds: number };
    assert.deepEqual(
      document.rows.map(({ name }) => name),
      ["callbacks", "async-await", "promises", "suspend"],
    );
    assert.equal(document.budgetMilliseconds, 3000);
    assert.equal(services.jobs[0]!.request.options.budgetMilliseconds, 3000);
  });

  it("ends with 1 when a row is missing its library, and says how to get it", async () => {
    const { code, out } = await run("closures", ["suspend"], {});
    assert.equal(code, 1);
    assert.match(
      out,
      /suspend: suspend@0\.7\.0 is not installed\. Install it: async-cost variants install suspend/,
    );
  });

  it("ends with 1 when a row was measured in some of the settings only", async () => {
    const { code, out } = await run("performance", ["async-await"], { json: true }, (id, { request }) =>
      id === "async-await" && request.options.latency.model === "load-dependent"
        ? { id, state: "failed", reason: "It threw.", hint: "Look.", warnings: [], fakes: [] }
        : completed(id, request.measure),
    );
    const { rows } = JSON.parse(out) as { rows: { name: string; state: string; measured: unknown[] }[] };
    const row = rows.find(({ name }) => name === "async-await")!;
    assert.deepEqual([row.state, row.measured.length], ["measured", 2]);
    assert.equal(code, 1);
  });

  for (const [options, message] of [
    [{ format: "csv" }, /--format takes table, markdown or json; not "csv"/],
    [{ format: "markdown", json: true }, /exclude each other/],
    [{ budget: "soon" }, /--budget takes a time/],
    [{ only: ["nope"] }, /this table has no "nope"; it has callbacks/],
    [{ out: "no/such/folder.json" }, /--out no\/such\/folder\.json/],
  ] as const) {
    it(`refuses ${JSON.stringify(options)}`, async () => {
      await assert.rejects(run("closures", [], options), (error: Error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
