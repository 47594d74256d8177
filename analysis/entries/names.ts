import { Atom } from "../functions/atoms.ts";
import type { Call, FoundFunction, Holder, Key, Target } from "../functions/found.ts";
import { spanText } from "../functions/scan.ts";
import { wrapsFunctions } from "../io-calls/given-functions.ts";
import { takesPlainFunctions } from "../patterns/callback-names.ts";
import { argumentsOf, calleePath } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { isPromiseMaker, isPromiseMethod } from "../patterns/promises.ts";
import { callLabel, givesHandler } from "./call-label.ts";

/** What a function without a name is called. */
export const ANONYMOUS = "(anonymous)";

/** What a nameless function is called that is all that a CommonJS module exports. */
const MODULE = "module.exports";

/**
 * The name that a person would call a function by: `upload`, `Store.upload`, `Store.#flush`, `api.users.get`,
 * `get /orders`. `given` is what its value goes into when that is not its own target, as behind a runner's call.
 */
export function displayName(view: FileView, found: FoundFunction, given: Target | null): string {
  const own = found.nameToken >= 0 ? textAt(view, found.nameToken) : "";
  if (found.target?.kind === "argument") return own || nameOfArgument(view, found, given) || ANONYMOUS;
  const isMethod =
    found.target?.kind === "assignment" && isMember(nameOfTarget(view, found.target, found.parent));
  if (own !== "" && !isMethod) return own;
  return nameOfTarget(view, found.target, found.parent) || own || ANONYMOUS;
}

/** What is made of it gives it a name, else the string in a call around it; a route counts more than either. */
function nameOfArgument(view: FileView, found: FoundFunction, given: Target | null): string {
  const { label, isRoute } = labelOfTarget(view, given ?? found.target);
  if (isRoute) return label;
  const made = given ?? (found.target?.kind === "argument" ? wrappedInto(view, found.target) : null);
  return nameOfTarget(view, made, found.parent) || label;
}

/** The label of the call that a function is an argument of, or of a call around calls that make something of it. */
function labelOfTarget(view: FileView, target: Target | null): { label: string; isRoute: boolean } {
  let around = target;
  for (let level = 0; around?.kind === "argument" && level <= MOST_WRAPPERS; level++) {
    const call = view.calls.at(around.call);
    const label = callLabel(view, call);
    if (label !== "") return { label, isRoute: givesHandler(view, call, label) };
    if (!makesFunction(view, call)) break;
    around = call.result;
  }
  return { label: "", isRoute: false };
}

/** So many calls may stand around a function that make another of it. */
const MOST_WRAPPERS = 4;

/**
 * What the value of a call goes into that makes something of a function: `const load = useCallback(async () => …)`,
 * `exports.handler = wrap(async …)`. Null where the call runs the function, as far as its name tells, or waits for it.
 */
function wrappedInto(
  view: FileView,
  { call, position }: Extract<Target, { kind: "argument" }>,
): Target | null {
  let result: Target | null = { kind: "argument", call, position };
  for (let level = 0; result?.kind === "argument"; level++) {
    if (level === MOST_WRAPPERS) return null;
    const wrapper = view.calls.at(result.call);
    if (!makesFunction(view, wrapper)) return null;
    if (level === 0 && isSecondFunction(view, wrapper, position)) return null;
    ({ result } = wrapper);
    const isOfModule = result?.kind !== "variable" || result.place.owner < 0;
    if (!isOfModule && !wrapsFunctions(textAt(view, wrapper.nameToken))) return null;
  }
  return result;
}

function makesFunction(view: FileView, call: Call): boolean {
  if (call.constructs || call.nameToken < 0) return false;
  const after = view.atoms[call.end];
  if (after === Atom.Dot || after === Atom.OptionalChain || after === Atom.OpenParenthesis) return false;
  const name = textAt(view, call.nameToken);
  const path = calleePath(view, call);
  if (isPromiseMaker(path) || path.startsWith("async.") || isPromiseMethod(name)) return false;
  return !takesPlainFunctions(name) || /^use(?:Callback|Memo)$/.test(name);
}

/** Whether a call is given a function before the one at a position. */
function isSecondFunction(view: FileView, call: Call, position: number): boolean {
  return argumentsOf(view, call)
    .slice(0, position)
    .some(({ start }) => view.functionsAt.first(start) >= 0);
}

/** `Store.upload`: the place of a function says more than its own name then. */
function isMember(name: string): boolean {
  return name !== MODULE && name.includes(".");
}

function nameOfTarget(view: FileView, target: Target | null, parent: number): string {
  switch (target?.kind) {
    case "variable":
      return textAt(view, target.nameToken);
    case "assignment":
      return nameOfAssignment(view, spanText(view.tokens, target.left), parent);
    case "member":
      return withHolder(holderName(view, target.holder), keyName(view, target.key));
    case "default":
    case "export-equals":
      return "default";
  }
  return "";
}

/** `exports.upload` names `upload`, `Store.prototype.upload` names `Store.upload`, `this.load` what `this` is. */
function nameOfAssignment(view: FileView, left: string, parent: number): string {
  if (!/^[\w$.#]+$/.test(left)) return "";
  if (left === "module.exports" || left === "exports") return MODULE;
  const name = left.replace(/^(?:module\.)?exports\./, "").replace(/\.prototype\./, ".");
  if (!name.startsWith("this.")) return name;
  const around = parent < 0 ? null : view.functions[parent]!.target;
  const holder = around?.kind === "member" ? holderName(view, around.holder) : "";
  const constructor = parent < 0 ? -1 : view.functions[parent]!.nameToken;
  const owner = holder || (constructor < 0 ? "" : textAt(view, constructor));
  return withHolder(owner, name.slice("this.".length));
}

function holderName(view: FileView, holder: Holder): string {
  if (holder.nameToken >= 0) return textAt(view, holder.nameToken);
  const name = nameOfTarget(view, holder.target, holder.place.owner);
  return name === MODULE || name === "default" ? "" : name.replace(/\.prototype$/, "");
}

function withHolder(holder: string, name: string): string {
  if (name.startsWith("[")) return holder + name;
  return holder === "" || name === "" ? name : `${holder}.${name}`;
}

/** A key without its quotes; a computed one with its brackets. */
export function keyName(view: FileView, key: Key): string {
  const text = spanText(view.tokens, key);
  return /^["']/.test(text) ? text.slice(1, -1) : text;
}
