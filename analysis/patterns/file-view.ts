import type { Skeleton } from "../functions/find.ts";
import type { FoundFunction } from "../functions/found.ts";
import { tokenText } from "../functions/scan.ts";
import { boundNames } from "./bindings.ts";

/** A file's skeleton with the look-ups that telling patterns apart needs; all lists are in source order. */
export interface FileView extends Skeleton {
  /** What an imported or aliased name stands for: `co`, `bluebird.coroutine`. */
  readonly names: ReadonlyMap<string, string>;
  /** For each function, the functions directly in it. */
  readonly childrenOf: readonly (readonly number[])[];
  /** For each function, the calls of its own. */
  readonly callsOf: readonly (readonly number[])[];
  /** Calls by the first token of their chain; the calls of one chain in order. */
  readonly callsAt: ReadonlyMap<number, readonly number[]>;
  /** Functions by their first token. */
  readonly functionAt: ReadonlyMap<number, number>;
  /** Functions by the name that they can be called by in their scope; the first of each name. */
  readonly functionNamed: ReadonlyMap<string, number>;
  /** The `return` tokens of a function's own. */
  readonly returnsOf: ReadonlyMap<number, readonly number[]>;
  /** What `provenCallback` has found for functions so far. */
  readonly knownCallbacks: Map<number, string | undefined>;
  /** What `returnStarts` has found for functions so far. */
  readonly knownReturns: Map<number, readonly number[]>;
}

/** The look-ups of a file. */
export function viewOf(skeleton: Skeleton): FileView {
  const childrenOf: number[][] = skeleton.functions.map(() => []);
  const callsOf: number[][] = skeleton.functions.map(() => []);
  const callsAt = new Map<number, number[]>();
  skeleton.functions.forEach((found, index) => childrenOf[found.parent]?.push(index));
  skeleton.calls.forEach((call, index) => {
    callsOf[call.owner]?.push(index);
    const chain = callsAt.get(call.start);
    if (chain === undefined) callsAt.set(call.start, [index]);
    else chain.push(index);
  });
  const returnsOf = new Map<number, number[]>();
  for (const { owner, token } of skeleton.returns) {
    const known = returnsOf.get(owner);
    if (known === undefined) returnsOf.set(owner, [token]);
    else known.push(token);
  }
  const functionNamed = new Map<string, number>();
  skeleton.functions.forEach((found, index) => {
    const name = localName(skeleton, found);
    if (name !== "" && !functionNamed.has(name)) functionNamed.set(name, index);
  });
  return {
    ...skeleton,
    functionNamed,
    returnsOf,
    knownCallbacks: new Map(),
    knownReturns: new Map(),
    names: boundNames(skeleton),
    childrenOf,
    callsOf,
    callsAt,
    functionAt: new Map(skeleton.functions.map((found, index) => [found.start, index])),
  };
}

/** The text of one token. */
export function textAt(view: Skeleton, token: number): string {
  return tokenText(view.tokens, token);
}

/** Whether a token has that text; quicker than to compare `textAt`. */
export function isText(view: Skeleton, token: number, text: string): boolean {
  const { starts, ends } = view.tokens;
  return ends[token]! - starts[token]! === text.length && view.tokens.text.startsWith(text, starts[token]);
}

/** The position in `view.calls` of the first call whose parenthesis opens at a token or later. */
export function firstCallFrom(view: Skeleton, token: number): number {
  let low = 0;
  let high = view.calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (view.calls[middle]!.open < token) low = middle + 1;
    else high = middle;
  }
  return low;
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
