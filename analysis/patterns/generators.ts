import type { Completion } from "../model.ts";
import type { GeneratorRunner } from "../pattern.ts";
import type { Target } from "../functions/found.ts";
import { Trait } from "../functions/function-list.ts";
import { argumentsOf, calleePath } from "./chains.ts";
import { functionStartingAt, localName, textAt, type FileView } from "./file-view.ts";
import { runnerCall } from "./runners.ts";

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
  if (generators.length === 0) return uses;
  const { calls } = view;
  for (let callIndex = 0; callIndex < calls.length; callIndex++) {
    if (!view.roots.hasKey(calls.startKeys[callIndex]!)) continue;
    const call = calls.at(callIndex);
    const does = runnerCall(calleePath(view, call));
    if (does === undefined) continue;
    for (const { start, end } of argumentsOf(view, call)) {
      const literal = functionStartingAt(view, start);
      const isLiteral = literal !== undefined && view.functions[literal]!.isGenerator;
      const index = isLiteral
        ? literal
        : named(view, generators, textAt(view, start), end - start, call.owner);
      if (index === undefined || uses.has(index)) continue;
      uses.set(index, { ...does, call: callIndex, isLiteral, result: call.result });
    }
  }
  return uses;
}

/** `co.wrap(upload)`, `co(upload())`: the generator function of that name that is in sight of the call. */
function named(
  view: FileView,
  generators: readonly number[],
  name: string,
  tokens: number,
  owner: number,
): number | undefined {
  // A bare name, or a call of it.
  if (tokens === 2) return undefined;
  return generators.findLast((index) => {
    const found = view.functions[index]!;
    return localName(view, found) === name && (found.parent === -1 || found.parent === owner);
  });
}
