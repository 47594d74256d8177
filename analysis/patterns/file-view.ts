import type { Skeleton } from "../functions/find.ts";
import type { FoundFunction } from "../functions/found.ts";
import { tokenText } from "../functions/scan.ts";
import { boundNames } from "./bindings.ts";
import { CallUses } from "./call-uses.ts";
import { documentsAsyncReturns } from "./declared-types.ts";
import { Groups } from "./groups.ts";
import { NameFilter } from "./name-filter.ts";
import { LIBRARY_ROOTS } from "./libraries.ts";

/** A file's skeleton with the look-ups that telling patterns apart needs; all lists are in source order. */
export interface FileView extends Skeleton {
  /** What an imported or aliased name stands for: `co`, `bluebird.coroutine`. */
  readonly names: ReadonlyMap<string, string>;
  /** Passes each token that `names`, or a name in itself, makes the root of a library's path. */
  readonly roots: NameFilter;
  /** Whether the file imports a library of fibers. */
  readonly usesFibers: boolean;
  /** Functions by the function directly around them. */
  readonly childrenOf: Groups;
  /** Calls by the function whose own they are. */
  readonly callsOf: Groups;
  /** Calls by the first token of their chain. */
  readonly callsAt: Groups;
  /** Of each `return` by its function: the index in `returns`. */
  readonly returnsOf: Groups;
  /** Functions by their first token; -1 where none starts. */
  readonly functionAt: Int32Array;
  /** Whether a comment says somewhere that a function returns a promise or an observable. */
  readonly documentsAsyncReturns: boolean;
  /** Functions by the name that they can be called by in their scope; the first of each name. */
  readonly functionNamed: ReadonlyMap<string, number>;
  readonly callUses: CallUses;
  /** What `provenCallback` has found for functions so far; null: nothing. */
  readonly knownCallbacks: (string | null | undefined)[];
  /** What `returnStarts` has found for functions so far. */
  readonly knownReturns: (readonly number[] | undefined)[];
}

/** The look-ups of a file. */
export function viewOf(skeleton: Skeleton): FileView {
  const { calls, functions, returns, tokens } = skeleton;
  const functionAt = new Int32Array(tokens.count).fill(-1);
  const parents = new Int32Array(functions.length);
  for (let index = 0; index < functions.length; index++) {
    const found = functions[index]!;
    functionAt[found.start] = index;
    parents[index] = found.parent;
  }
  const returnOwners = Int32Array.from(returns, ({ owner }) => owner);
  const names = boundNames(skeleton);
  let functionNamed: ReadonlyMap<string, number> | undefined;
  return {
    ...skeleton,
    names,
    roots: new NameFilter([...LIBRARY_ROOTS, ...names.keys()]),
    usesFibers: [...names.values()].some((path) => /^(?:fibers|future|fibrous)(?:\.|$)/.test(path)),
    childrenOf: new Groups(functions.length, parents, functions.length),
    callsOf: new Groups(functions.length, calls.owners, calls.length),
    callsAt: new Groups(tokens.count, calls.starts, calls.length),
    returnsOf: new Groups(functions.length, returnOwners, returns.length),
    functionAt,
    documentsAsyncReturns: documentsAsyncReturns(tokens.text),
    // Most files never ask for it.
    get functionNamed() {
      functionNamed ??= functionsByName(skeleton);
      return functionNamed;
    },
    callUses: new CallUses(skeleton),
    knownCallbacks: [],
    knownReturns: [],
  };
}

function functionsByName(skeleton: Skeleton): Map<string, number> {
  const named = new Map<string, number>();
  skeleton.functions.forEach((found, index) => {
    const name = localName(skeleton, found);
    if (name !== "" && !named.has(name)) named.set(name, index);
  });
  return named;
}

/** The text of one token. */
export function textAt(view: Skeleton, token: number): string {
  return tokenText(view.tokens, token);
}

/** The function whose first token that is. */
export function functionStartingAt(view: FileView, token: number): number | undefined {
  const index = view.functionAt[token];
  return index === undefined || index < 0 ? undefined : index;
}

/** All functions within a function, whatever their depth, in source order. */
export function functionsWithin(view: FileView, index: number): number[] {
  const { end } = view.functions[index]!;
  const inside: number[] = [];
  for (let next = index + 1; next < view.functions.length && view.functions[next]!.start < end; next++)
    inside.push(next);
  return inside;
}

/** The name that a function can be called by in the text around it; "" where it has none. */
export function localName(view: Skeleton, found: FoundFunction): string {
  if (found.nameToken >= 0 && found.isDeclaration) return textAt(view, found.nameToken);
  if (found.target?.kind === "variable") return textAt(view, found.target.nameToken);
  return found.nameToken >= 0 ? textAt(view, found.nameToken) : "";
}
