import { transform, type Transform } from "sucrase";
import type { Language } from "../../../analysis/model.ts";

/**
 * JavaScript that `vm.compileFunction` takes out of TypeScript, JSX and ES modules. Every line stays on its line;
 * columns hardly change. Modern syntax is left as it is.
 *
 * @throws {SyntaxError} where the text is not well-formed, with the line in its message.
 */
export function toCommonJs(text: string, language: Language, file: string): string {
  const transforms: Transform[] = ["imports"];
  if (language === "ts" || language === "tsx") transforms.push("typescript");
  if (language === "jsx" || language === "tsx") transforms.push("jsx");
  const { code } = transform(withoutHashbang(text), {
    transforms,
    filePath: file,
    disableESTransforms: true,
    production: true,
    jsxRuntime: /\bReact\b/.test(text) ? "classic" : "automatic",
  });
  return code.replace(/\bimport\.meta\b/g, IMPORT_META);
}

/** The name of the parameter that stands for `import.meta`. */
export const IMPORT_META = "__asyncCostImportMeta";

/** The name of the parameter that stands for `import(…)` in CommonJS. */
export const DYNAMIC_IMPORT = "__asyncCostImport";

/**
 * CommonJS runs as it is written, but for `import(…)`, which must come to our own loader. The replacement keeps
 * lines.
 */
export function routeDynamicImports(text: string): string {
  return withoutHashbang(text).replace(/(?<![.\w$#'"`*])import(?=\s*\()/g, DYNAMIC_IMPORT);
}

function withoutHashbang(text: string): string {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return plain.startsWith("#!") ? `//${plain.slice(2)}` : plain;
}
