import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { isText } from "../functions/scan.ts";
import { firstFrom } from "../patterns/ascending.ts";
import { takesPlainFunctions } from "../patterns/callback-names.ts";
import { argumentsOf, chainAt } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";

/**
 * What holds a call's arguments where that is a list, as a call whose last argument is the list's last item:
 * `load(...args.concat(callback))`, `load.apply(db, [id, callback])`, and of a variable the last `args.push(callback)`
 * before the call, in the same function or one around it.
 */
export function listOfArguments(view: FileView, call: Call): Call | undefined {
  const last = argumentsOf(view, call).at(-1);
  if (last === undefined || call.constructs || call.nameToken < 0) return undefined;
  const isSpread = view.atoms[last.start] === Atom.Ellipsis;
  const name = textAt(view, call.nameToken);
  if (!isSpread && name !== "apply") return undefined;
  const start = isSpread ? last.start + 1 : last.start;
  const made = chainAt(view, start).at(-1);
  if (made?.end === last.end) return isConcat(view, made) ? made : undefined;
  // What takes functions at once, or keeps them, is not waited for.
  const called = isSpread ? name : textAt(view, call.nameToken - 2);
  if (takesPlainFunctions(called)) return undefined;
  const isList = view.atoms[start] === Atom.OpenBracket && view.ends[start] === last.end - 1;
  if (isList) return { ...call, open: start, end: last.end };
  return last.end === start + 1 ? pushedBefore(view, call, textAt(view, start)) : undefined;
}

/** `args.concat(callback)`. */
export function isConcat(view: FileView, { nameToken }: Call): boolean {
  return nameToken >= 0 && textAt(view, nameToken) === "concat";
}

/** The indexes of calls `name.push(…)` of files, ascending, by the name. */
const pushes = new WeakMap<FileView, ReadonlyMap<string, readonly number[]>>();

function pushedBefore(view: FileView, call: Call, name: string): Call | undefined {
  const ofFile = pushes.get(view) ?? pushesByName(view);
  pushes.set(view, ofFile);
  const named = ofFile.get(name);
  if (named === undefined) return undefined;
  const found = named[firstFrom(named, view.calls.firstFrom(call.open)) - 1];
  if (found === undefined) return undefined;
  const owner = view.calls.owners[found]!;
  for (let around = call.owner; around >= 0; around = view.functions[around]!.parent)
    if (around === owner) return view.calls.at(found);
  return undefined;
}

function pushesByName(view: FileView): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const { starts, nameTokens, length } = view.calls;
  for (let index = 0; index < length; index++) {
    const nameToken = nameTokens[index]!;
    if (nameToken !== starts[index]! + 2 || !isText(view.tokens, nameToken, "push")) continue;
    const name = textAt(view, nameToken - 2);
    const known = found.get(name);
    if (known === undefined) found.set(name, [index]);
    else known.push(index);
  }
  return found;
}
