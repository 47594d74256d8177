import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import type { Page } from "playwright-core";
import { openBrowser, openStillPage } from "./browser.ts";
import { parseCommandLine } from "./command-line.ts";
import { prepareEditor } from "./prepare.ts";
import { startServer } from "./server.ts";
import { SUITE_MARK } from "./suite-console.ts";
import { workbenchUrl } from "./workbench-url.ts";

/**
 * What the executable `async-cost-editor` does: runs an extension's test suite in VS Code's extension host with a
 * Chromium as its window, and ends with the suite's code. The suite's console comes out on standard output; what the
 * editor itself says goes to a file.
 */

/** A suite says nothing and does not end: several times as long as any of ours takes. */
const SUITE_MILLISECONDS = 30 * 60_000;
/** Until the workbench is loaded; a busy machine takes its time. */
const LOADING_MILLISECONDS = 3 * 60_000;

const commandLine = parseCommandLine(process.argv.slice(2));
const { extensionTestsPath } = commandLine;
if (extensionTestsPath === null)
  throw new Error("--extensionTestsPath is needed: this editor runs test suites.");

const logFile = path.join(import.meta.dirname, "..", "..", "out", "editor.log");
mkdirSync(path.dirname(logFile), { recursive: true });
const log = createWriteStream(logFile);

const editor = await prepareEditor((line) => console.log(line));
const server = await startServer(editor, {
  testDriver: true,
  fewExtensions: true,
  settings: commandLine.trustEverything ? { "security.workspace.trust.enabled": false } : {},
  ...(commandLine.userDataFolder === null ? {} : { userDataFolder: commandLine.userDataFolder }),
  ...(commandLine.extensionsFolder === null ? {} : { extensionsFolder: commandLine.extensionsFolder }),
});
const stopAndExit = (code: number): void => {
  void server.stop().finally(() => process.exit(code));
};
process.once("SIGINT", () => stopAndExit(130)).once("SIGTERM", () => stopAndExit(143));

let code = 1;
try {
  const browser = await openBrowser();
  try {
    const page = await openStillPage(browser, { width: 1400, height: 900 });
    const exit = suiteExit(page);
    await exposeSuite(page, exit.report);
    const [folder] = commandLine.paths;
    await page.goto(
      workbenchUrl({
        port: server.port,
        token: server.token,
        extensionDevelopmentPaths: commandLine.extensionDevelopmentPaths,
        extensionTestsPath,
        ...(folder === undefined ? {} : { folder }),
      }),
      { timeout: LOADING_MILLISECONDS },
    );
    code = await exit.code;
  } finally {
    await browser.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  await server.stop();
}
if (code !== 0) console.error(`What the editor itself said is in ${logFile}`);
log.end(() => process.exit(code));

/** A promise of the suite's exit code: rejected when the page or the server goes, or nothing comes. */
function suiteExit(page: Page): { code: Promise<number>; report: (code: number) => void } {
  const { promise, resolve, reject } = withResolvers<number>();
  const minutes = SUITE_MILLISECONDS / 60_000;
  const timer = setTimeout(
    () => reject(new Error(`The suite did not end within ${minutes} minutes.`)),
    SUITE_MILLISECONDS,
  );
  page.once("crash", () => reject(new Error("The editor's page crashed.")));
  page.once("close", () => reject(new Error("The editor's page was closed before the suite ended.")));
  void server.ended.then(() => reject(new Error("The editor's server ended before the suite did.")));
  const code = promise.finally(() => clearTimeout(timer));
  // Whoever waits for it hears of a rejection; before anybody does, it must not end the process.
  code.catch(() => undefined);
  return { code, report: resolve };
}

/** Gives the page the two functions by which a workbench under test speaks to whoever runs it. */
async function exposeSuite(page: Page, report: (code: number) => void): Promise<void> {
  await page.exposeFunction("codeAutomationLog", (type: string, args: readonly unknown[]) => {
    const line = format(...args);
    if (line.startsWith(SUITE_MARK)) process.stdout.write(`${line.slice(SUITE_MARK.length)}\n`);
    else log.write(`[${type}] ${line}\n`);
  });
  await page.exposeFunction("codeAutomationExit", (exitCode: number) => report(exitCode));
}

function withResolvers<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}
