import { runTests } from "@vscode/test-electron";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findTestEditor } from "../../scripts/editor/find-test-editor.ts";
import { TEST_SETTINGS } from "../../scripts/editor/settings.ts";

/**
 * Runs the suites of this folder in a real editor, on a folder of their own: desktop VS Code where there is one, else
 * the editor from the npm registry. The compiled suite is the same. Ends with code 1 when a test failed.
 */
const root = path.join(import.meta.dirname, "..", "..");
const scratch = await mkdtemp(path.join(os.tmpdir(), "async-cost-suite-"));
try {
  const userData = path.join(scratch, "user");
  const workspace = path.join(scratch, "workspace");
  await mkdir(path.join(userData, "User"), { recursive: true });
  await mkdir(workspace);
  await writeFile(path.join(userData, "User", "settings.json"), JSON.stringify(TEST_SETTINGS));
  const editor = await findTestEditor();
  console.log(`The editor: ${editor.description}`);
  await runTests({
    ...editor.options,
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(root, "out", "test", "suite.cjs"),
    launchArgs: [
      workspace,
      `--user-data-dir=${userData}`,
      `--extensions-dir=${path.join(scratch, "extensions")}`,
    ],
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
}
