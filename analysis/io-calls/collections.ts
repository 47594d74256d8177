import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { calleePath } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { NameFilter } from "../patterns/name-filter.ts";

/** Classes of what answers at once whatever it is asked. */
const CLASSES = [
  "Map",
  "Set",
  "WeakMap",
  "WeakSet",
  "URLSearchParams",
  "URL",
  "Headers",
  "FormData",
  "TextEncoder",
  "TextDecoder",
];
const CONSTRUCTED = new NameFilter(CLASSES);
const CLASS = new RegExp(`^(?:${CLASSES.join("|")})$`);

/** What they are asked. */
const METHODS = /^(?:get|has|set|add|delete|append|getAll|clear|encode|decode|encodeInto)$/;

/** The functions of a file whose variables hold such objects, by the variables' names; -1 for what all of it sees. */
const heldIn = new WeakMap<FileView, ReadonlyMap<string, ReadonlySet<number>>>();

/** The names of variables, properties and fields that a file gives a `new Map()` or its like. */
export function collectionNames(view: FileView): ReadonlyMap<string, ReadonlySet<number>> {
  const known = heldIn.get(view);
  if (known !== undefined) return known;
  const names = new Map<string, Set<number>>();
  const others = new Set<string>();
  const { constructs, starts, length } = view.calls;
  for (let index = 0; index < length; index++) {
    if (constructs[index] !== 1 || !CONSTRUCTED.has(view.tokens, starts[index]!)) continue;
    const call = view.calls.at(index);
    if (!CLASS.test(calleePath(view, call))) continue;
    const held = holderOf(view, call);
    if (held === undefined) continue;
    // What is `options.store ?? new Map()` once may be anything.
    if (view.atoms[call.start - 2] !== Atom.Equals) others.add(held.name);
    const owners = names.get(held.name);
    if (owners === undefined) names.set(held.name, new Set([held.owner]));
    else owners.add(held.owner);
  }
  for (const name of others) names.delete(name);
  heldIn.set(view, names);
  return names;
}

function holderOf(
  view: FileView,
  { result }: Call,
): { readonly name: string; readonly owner: number } | undefined {
  switch (result?.kind) {
    case "variable":
      return { name: textAt(view, result.nameToken), owner: result.place.owner };
    case "assignment":
      return { name: textAt(view, result.left.end - 1), owner: -1 };
    case "member":
      return result.key.computed ? undefined : { name: textAt(view, result.key.start), owner: -1 };
    default:
      return undefined;
  }
}

/** Whether a call is of a method of such an object: `seen.get(id)`, `this.#rooms.get(id)`. */
export function isHeldCollection(view: FileView, { start, nameToken, owner }: Call): boolean {
  const holder = nameToken - 2;
  const isOfThis = holder === start + 2 && textAt(view, start) === "this";
  if (holder !== start && !isOfThis) return false;
  if (!METHODS.test(textAt(view, nameToken))) return false;
  const owners = collectionNames(view).get(textAt(view, holder));
  if (owners === undefined) return false;
  if (isOfThis || owners.has(-1)) return true;
  for (let around = owner; around >= 0; around = view.functions[around]!.parent)
    if (owners.has(around)) return true;
  return false;
}
