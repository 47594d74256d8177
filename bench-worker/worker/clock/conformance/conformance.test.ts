import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import * as v from "valibot";
import { parseAs } from "../../../document.ts";
import { cachedRuntimes } from "../../../../scripts/runtimes/prepare.ts";
import { nodeRuntimes } from "../../../../scripts/runtimes/recipe.ts";
import { PROGRAMS } from "./programs.ts";

const order = v.array(v.string());
const comparisonsSchema = v.array(
  v.object({ program: v.string(), lockstep: v.boolean(), agrees: v.boolean(), virtual: order, real: order }),
);

/** Those that were got by `npm run test:runtimes`; it fails when one of them cannot be had. */
const others = await cachedRuntimes(nodeRuntimes());
const nodes = [
  { version: process.versions.node, executable: process.execPath },
  ...others.filter(({ version }) => version !== process.versions.node),
];

describe("events on the virtual clock come in the order of real timers", function () {
  this.timeout(60_000);
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

  for (const { version, executable } of nodes) {
    it(`on Node ${version}`, async () => {
      const comparisons = await compareOn(executable);
      for (const { program, lockstep, virtual, real } of comparisons.filter(({ agrees }) => !agrees)) {
        assert.deepEqual(virtual, real, `${program}${lockstep ? ", in lockstep" : ""}`);
      }
      assert.equal(new Set(comparisons.map(({ program }) => program)).size, Object.keys(PROGRAMS).length);
    });
  }

  for (const flaw of ["no drain", "no wait for immediates", "one completion a turn"]) {
    it(`and the comparison finds a clock with the flaw: ${flaw}`, async () => {
      const comparisons = await compareOn(process.execPath, flaw);
      assert.ok(comparisons.some(({ agrees }) => !agrees));
    });
  }
});
