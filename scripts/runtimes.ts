import { spawnSync } from "node:child_process";
import path from "node:path";
import { prepareRuntime } from "./runtimes/prepare.ts";
import { nodeRuntimes } from "./runtimes/recipe.ts";

// Gets every Node that workers run on, then runs the tests that compare them; these take whatever is in the cache.
const log = (line: string): void => void process.stderr.write(`${line}\n`);
const runtimes = nodeRuntimes();
if (runtimes.length === 0) {
  log(
    `There are no packages of other Nodes for ${process.platform}-${process.arch}: only the Node at hand is tested.`,
  );
}
for (const runtime of runtimes) await prepareRuntime(runtime, log);

const root = path.join(import.meta.dirname, "..");
const mocha = path.join(root, "node_modules/mocha/bin/mocha.js");
const tests = [
  "--no-config",
  "--node-option",
  "import=tsx",
  "bench-worker/worker/clock/conformance/*.test.ts",
];
const { status } = spawnSync(process.execPath, [mocha, ...tests], { cwd: root, stdio: "inherit" });
process.exitCode = status ?? 1;
