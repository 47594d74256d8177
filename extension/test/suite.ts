import type { MochaOptions } from "mocha";
import { writeFileSync } from "node:fs";
import { SUITE_MARK } from "../../scripts/editor/suite-console.ts";
import { COUNTS_FILE, countRun } from "../../scripts/test/counts.ts";
import { noteShownErrors, takeShownErrors } from "./shown-errors.ts";

declare global {
  interface ImportMeta {
    /** webpack's: every module below a folder whose name matches, loaded when it is called with its key. */
    webpackContext(folder: string, options: { regExp: RegExp; recursive: boolean }): SuiteFiles;
  }
}

interface SuiteFiles {
  (key: string): unknown;
  keys(): string[];
}

/**
 * Runs every `*.suite.ts` of this folder in the extension host; the editor calls it and ends when it settles.
 * `ASYNC_COST_GREP` picks tests by name. A test that has an error shown to the user, and does not take it, fails.
 * Throws when a test failed, or there was none.
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import("mocha");
  // The extension host lets nobody replace its console, but a reporter can be given another.
  Object.assign(Mocha.reporters.Base, {
    consoleLog: (first: unknown = "", ...rest: unknown[]) =>
      console.log(`${SUITE_MARK}${String(first)}`, ...rest),
  });
  const options: MochaOptions = { ui: "bdd", timeout: 120_000, color: false };
  if (process.env.ASYNC_COST_GREP) options.grep = process.env.ASYNC_COST_GREP;
  const mocha = new Mocha(options);
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  noteShownErrors();
  mocha.rootHooks({
    afterEach: () => {
      const errors = takeShownErrors();
      if (errors.length > 0) throw new Error(`An error was shown: ${errors.join(" ")}`);
    },
  });
  const files = import.meta.webpackContext("./", { regExp: /\.suite\.ts$/, recursive: false });
  for (const key of files.keys()) files(key);
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run();
    countRun(runner, (counts) => {
      const file = process.env[COUNTS_FILE];
      if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
      if (counts.failed > 0) reject(new Error(`${counts.failed} failed in the extension host`));
      else if (counts.passed === 0) reject(new Error("No test ran in the extension host."));
      else resolve();
    });
  });
}
