import path from "node:path";
import { createPathsMatcher, parseTsconfig, type TsConfigResult } from "get-tsconfig";
import { isThere } from "./is-there.ts";

/** The files, absolute and without their endings, that a specifier may stand for by `paths` and `baseUrl`. */
export type FindAliases = (specifier: string) => readonly string[];

const NO_ALIASES: FindAliases = () => [];
const matchers = new Map<string, FindAliases>();

/**
 * The path aliases that hold in a folder: those of the nearest tsconfig.json or jsconfig.json, with all that it
 * extends; where it has none, of the projects that it refers to. One that cannot be read has none.
 */
export function aliasesIn(folder: string): FindAliases {
  const file = nearestConfig(folder);
  if (file === null) return NO_ALIASES;
  let matcher = matchers.get(file);
  if (matcher === undefined) matchers.set(file, (matcher = aliasesOf(file, true)));
  return matcher;
}

function nearestConfig(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    for (const name of ["tsconfig.json", "jsconfig.json"]) {
      const file = path.join(at, name);
      if (isThere(file)) return file;
    }
    if (path.dirname(at) === at) return null;
  }
}

function aliasesOf(file: string, mayRefer: boolean): FindAliases {
  let parsed: TsConfigResult;
  try {
    parsed = { path: file, config: parseTsconfig(file) };
  } catch {
    return NO_ALIASES;
  }
  const matcher = createPathsMatcher(parsed);
  if (matcher !== null) return matcher;
  const referred = mayRefer ? (parsed.config.references ?? []) : [];
  const others = referred.map(({ path: name }) => {
    const other = path.resolve(path.dirname(file), name);
    return aliasesOf(other.endsWith(".json") ? other : path.join(other, "tsconfig.json"), false);
  });
  return (specifier) => others.flatMap((find) => find(specifier));
}
