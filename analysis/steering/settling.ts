import type { FoundFunction } from "../functions/found.ts";
import { parameterNames } from "../patterns/parameter-names.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { CALLBACK } from "./callback.ts";

/**
 * Offsets of the calls by which a function settles: of the `resolve` that `new Promise` gives within it, and of what is
 * named as a callback among its parameters.
 */
export function settlingCalls(view: FileView, target: FoundFunction): number[] {
  const { calls, functions, tokens } = view;
  const settlers = functions
    .filter(({ start, end }) => target.start <= start && end <= target.end)
    .flatMap((one) => {
      const names = parameterNames(view, one);
      const resolves = isExecutor(view, one) ? names.slice(0, 1) : [];
      const callsBack = one === target ? names.filter((name) => CALLBACK.test(name)) : [];
      return [...resolves, ...callsBack].map((name) => ({ name, within: one }));
    });
  const found: number[] = [];
  for (let index = 0; index < calls.length && settlers.length > 0; index++) {
    const at = calls.starts[index]!;
    if (at < target.start || at >= target.end || calls.nameTokens[index] !== at) continue;
    const name = textAt(view, at);
    const settles = settlers.some(
      ({ name: settler, within }) => settler === name && within.start <= at && at < within.end,
    );
    if (settles) found.push(tokens.starts[at]!);
  }
  return found;
}

/** `new Promise((resolve) => …)`, of whichever promises. */
function isExecutor(view: FileView, { target }: FoundFunction): boolean {
  if (target?.kind !== "argument") return false;
  const call = view.calls.at(target.call);
  return call.constructs && call.nameToken >= 0 && /Promise$/.test(textAt(view, call.nameToken));
}
