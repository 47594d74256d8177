import type { Completion } from "../model.ts";
import type { GeneratorRunner } from "../pattern.ts";
import type { Target } from "../functions/found.ts";
import { Trait } from "../functions/function-list.ts";
import { argumentsOf, calleePath } from "./chains.ts";
import { functionStartingAt, localName, textAt, type FileView } from "./file-view.ts";
import { MARKS_GENERATORS } from "./libraries.ts";
import { NameFilter } from "./name-filter.ts";
import { runnerCall } from "./runners.ts";

const MARK = new NameFilter(["mark"]);

/** How a generator function becomes an asynchronous one. */
export interface GeneratorUse {
  readonly runner: GeneratorRunner;
  readonly completion: Completion;
  readonly runsNow: boolean;
  /** Index of the runner's call. */
  readonly call: number;
  /** Whether the function stands in the call's arguments; otherwise the call names it. */
  readonly isLiteral: boolean;
  /** What the call's value goes into. */
  readonly result: Target | null;
}

/** The generator functions of a file that are given to a runner, by index. */
export function generatorUses(view: FileView): Map<number, GeneratorUse> {
  const uses = new Map<number, GeneratorUse>();
  const generators: number[] = [];
  const { traits, length } = view.functionList;
  for (let index = 0; index < length; index++)
    if ((traits[index]! & (Trait.Generator | Trait.Async)) === Trait.Generator) generators.push(index);
  const { calls } = view;
  const marked = markedFunctions(view);
  if (generators.length === 0 && marked.size === 0) return uses;
  const lastNamed = new Map(generators.map((index) => [placeOf(view, index), index]));
  for (let callIndex = 0; callIndex < calls.length; callIndex++) {
    if (!view.roots.hasKey(calls.startKeys[callIndex]!)) continue;
    const call = calls.at(callIndex);
    const does = runnerCall(calleePath(view, call));
    if (does === undefined) continue;
    for (const { start, end } of argumentsOf(view, call)) {
      const literal = marked.get(start) ?? functionStartingAt(view, start);
      const isLiteral = literal !== undefined && (view.functions[literal]!.isGenerator || marked.has(start));
      // A bare name, or a call of it.
      const isNamed = !isLiteral && end - start !== 2;
      const index = isLiteral
        ? literal
        : isNamed
          ? inSight(lastNamed, textAt(view, start), call.owner)
          : undefined;
      if (index === undefined || uses.has(index)) continue;
      uses.set(index, { ...does, call: callIndex, isLiteral, result: call.result });
    }
  }
  return uses;
}

/** What a compiler has made of generator functions that stand in calls' arguments, by the token where those arguments begin. */
function markedFunctions(view: FileView): ReadonlyMap<number, number> {
  const marked = new Map<number, number>();
  const { calls } = view;
  for (let callIndex = 0; callIndex < calls.length; callIndex++) {
    if (!MARK.hasKey(calls.nameKeys[callIndex]!)) continue;
    const call = calls.at(callIndex);
    if (!MARKS_GENERATORS.test(calleePath(view, call))) continue;
    const literal = functionStartingAt(view, call.open + 1);
    if (literal !== undefined) marked.set(call.start, literal);
  }
  return marked;
}

/** Where a generator function stands and what it is called, as the key of a map. */
function placeOf(view: FileView, index: number): string {
  const found = view.functions[index]!;
  return keyOf(found.parent, localName(view, found));
}

function keyOf(parent: number, name: string): string {
  return `${parent} ${name}`;
}

/** `co.wrap(upload)`, `co(upload())`: the last generator function of that name that is in sight of the call. */
function inSight(lastNamed: ReadonlyMap<string, number>, name: string, owner: number): number | undefined {
  const outer = lastNamed.get(keyOf(-1, name));
  const beside = lastNamed.get(keyOf(owner, name));
  return outer === undefined || (beside !== undefined && beside > outer) ? beside : outer;
}
