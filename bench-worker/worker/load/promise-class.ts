import { isObject } from "../io/is-object.ts";
import { packageOfSpecifier } from "./package-name.ts";

/** How packages that implement promises are called; `pg-promise` and the like only give some. */
const PACKAGE =
  /^(?:(?:(?:es6|any|native|pinkie|tiny|zen)-)?promises?(?:-polyfill|-only)*|bluebird(?:-lst)?|q|when|rsvp|vow|lie|pinkie|kew)$/i;
/** A file of the project, maybe by an alias of its folder: `@/promise`. */
const FILE = /^(?:\.{1,2}|[@~#])?\/(?:.*\/)?([^/]+?)(?:\.[cm]?[jt]s)?$/;

/** Whether what is imported by a specifier may be an implementation of promises, or a file of the project that hands one on. */
export function mayBePromises(specifier: string): boolean {
  const file = FILE.exec(specifier)?.[1];
  if (file !== undefined) return PACKAGE.test(file) || /promise$/i.test(file);
  // A path within another package (`mysql2/promise`) is that package with promises.
  return PACKAGE.test(packageOfSpecifier(specifier));
}

/** Whether what a module exports, as a whole or as its default, makes promises as `Promise` does. */
export function exportsPromises(exports: unknown): boolean {
  if (!isObject(exports)) return false;
  return isPromiseClass(exports) || isPromiseClass(Reflect.get(exports, "default"));
}

function isPromiseClass(value: unknown): boolean {
  if (typeof value !== "function") return false;
  const has = (name: string): boolean => typeof Reflect.get(value, name) === "function";
  return has("all") && (has("resolve") || has("reject"));
}
