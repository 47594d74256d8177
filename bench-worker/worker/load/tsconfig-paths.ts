import path from "node:path";
import { createPathsMatcher, parseTsconfig, type TsConfigJsonResolved } from "get-tsconfig";
import * as v from "valibot";
import { isThere } from "./is-there.ts";

/** The files, absolute and without their endings, that a specifier may stand for by `paths` and `baseUrl`. */
export type FindAliases = (specifier: string) => readonly string[];

const pathsSchema = v.record(v.string(), v.array(v.unknown()));
const referenceSchema = v.object({ path: v.string() });

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
  let matcher: FindAliases | null;
  let references: unknown;
  try {
    const config = parseTsconfig(file);
    matcher = createPathsMatcher({ path: file, config: withReadablePaths(config) });
    references = config.references;
  } catch {
    return NO_ALIASES;
  }
  if (matcher !== null) return matcher;
  if (!mayRefer || !Array.isArray(references)) return NO_ALIASES;
  const others = references.flatMap((reference) => {
    const parsed = v.safeParse(referenceSchema, reference);
    if (!parsed.success) return [];
    const other = path.resolve(path.dirname(file), parsed.output.path);
    return [aliasesOf(other.endsWith(".json") ? other : path.join(other, "tsconfig.json"), false)];
  });
  return (specifier) => others.flatMap((find) => find(specifier));
}

/**
 * A configuration whose `paths` can be followed: what has two stars or stands for nothing is left out, and what is
 * relative to nothing is so to the file, as bundlers take it; TypeScript itself refuses both.
 */
function withReadablePaths(config: TsConfigJsonResolved): TsConfigJsonResolved {
  const { compilerOptions } = config;
  if (compilerOptions?.paths === undefined) return config;
  const parsed = v.safeParse(pathsSchema, compilerOptions.paths);
  const hasBase = compilerOptions.baseUrl !== undefined;
  const paths: Record<string, string[]> = {};
  for (const [pattern, substitutions] of Object.entries(parsed.success ? parsed.output : {})) {
    const readable = substitutions.filter(
      (text): text is string => typeof text === "string" && !hasTwoStars(text),
    );
    if (hasTwoStars(pattern) || readable.length === 0) continue;
    paths[pattern] = readable.map((text) =>
      hasBase || path.isAbsolute(text) || /^\.\.?(?:\/|$)/.test(text) ? text : `./${text}`,
    );
  }
  return { ...config, compilerOptions: { ...compilerOptions, paths } };
}

function hasTwoStars(text: string): boolean {
  return text.indexOf("*") !== text.lastIndexOf("*");
}
