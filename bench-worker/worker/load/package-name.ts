import path from "node:path";
import { framesOf } from "../io/call-site.ts";
import { isThere } from "./is-there.ts";

/** Whether a specifier is a path, relative or absolute, and so no package's name. */
export function isPath(specifier: string): boolean {
  return /^(?:\.{1,2}(?:\/|$)|\/|[A-Za-z]:)/.test(specifier);
}

/** `@scope/name` of `@scope/name/file`, `name` of `name`. */
export function packageOfSpecifier(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The package that a file belongs to; null for the project's own. */
export function packageOfFile(file: string): string | null {
  const specifier = /^.*[\\/]node_modules[\\/](.+)$/.exec(file)?.[1];
  return specifier === undefined ? null : packageOfSpecifier(specifier.replaceAll("\\", "/"));
}

/** Whether a file belongs to the same project, or installed package, as another. */
export function isOfProject(file: string, other: string): boolean {
  return packageOfFile(file) === packageOfFile(other);
}

/** A file as its project names it, `src/config/index.js`: by its path from the nearest folder that has a `package.json`. */
export function nameInProject(file: string): string {
  for (let at = path.dirname(file); at !== path.dirname(at); at = path.dirname(at))
    if (isThere(path.join(at, "package.json"))) return path.relative(at, file).replaceAll("\\", "/");
  return path.basename(file);
}

/**
 * The package through which the project came to the place that `stack` shows: the one of the frame that is nearest
 * to the project's own. Null when no package is in between.
 */
export function packageOfStack(stack: string): string | null {
  let nearest: string | null = null;
  for (const { file } of framesOf(stack)) {
    const name = packageOfFile(file);
    if (name === null && nearest !== null) break;
    nearest = name ?? nearest;
  }
  return nearest;
}
