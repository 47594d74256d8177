import ts from "typescript";

/**
 * A webpack loader that compiles TypeScript to ECMAScript 5, which esbuild cannot: for what runs in engines as old as
 * Node 0.10. Imports stay, as webpack reads them itself. Types are checked by `npm run lint`.
 */
export default function es5Loader(source) {
  const { outputText, sourceMapText } = ts.transpileModule(source, {
    fileName: this.resourcePath,
    compilerOptions: {
      target: ts.ScriptTarget.ES5,
      ignoreDeprecations: "6.0",
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      sourceMap: true,
    },
  });
  const map = JSON.parse(sourceMapText);
  this.callback(null, outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"), {
    ...map,
    sources: [this.resourcePath],
    sourcesContent: [source],
  });
}
