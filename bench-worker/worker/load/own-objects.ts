import path from "node:path";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import { namesOfFunctions } from "../../../analysis/functions/name-token.ts";
import { inPattern } from "../../../analysis/source/in-pattern.ts";
import type { TargetSource } from "../../protocol.ts";
import { completeHolder } from "../fakes/complete-instance.ts";
import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";
import { isObject } from "../io/is-object.ts";
import { construct, type Constructor } from "./construct.ts";
import { projectAround } from "./project-files.ts";
import { filesWithFunctions, type ProjectText } from "./project-functions.ts";
import { sourceTextOf } from "./source-text.ts";
import type { OwnObject } from "./stand-ins.ts";

/** A stand-in of which methods were called, by its name. */
export interface CalledHolder {
  readonly name: string;
  /** Those that were called, and what was called of what they gave. */
  readonly methods: readonly string[];
  /** All of its members that were read. */
  readonly read: readonly string[];
}

/**
 * In which of a project's files the class or factory is that gives a stand-in's methods; null where none does, or where several do, or one does by a
 * single method, and neither the stand-in's type nor its name tells of it.
 */
export function ownObjectFor(
  { name, methods, read }: CalledHolder,
  { file, text }: Pick<TargetSource, "file" | "text">,
  texts: readonly ProjectText[],
): OwnObject | null {
  const called = calledIn(name);
  const type = typeIn(text, called);
  const isNamed = ({ file }: ProjectText): boolean =>
    path.parse(file).name.toLowerCase() === called.toLowerCase();
  const isTyped = ({ text }: ProjectText): boolean => type !== null && isOfType(type, text);
  // One method of a name tells little: a client may have it as well.
  const isToldByMembers = new Set([...methods, ...read]).size > 1;
  const asked = isToldByMembers || type !== null ? texts : texts.filter(isNamed);
  const all = filesWithFunctions(methods, asked).filter(({ text }) =>
    read.every((one) => text.includes(one)),
  );
  const [top] = path.relative(projectAround(file), file).split(path.sep);
  const beside = all.filter((one) => one.file.split("/")[0] === top);
  let left = beside.length > 0 ? beside : all;
  for (const isMeant of [isTyped, isNamed]) {
    const meant = left.filter(isMeant);
    if (left.length > 1 && meant.length > 0) left = meant;
  }
  const [only, ...more] = left;
  if (only === undefined || more.length > 0) return null;
  return isToldByMembers || isTyped(only) || isNamed(only) ? { file: only.file, methods } : null;
}

/** The name of the type that a text says a value of a name has. */
function typeIn(text: string, name: string): string | null {
  const declared = new RegExp(
    String.raw`(?<![\p{ID_Continue}$.])${inPattern(name)}\s*[?!]?:\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)`,
    "u",
  );
  return declared.exec(text)?.[1] ?? null;
}

/** Whether a text has the class of a name, or a function that gives what is of it. */
function isOfType(type: string, text: string): boolean {
  return new RegExp(String.raw`\bclass\s+${inPattern(type)}\b|\)\s*:\s*${inPattern(type)}\b(?!\s*=>)`).test(
    text,
  );
}

/** What is known of the target. */
interface OwnParts {
  readonly source: TargetSource;
  readonly fakes: UniversalFakes;
  readonly asyncFunction: Pick<AsyncFunction, "name">;
}

/**
 * Makes an object of the project's own, on stand-ins, or takes one that a file exports.
 *
 * @param name Of the stand-in in whose place it is. That is none of the target's own class where its method calls one of the same name: it wraps
 * something.
 * @throws where that file does not load, has no such class or factory, or several, or it fails on stand-ins.
 */
export function makeOwnObject(
  { file, methods }: OwnObject,
  name: string,
  { source, fakes, asyncFunction }: OwnParts,
): unknown {
  const whole = path.join(projectAround(source.file), file);
  const require = fakes.requireFrom?.(whole) as ((specifier: string) => unknown) | undefined;
  if (require === undefined) throw new Error(`${file} cannot be loaded before the function's module`);
  const exports = require(whole);
  const exported = isObject(exports) ? [exports, ...Object.values(exports).filter(isObject)] : [];
  const has = (one: object, method: string): boolean =>
    typeof Reflect.get(one, method) === "function" && !(method in Function.prototype);
  const [ownClass, ownName = ""] = asyncFunction.name.split(".");
  const giving = [...new Set(exported)].filter((one) => {
    if (isMaker(one) && one.name === ownClass && methods.includes(ownName)) return false;
    return methods.every((method) => has(one, method)) || (isMaker(one) && givesMethods(one, methods));
  });
  const found = oneOf(giving, calledIn(name));
  if (found === undefined) throw new Error(`${file} has ${giving.length} that give ${methods.join(", ")}`);
  if (methods.every((method) => has(found, method)))
    return typeof found === "function" ? found : completeHolder(found, fakes);
  const text = sourceTextOf(source)(whole) ?? "";
  const code = codeOfFile(whole, text);
  const made = construct(
    found as Constructor,
    fakes,
    { file: whole, text: code?.text ?? "", language: code?.language ?? "js" },
    { isTold: false, isWhole: true },
  );
  const [method] = methods;
  if (!isObject(made) || typeof Reflect.get(made, method!) !== "function")
    throw new Error(`${(found as Constructor).name} gives no ${method}`);
  return made;
}

/** The one of several that is meant: that goes by the name, by the shortest name that ends with it, or that all others extend. */
function oneOf(all: readonly object[], called: string): object | undefined {
  if (all.length < 2) return all[0];
  const wanted = called.toLowerCase();
  const named = all
    .filter((one) => isMaker(one) && one.name.toLowerCase().endsWith(wanted))
    .sort((one, other) => (one as Constructor).name.length - (other as Constructor).name.length);
  const isExtended = (base: object): boolean =>
    all.every((one) => one === base || Object.prototype.isPrototypeOf.call(base, one));
  return named[0] ?? all.find(isExtended);
}

function isMaker(value: object): value is Constructor {
  return typeof value === "function";
}

/** Whether instances have methods, or a factory's text has. */
function givesMethods(maker: Constructor, methods: readonly string[]): boolean {
  const prototype: unknown = maker.prototype;
  const names = namesOfFunctions(Function.prototype.toString.call(maker), "js");
  return methods.every((name) => names.has(name) || (isObject(prototype) && name in prototype));
}

/** `Item` of `new model.Item()`. */
function calledIn(name: string): string {
  return name.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)?.at(-1) ?? name;
}
