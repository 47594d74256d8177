import { ESLint } from "eslint";
import path from "node:path";
import ts from "typescript";

/**
 * Checks types and rules. One process for both: most of what the linter takes is types, and those are worked out once.
 * Ends with code 1 when something is wrong.
 */

const root = path.join(import.meta.dirname, "..", "..");

const programs = ["tsconfig.json", path.join("webview", "tsconfig.json")].map((name) => {
  const file = path.join(root, name);
  const { config, error } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as {
    config: unknown;
    error?: ts.Diagnostic;
  };
  if (error !== undefined) fail([error]);
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(file));
  fail(errors);
  return ts.createProgram(fileNames, options);
});
for (const program of programs) fail(ts.getPreEmitDiagnostics(program));

const eslint = new ESLint({
  cwd: root,
  overrideConfig: { files: ["**/*.ts"], languageOptions: { parserOptions: { project: null, programs } } },
});
const results = await eslint.lintFiles(["."]);
const text = await (await eslint.loadFormatter("stylish")).format(results);
if (text !== "") console.log(text);
if (results.some(({ errorCount }) => errorCount > 0)) process.exitCode = 1;

/** Says what is wrong, if anything is. The linter's complaints would be about the same, and more obscure. */
function fail(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  console.log(
    ts.formatDiagnostics(diagnostics, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => "\n",
    }),
  );
  process.exit(1);
}
