import type { AsyncFunction } from "../model.ts";

/** Folders that Jest, Mocha and `node --test` take tests from, and those of what tests stand on. */
const FOLDERS: ReadonlySet<string> = new Set([
  ...["test", "tests", "__tests__", "__mocks__", "spec", "specs"],
  ...["e2e", "cypress", "playwright"],
]);
/** File names that Jest, Vitest, Ava and `node --test` take for tests. */
const FILE = /(?:^|[.\-_])(?:test|spec|e2e|cy)\.[cm]?[jt]sx?$|^test-[^/]*\.[cm]?[jt]s$/i;
const TEST = /^(?:it|test|specify)(?: |$)/;

/**
 * Whether a file is of tests, by what test runners look for where nobody tells them otherwise.
 *
 * @param path Relative to the project, with forward slashes.
 */
export function isTestFile(path: string): boolean {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  return folders.some((folder) => FOLDERS.has(folder.toLowerCase())) || FILE.test(name);
}

/** Whether a function is what `it(…)` or `test(…)` is given, in whatever file. */
export function isTestCallback({ name, reach }: Pick<AsyncFunction, "name" | "reach">): boolean {
  return reach === null && TEST.test(name);
}
