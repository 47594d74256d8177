import { spawnSync } from "node:child_process";
import path from "node:path";
import { build, isStale } from "./build.ts";
import { prepareRuntime } from "./runtimes/prepare.ts";
import { nodeRuntimes } from "./runtimes/recipe.ts";

// Gets every Node that the worker for today's Node runs on, then runs the tests that compare them, which take whatever is
// in the cache; and tests the worker for any engine on all others, which it gets.
const log = (line: string): void => void process.stderr.write(`${line}\n`);
const runtimes = nodeRuntimes();
if (runtimes.length === 0) {
  log(
    `There are no packages of other Nodes for ${process.platform}-${process.arch}: only the Node at hand is tested.`,
  );
}
for (const runtime of runtimes) await prepareRuntime(runtime, log);

const root = path.join(import.meta.dirname, "..");
if (isStale(root, { suite: false })) await build(root, { suite: false });
const mocha = path.join(root, "node_modules/mocha/bin/mocha.js");
const tests = [
  "--no-config",
  "--node-option",
  "import=tsx",
  "bench-worker/worker/clock/conformance/*.test.ts",
  "scripts/runtimes/engines.ts",
  "scripts/runtimes/conformance.ts",
];
const { status } = spawnSync(process.execPath, [mocha, ...tests], { cwd: root, stdio: "inherit" });
process.exitCode = status ?? 1;
