import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

const SOURCES = ["analysis", "bench-worker", "cli", "extension", "webview"];
const SETTINGS = [
  "package-lock.json",
  "webpack.config.mjs",
  "scripts/constants-loader.mjs",
  "scripts/inline-constants.mjs",
];
/** What a build makes, and the file that tells by its time when: webpack leaves bundles untouched that come out equal. */
const SHIPPED = {
  stamp: "dist/.built",
  files: [
    "extension.cjs",
    "analysis-thread.cjs",
    "extension-web.cjs",
    "extension-web.cjs.js",
    "analysis-thread-web.js",
    "worker.cjs",
    "worker-code.cjs",
    "worker-any-engine.cjs",
    "cli.cjs",
    "webview/main.js",
    "schemas",
  ].map((name) => `dist/${name}`),
};
const SUITE = { stamp: "out/test/.built", files: ["out/test/suite.cjs"] };

/** Whether a bundle is lacking or was built before a source was changed. Tests are sources of the suite alone. */
export function isStale(root: string, { suite }: { suite: boolean }): boolean {
  const newestSource = Math.max(
    ...SETTINGS.map((file) => modified(path.join(root, file))),
    ...SOURCES.map((folder) => newest(path.join(root, folder), suite)),
  );
  return [SHIPPED, ...(suite ? [SUITE] : [])].some(
    ({ stamp, files }) =>
      modified(path.join(root, stamp)) < newestSource ||
      files.some((file) => !existsSync(path.join(root, file))),
  );
}

/** Builds what ships, minified, and the suite for the editor's tests if asked for. Throws when it fails. */
export async function build(root: string, { suite }: { suite: boolean }): Promise<void> {
  // What is edited while webpack runs may not be in: the stamp bears the time before.
  const began = new Date();
  await webpack(root, ["--mode", "production"]);
  mark(root, SHIPPED.stamp, began);
  if (!suite) return;
  await webpack(root, ["--mode", "development", "--config-name", "suite"]);
  mark(root, SUITE.stamp, began);
}

function mark(root: string, stamp: string, time: Date): void {
  const file = path.join(root, stamp);
  writeFileSync(file, "");
  utimesSync(file, time, time);
}

async function webpack(root: string, args: string[]): Promise<void> {
  const script = path.join(root, "node_modules", "webpack-cli", "bin", "cli.js");
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" });
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`webpack ${args.join(" ")} failed.`);
}

/** In milliseconds; the beginning of time for what is not there. */
function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newest(folder: string, withSuite: boolean): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return Math.max(
    ...entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => withSuite || !file.includes(`${path.sep}extension${path.sep}test${path.sep}`))
      .map(modified),
  );
}
