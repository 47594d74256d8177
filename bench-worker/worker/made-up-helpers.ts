import { findFunctions } from "../../analysis/functions/find.ts";
import { lex } from "../../analysis/lexer/lex.ts";
import type { AsyncFunction, Language } from "../../analysis/model.ts";
import { textAt, viewOf } from "../../analysis/patterns/file-view.ts";
import { inPattern } from "../../analysis/source/in-pattern.ts";
import { ENDS_HELPERS } from "../deciding.ts";
import { HELPERS_AT_MOST } from "../preparation.ts";
import { lastName } from "./missed-calls.ts";
import { nameOfPackage } from "./load/load-entry.ts";
import type { RecordedOperation } from "./measure/record.ts";

/** Operations that are named. */
const NAMED_AT_MOST = 4;

/** How a file names another one of its project: by a path, or an alias for one. */
const OF_PROJECT = String.raw`["'](?:\.{1,2}\/|[#~]|@\/)[^"'\n]*["']`;

/** Those of a function's I/O calls that stand for functions of its project. */
interface MadeUpHelpers {
  /** By their last names. */
  readonly names: readonly string[];
  /** For the user. */
  readonly sentence: string;
}

/**
 * What the user is told of a function that was taken out of its module where operations that it was counted for stand for
 * functions of its own project, which were made up with all else around it; null where none does.
 *
 * @param text Of the function's file.
 * @param functions Those of that file that are asynchronous.
 */
export function madeUpHelpers(
  operations: readonly RecordedOperation[],
  own: AsyncFunction,
  text: string,
  functions: readonly AsyncFunction[],
  language: Language,
): MadeUpHelpers | null {
  const isHelper = helperOf(own, text, functions, language);
  const helpers = operations.filter(({ expression }) => isHelper(expression));
  if (helpers.length === 0) return null;
  const named = new Set(
    helpers.map(({ expression, line }) => (line === null ? expression : `${expression} at line ${line}`)),
  );
  const shown = [...named].slice(0, NAMED_AT_MOST).join(", ");
  const more = named.size > NAMED_AT_MOST ? ` and ${named.size - NAMED_AT_MOST} more` : "";
  const [all, stand, are] =
    operations.length === 1
      ? ["Its one I/O call", "stands for a function", "was"]
      : [
          someOf(helpers.length, operations.length),
          helpers.length === 1 ? "stands for a function" : "stand for functions",
          helpers.length === 1 ? "was" : "were",
        ];
  return {
    names: [...new Set(helpers.map(({ expression }) => lastName(expression).slice(0, 200)))]
      .sort()
      .slice(0, HELPERS_AT_MOST),
    sentence: `${all} ${stand} of its own project that ${are} made up with the rest (${shown}${more}): ${ENDS_HELPERS}`,
  };
}

function someOf(some: number, all: number): string {
  if (some < all) return `${some} of its ${all} I/O calls`;
  return all === 2 ? "Both of its I/O calls" : `All ${all} of its I/O calls`;
}

/** Whether what an operation is called by is a function of the same project. */
function helperOf(
  own: AsyncFunction,
  text: string,
  functions: readonly AsyncFunction[],
  language: Language,
): (expression: string) => boolean {
  const known = new Map<string, boolean>();
  const methods = new Set(
    [...functions.map(({ name }) => name), ...methodsIn(text, language)].map(plainName),
  );
  const specifiers = [...text.matchAll(new RegExp(OF_PROJECT, "g"))].map(([quoted]) => quoted.slice(1, -1));
  const modules = new Set(specifiers.map(nameOfPackage));
  const parameters = new Set(own.parameters.map(({ name }) => name));
  const holder = own.name.includes(".") ? own.name.slice(0, own.name.lastIndexOf(".")) : "";
  return (expression) => {
    const parts = expression.replace(/^new\s+/, "").split(".");
    const [root = "", member = ""] = parts.map((part) => part.replace(/\(.*$/, "").replace(/\[.*$/, ""));
    if (root === "this" || root === "super")
      return parts.length === 2 && holder !== "" && methods.has(plainName(`${holder}.${member}`));
    if (parameters.has(root)) return false;
    const isMember = parts.length > 1 && !/^new\s/.test(expression);
    // What was taken out of a module goes by the name of that: `response.decode` of `require("../v0/response")`.
    if (parts.length === 2 && modules.has(root) && !isBound(root, text)) return true;
    const key = isMember ? `${root}.` : root;
    const before = known.get(key);
    if (before !== undefined) return before;
    const is = isOfProject(root, text) && !(isMember && isTakenOut(root, text));
    known.set(key, is);
    return is;
  };
}

/** A private method goes by another name where it is made up. */
function plainName(name: string): string {
  return name.replace("#", "_");
}

/** The methods of a file's classes, `Client.login`, asynchronous or not: one that gives a promise need not say so. */
function methodsIn(text: string, language: Language): string[] {
  const view = viewOf(findFunctions(lex(text, language), language));
  return view.functions.flatMap(({ target }) => {
    if (target?.kind !== "member" || target.key.computed || target.holder.nameToken < 0) return [];
    return [`${textAt(view, target.holder.nameToken)}.${textAt(view, target.key.start)}`];
  });
}

/** Whether a name is defined by the file as a function or a class, or imported from another file of the project. */
function isOfProject(name: string, text: string): boolean {
  const word = String.raw`(?<![\p{ID_Continue}$.])${inPattern(name)}(?![\p{ID_Continue}$])`;
  return [
    String.raw`\b(?:function\s*\*?|class)\s*${word}`,
    String.raw`\bimport\b[^;"'()]*${word}[^;"'()]*\bfrom\s*${OF_PROJECT}`,
    String.raw`\b(?:const|let|var)\b[^;=]*${word}[^;=]*=\s*(?:[\p{ID_Continue}$.]+\s*\(\s*)*(?:await\s+import|require)\s*\(\s*${OF_PROJECT}`,
  ].some((pattern) => new RegExp(pattern, "u").test(text));
}

/**
 * Whether a name is one of those that the file takes out of another: a member of what it stands for is no function of that
 * file, which may have made a client of a package's there.
 */
function isTakenOut(name: string, text: string): boolean {
  const word = String.raw`(?<![\p{ID_Continue}$.])${inPattern(name)}(?![\p{ID_Continue}$])`;
  return new RegExp(
    String.raw`\b(?:import|const|let|var)\b(?:(?!\b(?:import|const|let|var)\b)[^;="'(){}])*\{(?=[^;="'(){}]*\})[^;="'(){}]*${word}`,
    "u",
  ).test(text);
}

const BINDS = "(?:import|const|let|var|function|class)";

/** Whether a file binds a name itself, somewhere. */
function isBound(name: string, text: string): boolean {
  const word = String.raw`(?<![\p{ID_Continue}$.])${inPattern(name)}(?![\p{ID_Continue}$])`;
  return new RegExp(String.raw`\b${BINDS}\b(?:(?!\b${BINDS}\b)[^;="'()])*${word}`, "u").test(text);
}
