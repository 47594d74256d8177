import type { IoCallKind } from "../../../../analysis/model.ts";
import type { GivenFake } from "../../fakes-file/given-fakes.ts";
import type { Callback } from "../../io/callback.ts";
import { takesErrorAndValue } from "../callback-shape.ts";
import {
  answerAtOnce,
  answerByCallback,
  answerByPromise,
  answerByStream,
  answerByThunk,
} from "../given-answers.ts";
import { LISTENING, LIST_METHODS } from "../telling-names.ts";
import type { FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import { partsOf } from "./names.ts";
import type { GivenWay } from "./remembered-calls.ts";

/** A call of an operation that a fakes file says something of, and how the source uses it. */
interface GivenUse {
  readonly name: string;
  readonly given: GivenFake;
  readonly parameters: unknown[];
  /** The last parameter, where it may be called back. */
  readonly callback: unknown;
  /** As the source uses it; undefined where it does not say. */
  readonly kind: IoCallKind | null | undefined;
}

/** Whether a call does more than to answer, by its name and what it is given: who listens is told, what is piped flows. */
export function doesMore(name: string, callback: unknown): boolean {
  const { last } = partsOf(name);
  return last === "pipe" || last === "pipeThrough" || (LISTENING.has(last) && typeof callback === "function");
}

/** Whether a function goes through a list, by the name of the method that is given it: `rows.find((row) => row.open)`. */
export function goesThroughList(name: string, run: unknown): run is AnyFunction {
  const { last } = partsOf(name);
  if (!LIST_METHODS.has(last) || last === name || typeof run !== "function") return false;
  return !takesErrorAndValue(run as AnyFunction);
}

/** Answers as the file says; of the kind that the source uses where it does not say. */
export function callGiven(fakes: FakeContext, use: GivenUse): unknown {
  const { name, given, parameters, callback } = use;
  const kind = given.kind ?? kindInSource(use);
  const takesCallback = kind === "callback" && typeof callback === "function";
  const call = {
    core: fakes.core,
    expression: name,
    given,
    parameters: takesCallback ? parameters.slice(0, -1) : parameters,
    otherwise: () => fakes.make(partsOf(name).answer),
  };
  if (takesCallback) {
    answerByCallback(call, callback as Callback);
    return fakes.make(partsOf(name).answer);
  }
  if (given.kind === "callback") fakes.core.incidents.add(sayNobodyToCall(name));
  if (kind === "promise") return answerByPromise(call);
  if (kind === "thunk") return answerByThunk(call);
  const isStream = kind === "stream" && (given.kind === kind || given.saysChunks);
  return isStream ? answerByStream(call) : answerAtOnce(call);
}

/** How further calls of the operation are answered, so that they need not be looked at; null where each is to be. */
export function givenWay(use: GivenUse): GivenWay | null {
  const { name, given, callback } = use;
  const kind = given.kind ?? kindInSource(use);
  if (
    !given.hasAnswer ||
    given.mayFail ||
    LIST_METHODS.has(partsOf(name).last) ||
    doesMore(name, () => undefined)
  )
    return null;
  if (kind === "callback" && typeof callback === "function") return { given, kind };
  return kind === "promise" && callback === undefined ? { given, kind } : null;
}

/** What is told of an operation that a fakes file has call back, where a call gives it no function for that. */
function sayNobodyToCall(name: string): string {
  return `The fakes file has ${name} call back, but a call gives it no function: it gave its answer at once there. Where its answer is awaited, its kind is "promise".`;
}

function kindInSource({ name, parameters, callback, kind }: GivenUse): IoCallKind | null | undefined {
  if (typeof callback !== "function" || kind === "promise" || kind === "sync") return kind;
  return goesThroughList(name, parameters[0]) ? kind : "callback";
}
