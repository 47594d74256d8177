import path from "node:path";
import { importsIn } from "../types/declarations.ts";
import { packageOfFile, packageOfSpecifier } from "./package-name.ts";
import { requiredIn } from "./required-in.ts";
import type { Resolve } from "./resolve.ts";

/**
 * Tells of a file's expressions to which package what they call belongs, as far as the file itself says so: `murmur` of
 * `murmur.encode` where that is imported from it. Null for all else: what a variable or a parameter has may be anybody's.
 *
 * @param file Where the text lies.
 */
export function packagesOfReceivers(
  text: string,
  file: string,
  resolve: Resolve,
): (expression: string) => string | null {
  let imported: ReadonlyMap<string, string> | undefined;
  const packages = new Map<string, string | null>();
  return (expression) => {
    const root = /^(?:new )?([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(expression)?.[1] ?? "";
    let found = packages.get(root);
    if (found === undefined) {
      imported ??= specifiersIn(text);
      packages.set(root, (found = packageOf(imported.get(root), file, resolve)));
    }
    return found;
  };
}

/** The package that an import leads to; null for none: a file of the project's, or one of Node's modules. */
function packageOf(specifier: string | undefined, file: string, resolve: Resolve): string | null {
  if (specifier === undefined) return null;
  const resolved = resolve(specifier, path.dirname(file));
  if (resolved.kind === "builtin") return null;
  return resolved.kind === "file" ? packageOfFile(resolved.file) : packageOfSpecifier(specifier);
}

/** What names a text has for what it imports, and from where each. */
export function specifiersIn(text: string): ReadonlyMap<string, string> {
  const found = new Map([...importsIn(text)].map(([own, { specifier }]) => [own, specifier]));
  for (const { specifier, whole, parts } of requiredIn(text))
    for (const own of whole === undefined ? parts.map((part) => part.own) : [whole])
      found.set(own, specifier);
  return found;
}
