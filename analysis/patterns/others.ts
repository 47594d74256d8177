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

/** Whether a callee makes observables of what it is given: `Rx.Observable.fromPromise`, `rxjs.from`. */
export function isObservableMaker(path: string): boolean {
  return OBSERVABLE_MAKER.test(path) || OBSERVABLE_MODULE.test(path);
}

/** Whether a function returns observables, by what it returns. */
export function returnsObservable(view: FileView, index: number): boolean {
  return returnStarts(view, index).some((start) =>
    chainAt(view, start).some((call) => {
      const path = calleePath(view, call);
      if (isObservableMaker(path)) return true;
      const isPipe = call.nameToken !== call.start && textAt(view, call.nameToken) === "pipe";
      return isPipe && [...view.names.values()].some((module) => OBSERVABLE_MODULE.test(module));
    }),
  );
}

const FIBER_CALLEE = /^(?:fibrous|fibers|fiber|Fiber|future\.task|Future\.task|future\.wrap|Sync)$/;

/** Whether a function runs in a fiber: it is given to a library of fibers, or waits for futures. */
export function isFiber(view: FileView, index: number): boolean {
  if (fiberCall(view, index) >= 0) return true;
  if (![...view.names.values()].some((path) => /^(?:fibers|future|fibrous)(?:\.|$)/.test(path))) return false;
  return view.callsOf[index]!.some((callIndex) => {
    const call = view.calls[callIndex]!;
    return textAt(view, call.nameToken) === "wait" && call.end === call.open + 2;
  });
}

/**
 * Index of the call that makes a fiber's function of a function: `fibrous(function () { … })`, or
 * `function () { … }.future()`; -1 where there is none.
 */
export function fiberCall(view: FileView, index: number): number {
  const { target, start, end } = view.functions[index]!;
  if (target?.kind === "argument" && target.position === 0) {
    if (FIBER_CALLEE.test(calleePath(view, view.calls[target.call]!))) return target.call;
  }
  return (
    (view.callsAt.get(start) ?? []).find((callIndex) => {
      const { nameToken } = view.calls[callIndex]!;
      return nameToken === end + 1 && textAt(view, nameToken) === "future";
    }) ?? -1
  );
}

/** Whether a function has streamline's `_` among its parameters and hands it on. */
export function isStreamline(view: FileView, index: number): boolean {
  const found = view.functions[index]!;
  const names = parameterNames(view, found);
  if (found.form === "arrow" || !names.includes("_")) return false;
  // Minifiers use `_` like any other letter.
  if (names.length > 1 && names.every((name) => name.length === 1)) return false;
  const calls = callsIn(view, index);
  const handsOn = calls.some((call) =>
    argumentsOf(view, call).some(({ start, end }) => end === start + 1 && textAt(view, start) === "_"),
  );
  return handsOn && !calls.some((call) => textAt(view, call.start) === "_");
}
