import type { FoundFunction, Holder, Key, Target } from "../functions/found.ts";
import { spanText } from "../functions/scan.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/** What a function without a name is called. */
export const ANONYMOUS = "(anonymous)";

/** What a nameless function is called that is all that a CommonJS module exports. */
const MODULE = "module.exports";

/**
 * The name that a person would call a function by: `upload`, `Store.upload`, `Store.#flush`, `api.users.get`. `given`
 * is what its value goes into when that is not its own target, as behind a runner's call.
 */
export function displayName(view: FileView, found: FoundFunction, given: Target | null): string {
  const own = found.nameToken >= 0 ? textAt(view, found.nameToken) : "";
  if (found.target?.kind === "argument") return own || nameOfTarget(view, given, found.parent) || ANONYMOUS;
  const isMethod =
    found.target?.kind === "assignment" && isMember(nameOfTarget(view, found.target, found.parent));
  if (own !== "" && !isMethod) return own;
  return nameOfTarget(view, found.target, found.parent) || own || ANONYMOUS;
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
