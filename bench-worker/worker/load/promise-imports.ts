import { importsIn, type TakenFrom } from "../types/declarations.ts";
import { loadEntry, type LoaderParts } from "./load-entry.ts";
import type { EntryModule } from "./module-loader.ts";
import { mayBePromises } from "./promise-class.ts";

/** The parameter that takes what is imported. */
const TAKE = "__asyncCostTake";

/** `const { all, map: each } = require("bluebird")`, `const Promise = require("bluebird")`. */
const REQUIRED =
  /(?<![\w$.])(?:(\{[^{}]*\})|([\p{ID_Start}$_][\p{ID_Continue}$]*))\s*=\s*require\s*\(\s*["'`]([^"'`\n]+)["'`]\s*\)(?!\s*[.([])/gu;

interface Imported extends TakenFrom {
  readonly isRequired?: true;
}

/**
 * What a function that is taken out of its module has from implementations of promises, by its names: made up, `Promise.props` of
 * Bluebird would be an operation, and what it waits for would not.
 *
 * @param names Of the module, which the function asks for.
 */
export async function promiseImports(
  names: readonly string[],
  parts: LoaderParts,
): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const [own, from] of importsOf(parts.source.text)) {
    if (!names.includes(own) || !mayBePromises(from.specifier)) continue;
    const value = await valueOf(from, parts);
    if (value !== undefined && !parts.fakes.isFake(value)) found.set(own, value);
  }
  return found;
}

/** What a text imports, in either way. */
function importsOf(text: string): ReadonlyMap<string, Imported> {
  const all = new Map<string, Imported>(importsIn(text));
  for (const [, pattern, whole, specifier = ""] of text.matchAll(REQUIRED)) {
    if (whole !== undefined) all.set(whole, { specifier, name: "*", isRequired: true });
    for (const part of pattern?.slice(1, -1).split(",") ?? []) {
      const [name = "", own = name] = part.split(":").map((one) => one.trim());
      if (/^[\p{ID_Continue}$]+$/u.test(own)) all.set(own, { specifier, name, isRequired: true });
    }
  }
  return all;
}

/** What is imported; undefined where that does not load. */
async function valueOf(from: Imported, parts: LoaderParts): Promise<unknown> {
  let value: unknown;
  const entry: EntryModule = {
    file: parts.source.file,
    text: importing(from),
    language: "js",
    appended: "",
    parameters: { [TAKE]: (given: unknown) => (value = given) },
  };
  try {
    await loadEntry(entry, parts);
  } catch {
    return undefined;
  }
  return value;
}

function importing({ specifier, name, isRequired }: Imported): string {
  const from = JSON.stringify(specifier);
  if (isRequired === true) {
    const member = name === "*" ? "" : `[${JSON.stringify(name)}]`;
    return `${TAKE}(require(${from})${member});`;
  }
  const clause = name === "*" ? "* as taken" : `{ ${name} as taken }`;
  return `import ${clause} from ${from};\n${TAKE}(taken);`;
}
