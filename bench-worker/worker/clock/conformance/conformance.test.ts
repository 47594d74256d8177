import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import * as v from "valibot";
import { parseAs } from "../../../parse-as.ts";
import { cachedRuntimes } from "../../../../scripts/runtimes/prepare.ts";
import { PROGRAMS } from "./programs.ts";

const order = v.array(v.string());
const comparisonsSchema = v.array(
  v.object({ program: v.string(), lockstep: v.boolean(), agrees: v.boolean(), virtual: order, real: order }),
);

describe("events on the virtual clock come in the order of real timers", function () {
  this.timeout(120_000);
  let folder: string;
  let bundle: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-conformance-"));
    bundle = path.join(folder, "conformance.cjs");
    await build({
      entryPoints: [path.join(import.meta.dirname, "main.ts")],
      bundle: true,
      platform: "node",
      target: "node20",
      outfile: bundle,
    });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function compareOn(executable: string, ...flaws: string[]) {
    const { stdout } = await promisify(execFile)(executable, [bundle, ...flaws]);
    return parseAs(comparisonsSchema, JSON.parse(stdout), "list of comparisons");
  }

  async function agreesOn(executable: string): Promise<void> {
    const comparisons = await compareOn(executable);
    for (const { program, lockstep, virtual, real } of comparisons.filter(({ agrees }) => !agrees)) {
      assert.deepEqual(virtual, real, `${executable}: ${program}${lockstep ? ", in lockstep" : ""}`);
    }
    assert.equal(new Set(comparisons.map(({ program }) => program)).size, Object.keys(PROGRAMS).length);
  }

  it(`on Node ${process.versions.node}`, () => agreesOn(process.execPath));

  // Those that were got by `npm run test:runtimes`, which fails when one of them cannot be had.
  it("on the other Nodes that are there", async function () {
    const others = (await cachedRuntimes()).filter(({ version }) => version !== process.versions.node);
    if (others.length === 0) this.skip();
    this.timeout(120_000 * others.length);
    for (const { executable } of others) await agreesOn(executable);
  });

  for (const flaw of ["no drain", "no wait for immediates", "one completion a turn"]) {
    it(`and the comparison finds a clock with the flaw: ${flaw}`, async () => {
      const comparisons = await compareOn(process.execPath, flaw);
      assert.ok(comparisons.some(({ agrees }) => !agrees));
    });
  }
});
