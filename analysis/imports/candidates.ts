/** Endings that a specifier leaves out, in the order in which they are tried. */
const ENDINGS = ["", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", "/index.ts", "/index.js"];

/** TypeScript's files go by the name that they have once compiled. */
const COMPILED: readonly (readonly [compiled: RegExp, source: string])[] = [
  [/\.js$/, ".ts"],
  [/\.js$/, ".tsx"],
  [/\.mjs$/, ".mts"],
  [/\.cjs$/, ".cts"],
];

/** Paths, relative to the file's folder, that a relative specifier may mean: the first that is there is meant. */
export function candidates(specifier: string): readonly string[] {
  const sources = COMPILED.flatMap(([compiled, source]) =>
    compiled.test(specifier) ? [specifier.replace(compiled, source)] : [],
  );
  const [asItIs, ...completed] = ENDINGS.map((ending) => `${specifier}${ending}`);
  const hasEnding = /\.[cm]?[jt]sx?$/.test(specifier);
  return hasEnding ? [asItIs!, ...sources, ...completed] : completed;
}
