import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";

const SOURCES = ["analysis", "bench-worker", "cli", "extension", "webview"];
const SETTINGS = ["package-lock.json", "webpack.config.mjs"];
const BUNDLES = [
  ...["extension.cjs", "worker.cjs", "cli.cjs", "webview/main.js", "schemas"].map((name) => `dist/${name}`),
];
const SUITE = "out/test/suite.cjs";

/** Whether a bundle is lacking or older than a source. Tests are not sources, except of the suite. */
export function isStale(root: string, { suite }: { suite: boolean }): boolean {
  const outputs = [...BUNDLES, ...(suite ? [SUITE] : [])].map((file) => modified(path.join(root, file)));
  const inputs = [
    ...SETTINGS.map((file) => modified(path.join(root, file))),
    ...SOURCES.map((folder) => newest(path.join(root, folder), suite)),
  ];
  return Math.min(...outputs) < Math.max(...inputs);
}

/** Builds what ships, minified, and the suite for the editor's tests if asked for. Throws when it fails. */
export function build(root: string, { suite }: { suite: boolean }): void {
  webpack(root, ["--mode", "production"]);
  if (suite) webpack(root, ["--mode", "development", "--config-name", "suite"]);
}

function webpack(root: string, args: string[]): void {
  const script = path.join(root, "node_modules", "webpack-cli", "bin", "cli.js");
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" });
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
