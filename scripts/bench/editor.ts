import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runTests } from "@vscode/test-electron";
import { build } from "esbuild";
import { median } from "simple-statistics";
import * as v from "valibot";
import { build as buildWhatShips, isStale } from "../build.ts";
import { findTestEditor, type TestEditor } from "../editor/find-test-editor.ts";
import { TEST_SETTINGS } from "../editor/settings.ts";
import { editorMeasuresSchema, LARGE_FILE, MEASURES_FILE, type EditorMeasures } from "./editor/measures.ts";
import { largeFiles, type LargeFile } from "./large-files.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");
const STARTS = 5;
const LIMIT_MEGABYTES = 20;
const BUNDLES = ["extension.cjs", "analysis-thread.cjs", "extension-web.cjs", "analysis-thread-web.js"];

/**
 * Measures in the real editor, with the bundles that ship: what activation takes, and for how long at a stretch the
 * extension host is held up while a file of nine megabytes is opened and edited. The editor is started anew each time.
 *
 * @param parameters `--starts N`, 5 where it is left out.
 */
export async function editorExperience(parameters: readonly string[]): Promise<string> {
  const { values } = parseArgs({ args: [...parameters], options: { starts: { type: "string" } } });
  const starts = values.starts === undefined ? STARTS : Number(values.starts);
  if (!Number.isInteger(starts) || starts < 1) throw new Error("--starts wants a number from 1 on.");
  if (isStale(ROOT, { suite: false })) await buildWhatShips(ROOT, { suite: false });
  const large = (await largeFiles()).at(-1)!;
  const editor = await findTestEditor();
  process.stderr.write(`The editor: ${editor.description}\n`);
  const scratch = await mkdtemp(path.join(os.tmpdir(), "async-cost-bench-editor-"));
  try {
    const suite = path.join(scratch, "suite.cjs");
    await build({
      entryPoints: [path.join(import.meta.dirname, "editor", "suite.ts")],
      bundle: true,
      platform: "node",
      format: "cjs",
      target: "node20",
      external: ["vscode"],
      outfile: suite,
    });
    const all: EditorMeasures[] = [];
    for (let start = 0; start < starts; start++) {
      const measures = await oneStart(editor, suite, large, path.join(scratch, String(start)));
      process.stderr.write(`${JSON.stringify(measures)}\n`);
      all.push(measures);
    }
    return await table(all, large);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Starts the editor once, on folders of its own. */
async function oneStart(
  editor: TestEditor,
  suite: string,
  large: LargeFile,
  folder: string,
): Promise<EditorMeasures> {
  const userData = path.join(folder, "user");
  const workspace = path.join(folder, "workspace");
  const measuresFile = path.join(folder, "measures.json");
  await mkdir(path.join(userData, "User"), { recursive: true });
  await mkdir(workspace);
  const settings = { ...TEST_SETTINGS, "asyncCost.maximumFileSizeMegabytes": LIMIT_MEGABYTES };
  await writeFile(path.join(userData, "User", "settings.json"), JSON.stringify(settings));
  await runTests({
    ...editor.options,
    extensionDevelopmentPath: ROOT,
    extensionTestsPath: suite,
    extensionTestsEnv: { [MEASURES_FILE]: measuresFile, [LARGE_FILE]: large.path },
    launchArgs: [
      workspace,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${path.join(folder, "extensions")}`,
    ],
  });
  return v.parse(editorMeasuresSchema, JSON.parse(await readFile(measuresFile, "utf8")));
}

async function table(all: readonly EditorMeasures[], large: LargeFile): Promise<string> {
  const row = (what: string, of: (measures: EditorMeasures) => number): string => {
    const times = all.map(of);
    const range = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`;
    return `| ${what} | ${median(times).toFixed(0)} (${range}) |`;
  };
  const megabytes = (large.text.length / 1e6).toFixed(1);
  const sizes = await Promise.all(
    BUNDLES.map(async (name) => {
      const { size } = await stat(path.join(ROOT, "dist", name));
      return `${name} ${(size / 1000).toFixed(0)} KB`;
    }),
  );
  return [
    `In ${all.length} starts of the editor, each with an extension host of its own, which compiles our bundle anew; median and range.`,
    "",
    "| in the extension host | ms |",
    "| --- | --- |",
    row("our bundle compiled and run", ({ load }) => load),
    row("our `activate`", ({ activate }) => activate),
    row("activation, both", ({ load, activate }) => load + activate),
    row(`a file of ${megabytes} MB opened: our longest stretch`, ({ opened }) => opened),
    row("a character typed in it: our longest stretch", ({ edited }) => edited),
    row("opened: with waits for a processor", ({ openedPassed }) => openedPassed),
    row("typed: with waits for a processor", ({ editedPassed }) => editedPassed),
    row("opened: the longest stretch, the editor's own", ({ openedByAnybody }) => openedByAnybody),
    row("typed: the longest stretch, the editor's own", ({ editedByAnybody }) => editedByAnybody),
    "",
    "A stretch is ours where our code is on the stack, with what it calls of the editor and the engine. Sampled every half millisecond, which itself makes everything a little slower. Stretches are counted by the time that the extension host's thread was running, as far as the system tells; a busy machine lets it wait in the middle of one.",
    "",
    `What ships, minified: ${sizes.join(", ")}.`,
  ].join("\n");
}
