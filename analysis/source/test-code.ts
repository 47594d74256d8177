import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import type { AsyncFunction, Language } from "../model.ts";
import { calleePath } from "../patterns/chains.ts";
import { viewOf, type FileView } from "../patterns/file-view.ts";

/** Folders that Jest, Mocha and `node --test` take tests from, and those of what tests stand on. */
const FOLDERS: ReadonlySet<string> = new Set([
  ...["test", "tests", "__tests__", "__mocks__", "spec", "specs"],
  ...["e2e", "cypress", "playwright"],
]);
/** File names that Jest, Vitest, Ava and `node --test` take for tests. */
const FILE = /(?:^|[.\-_])(?:test|spec|e2e|cy)\.[cm]?[jt]sx?$|^test-[^/]*\.[cm]?[jt]s$/i;
/** What runners give to a test, or have run before and after it, as it is called: `it`, `test.only`, `beforeEach`. */
const TEST = /^(?:it|test|specify)(?:\.\w+)*$/;
const AROUND_TESTS = /^(?:(?:test|it|describe)\.)?(?:before|after)(?:Each|All)$/;
/** The same by words that mean something else elsewhere. */
const AROUND_ANYTHING =
  /^(?:(?:test|it|describe)\.)?(?:before|after)$|^(?:suite)?setup$|^(?:suite)?teardown$/i;
const SUITE = /^(?:describe|suite|context)(?:\.\w+)*$/;
/** A test by its label, whatever the call of it hangs on. */
const LABELLED = /^(?:it|test|specify) /;

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

/**
 * Whether a function is a test, or what runs before or after tests, in whatever file: what `it(…)`, `test(…)` or
 * `beforeEach(…)` is given.
 *
 * @param text Of its file.
 */
export function isTestCallback(
  { name, reach, range }: Pick<AsyncFunction, "name" | "reach" | "range">,
  text: string,
  language: Language,
): boolean {
  if (reach !== null) return false;
  if (LABELLED.test(name)) return true;
  const view = viewOf(findFunctions(lex(text, language), language));
  const target = view.functions.find(({ start }) => view.tokens.starts[start] === range.start)?.target;
  if (target?.kind !== "argument") return false;
  const callee = calleePath(view, view.calls.at(target.call));
  if (TEST.test(callee) || AROUND_TESTS.test(callee)) return true;
  return AROUND_ANYTHING.test(callee) && callees(view).some((one) => TEST.test(one) || SUITE.test(one));
}

function callees(view: FileView): string[] {
  return Array.from({ length: view.calls.length }, (_, index) => calleePath(view, view.calls.at(index)));
}
