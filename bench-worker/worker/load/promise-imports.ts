import { findFunctions } from "../../../analysis/functions/find.ts";
import { lex } from "../../../analysis/lexer/lex.ts";
import { eachBinding, type Binding } from "../../../analysis/patterns/bindings.ts";
import type { SourceCode } from "../../../analysis/source/source-code.ts";
import { loadEntry, type LoaderParts } from "./load-entry.ts";
import type { EntryModule } from "./module-loader.ts";
import { mayBePromises } from "./promise-class.ts";

/** The parameter that takes what is imported. */
const TAKE = "__asyncCostTake";

/** What a name is bound to: something of a module. */
interface Imported extends Pick<Binding, "path" | "isRequired"> {
  readonly specifier: string;
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
  for (const [own, from] of importsOf(parts.source)) {
    if (!names.includes(own) || !mayBePromises(from.specifier)) continue;
    const value = await valueOf(from, parts);
    if (value !== undefined && !parts.fakes.isFake(value)) found.set(own, value);
  }
  return found;
}

/** What a text imports or requires, by its own names. */
export function importsOf({
  text,
  language,
}: Pick<SourceCode, "text" | "language">): ReadonlyMap<string, Imported> {
  const all = new Map<string, Imported>();
  eachBinding(findFunctions(lex(text, language), language), ({ local, quoted, path, isRequired }) => {
    all.set(local, { specifier: quoted.slice(1, -1), path, isRequired });
  });
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

function importing({ specifier, path, isRequired }: Imported): string {
  const from = JSON.stringify(specifier);
  if (isRequired) return `${TAKE}(require(${from})${path === "" ? "" : `.${path}`});`;
  const clause = path === "" ? "* as taken" : `{ ${path} as taken }`;
  return `import ${clause} from ${from};\n${TAKE}(taken);`;
}
