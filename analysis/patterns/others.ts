import type { FoundFunction } from "../functions/found.ts";
import { argumentsOf, calleePath, chainAt } from "./chains.ts";
import { callsIn, parameterNames, provenCallback } from "./callbacks.ts";
import { textAt, type FileView } from "./file-view.ts";
import { returnStarts } from "./returns.ts";

/** The function that a thunk's maker returns: it takes nothing but a node-style callback. -1 where there is none. */
export function returnedThunk(view: FileView, index: number): number {
  for (const start of returnStarts(view, index)) {
    const inner = view.functionAt.get(start);
    if (inner === undefined || view.functions[inner]!.parent !== index) continue;
    if (
      parameterNames(view, view.functions[inner]!).length === 1 &&
      provenCallback(view, inner) !== undefined
    )
      return inner;
  }
  return -1;
}

const OBSERVABLE_MODULE = /^(?:rx|rxjs|rx-\w+|rx\.\w+|observable|zen-observable|most)(?:\.|$)/i;
const OBSERVABLE_MAKER = /^(?:\w+\.)*(?:Observable|Subject)(?:\.|$)/;

/** Whether a function returns observables, by what it returns. */
export function returnsObservable(view: FileView, index: number): boolean {
  return returnStarts(view, index).some((start) =>
    chainAt(view, start).some((call) => {
      const path = calleePath(view, call);
      if (OBSERVABLE_MAKER.test(path) || OBSERVABLE_MODULE.test(path)) return true;
      const isPipe = call.nameToken !== call.start && textAt(view, call.nameToken) === "pipe";
      return isPipe && [...view.names.values()].some((module) => OBSERVABLE_MODULE.test(module));
    }),
  );
}

const FIBER_CALLEE = /^(?:fibrous|fibers|fiber|Fiber|future\.task|Future\.task|future\.wrap|Sync)$/;

/** Whether a function runs in a fiber: it is given to a library of fibers, or waits for futures. */
export function isFiber(view: FileView, index: number): boolean {
  const found = view.functions[index]!;
  if (found.target?.kind === "argument" && found.target.position === 0) {
    if (FIBER_CALLEE.test(calleePath(view, view.calls[found.target.call]!))) return true;
  }
  if (isMadeFuture(view, found)) return true;
  if (![...view.names.values()].some((path) => /^(?:fibers|future|fibrous)(?:\.|$)/.test(path))) return false;
  return view.callsOf[index]!.some((callIndex) => {
    const call = view.calls[callIndex]!;
    return textAt(view, call.nameToken) === "wait" && call.end === call.open + 2;
  });
}

/** `function () { … }.future()` */
function isMadeFuture(view: FileView, found: FoundFunction): boolean {
  return chainAt(view, found.start).some(
    (call) => call.nameToken === found.end + 1 && textAt(view, call.nameToken) === "future",
  );
}

/** Whether a function has streamline's `_` among its parameters and hands it on. */
export function isStreamline(view: FileView, index: number): boolean {
  if (!parameterNames(view, view.functions[index]!).includes("_")) return false;
  const calls = callsIn(view, index);
  const handsOn = calls.some((call) =>
    argumentsOf(view, call).some(({ start, end }) => end === start + 1 && textAt(view, start) === "_"),
  );
  return handsOn && !calls.some((call) => textAt(view, call.start) === "_");
}
