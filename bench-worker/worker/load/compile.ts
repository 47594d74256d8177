import path from "node:path";
import vm from "node:vm";
import type { Language } from "../../../analysis/model.ts";
import { withTicks } from "../../ticks.ts";
import { catchWatch } from "./catch-watch.ts";
import { loopWatch } from "./loop-watch.ts";
import { reachWatch } from "./reach-watch.ts";
import { reading } from "./reading.ts";
import { withPlainSyntax } from "./plain-syntax.ts";
import { DYNAMIC_IMPORT, hasFlow, IMPORT_META, routeDynamicImports, toCommonJs } from "./transform.ts";

/** The parameters of a compiled module, in order. */
export const MODULE_PARAMETERS = [
  "exports",
  "require",
  "module",
  "__filename",
  "__dirname",
  IMPORT_META,
  DYNAMIC_IMPORT,
] as const;

/** A module ready to be evaluated: called with {@link MODULE_PARAMETERS}, and those that were asked for. */
export interface CompiledModule {
  readonly evaluate: (...parameters: unknown[]) => unknown;
  /** It awaits at its top level: `evaluate` gives a promise. */
  readonly isAsync: boolean;
}

/** What the engine says of an ES module that is read as a script. */
const MODULE_SYNTAX =
  /Cannot use import statement|Unexpected token 'export'|Cannot use 'import\.meta'|import\.meta|await is only valid|Unexpected reserved word|Identifier '(?:require|module|__filename|__dirname)' has already been declared/;
const TOP_LEVEL_AWAIT =
  /await is only valid|Unexpected reserved word|missing \) after argument list|Unexpected identifier/;

/** What became of texts: each attempt compiles the same ones, and every one needs functions of its own. */
const translated = new Map<string, Translated>();

interface Translated {
  readonly file: string;
  readonly text: string;
  readonly code: string;
  readonly mayAwait: boolean;
}

/**
 * Compiles the module `text`; `names` are parameters beside those of every module.
 *
 * @param milliseconds of computing that taking its types and its imports out may take.
 * @throws {SyntaxError} where the text is not well-formed.
 */
export function compileModule(
  file: string,
  text: string,
  language: Language,
  names: readonly string[] = [],
  milliseconds?: number,
): CompiledModule {
  const key = `${language}\0${file}\0${names.join(",")}\0${text}`;
  const known = translated.get(key);
  if (known !== undefined) return compileScript(file, known.code, known.mayAwait, names);
  const compile = (code: string, mayAwait: boolean): CompiledModule => {
    const compiled = compileScript(file, code, mayAwait, names);
    translated.set(key, { file, text, code, mayAwait });
    return compiled;
  };
  const plain = withPlainSyntax(text, language);
  const toModule = (from: Language): CompiledModule =>
    compile(
      reading(() => toCommonJs(plain, from, file), milliseconds, path.basename(file)),
      true,
    );
  if (language !== "js") return toModule(language);
  try {
    return compile(routeDynamicImports(plain), false);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (hasFlow(text, language)) return toModule(language);
    if (MODULE_SYNTAX.test(error.message)) {
      return toModule("js");
    }
    if (/Unexpected token '<'/.test(error.message)) {
      return toModule("jsx");
    }
    throw error;
  }
}

/**
 * What became of the text of a module, or of one that begins with it: every line of it stays on its line. Undefined where it
 * was not compiled.
 */
export function compiledCode(file: string, text: string): string | undefined {
  for (const one of translated.values()) if (one.file === file && one.text.startsWith(text)) return one.code;
  return undefined;
}

function compileScript(
  file: string,
  code: string,
  mayAwait: boolean,
  names: readonly string[],
): CompiledModule {
  const watched = (): string | null => {
    if (loopWatch.isOn) return withTicks(code);
    if (reachWatch.watches(file)) return reachWatch.withReachTold(code);
    return catchWatch.watches(file) ? catchWatch.withCatchesTold(code, file) : null;
  };
  try {
    return compilePlainScript(file, watched() ?? code, mayAwait, names);
  } catch (error) {
    if (!loopWatch.isOn && !reachWatch.watches(file) && !catchWatch.watches(file)) throw error;
    // What cannot be watched runs as it is.
    return compilePlainScript(file, code, mayAwait, names);
  }
}

function compilePlainScript(
  file: string,
  code: string,
  mayAwait: boolean,
  names: readonly string[],
): CompiledModule {
  const parameters = [...MODULE_PARAMETERS, ...names];
  try {
    const evaluate = vm.compileFunction(code, parameters, { filename: file }) as CompiledModule["evaluate"];
    return { evaluate, isAsync: false };
  } catch (error) {
    if (!(error instanceof SyntaxError) || !mayAwait || !TOP_LEVEL_AWAIT.test(error.message)) throw error;
    // An async function may await where a module may. The head shares the first line, so columns are shifted back.
    const head = `(async function (${parameters.join(",")}) {`;
    const script = new vm.Script(`${head}${code}\n})`, { filename: file, columnOffset: -head.length });
    return {
      evaluate: script.runInThisContext() as CompiledModule["evaluate"],
      isAsync: true,
    };
  }
}
