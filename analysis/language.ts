import type { Language } from "./model.ts";

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  js: "js",
  cjs: "js",
  mjs: "js",
  jsx: "jsx",
  ts: "ts",
  cts: "ts",
  mts: "ts",
  tsx: "tsx",
  // Languages of their own, streamline and StratifiedJS, with the tokens of JavaScript.
  _js: "js",
  sjs: "js",
};

const BY_EDITOR_ID: Readonly<Record<string, Language>> = {
  javascript: "js",
  javascriptreact: "jsx",
  typescript: "ts",
  typescriptreact: "tsx",
};

/** The language of a file by its name's extension; undefined for what is not JavaScript or TypeScript. */
export function languageOfFile(fileName: string): Language | undefined {
  const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : BY_EXTENSION[extension];
}

/** The language of an editor's document by its language id; undefined for what is not JavaScript or TypeScript. */
export function languageOfEditorId(languageId: string): Language | undefined {
  return BY_EDITOR_ID[languageId];
}
