import path from "node:path";
import type { RecordedCall } from "../../contract/recording.ts";
import type { OutcomeDifference, Played } from "../../contract/played-scenario.ts";
import { namesOf, type ToReplay } from "../../contract/scenario.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";
import type { TargetSource } from "../../protocol.ts";
import type { CallEnd } from "../call/call-end.ts";
import type { CallRunner } from "../call/run-calls.ts";
import type { LoadServices } from "../load/load-services.ts";
import { readTarget } from "../load/load-target.ts";
import type { Finding, WithoutAnswer } from "./finding.ts";
import { isOf } from "./find-answers.ts";
import { hasGivenData } from "./given-parts.ts";
import { loadRecorded, sharedIn } from "./load-recorded.ts";
import { NotReplayed } from "./not-replayed.ts";
import {
  firstThatPlays,
  namedCall,
  playWatched,
  prepareRecorded,
  sayEnd,
  sayRecorded,
  type PreparedRecorded,
} from "./prepare-recorded.ts";
import { taggedOf } from "../../contract/recorded-object.ts";
import { differenceIn } from "./same-value.ts";
import { argumentsInShort, differenceInShort } from "./in-short.ts";

/**
 * Plays a call in another version of the function than the recorded one: each of its calls gets the answer of the same operation with the same
 * arguments. What comes of it is a call of this version's text, with its answers where it asked for them, which is
 * played like one that was recorded of it.
 *
 * @throws {NotReplayed} where a call has no answer, or it comes to no end or to one of another kind.
 */
export async function carryOver(
  source: TargetSource,
  toReplay: ToReplay,
  services: LoadServices,
  runner: CallRunner,
): Promise<CarriedOver> {
  const { keepsOrder = false, root } = toReplay;
  const call = asCalled(toReplay.call, readTarget(source, services).asyncFunction);
  const carried = await firstThatPlays([keepsOrder], services, runner, async () => {
    const how = { finds: true, takesGiven: true };
    const loaded = await loadRecorded(source, { ...toReplay, call }, services, keepsOrder, how);
    const { given } = loaded;
    const finding = loaded.finding!;
    const { recording, end } = await playWatched(loaded, call, services, runner);
    if (loaded.target.fakes.given?.failure) throw loaded.target.fakes.given.failure;
    finding.lookBack();
    if (finding.without !== null) throw withoutAnswer(finding.without, source, toReplay);
    if (recording === null) {
      const last = finding.given.findLast(({ recorded: { style } }) => style !== "sync");
      const after = last === undefined ? null : namedCall(last.site, source, toReplay);
      throw new NotReplayed({ code: "did-not-end", after });
    }
    const ends = end.how ?? (recording.failure === null ? "value" : "error");
    const { outcome } = call;
    if (ends !== outcome.how && given?.mayFail !== true) {
      const [recorded, played] = [sayRecorded(outcome), sayEnd(ends, end.value, recording)];
      throw new NotReplayed({ code: "other-outcome", recorded, played });
    }
    const from = finding.given.map(({ index }) => index);
    const isOther = given !== null || hasGivenData(source);
    const difference = isOther ? {} : { difference: outcomeDifference(outcome, end, finding) };
    return { call: carriedCall(call, finding, root), from, ...difference };
  });
  // As it is going to be measured: as often as that is done, and together.
  const names = namesOf(carried.from, toReplay.call);
  const asMeasured: ToReplay = { ...toReplay, call: carried.call, version: "carried", names, keepsOrder };
  const prepared = await prepareRecorded(source, asMeasured, services, runner);
  return { played: { keepsOrder, carried }, prepared };
}

/** A call that another version plays. */
export interface CarriedOver {
  readonly played: Played;
  readonly prepared: PreparedRecorded;
}

function withoutAnswer(
  { site, given, nearest }: WithoutAnswer,
  source: TargetSource,
  toReplay: ToReplay,
): NotReplayed {
  return new NotReplayed({
    code: "no-answer",
    asked: {
      ...namedCall(site, source, toReplay),
      given: given === null ? null : argumentsInShort(given, false),
    },
    nearest:
      nearest === null
        ? null
        : {
            expression: nearest.recorded.expression,
            line: nearest.recorded.line,
            given:
              nearest.recorded.style === "iterator"
                ? null
                : argumentsInShort(nearest.recorded.arguments, true),
            otherwise: nearest.otherwise,
          },
  });
}

/** A call as this version of the function is called: it may answer by a promise where it did by a callback, and the other way round. */
function asCalled(call: RecordedCall, { completion, parameters }: AsyncFunction): RecordedCall {
  const { outcome } = call;
  const callback = parameters.findIndex(({ role }) => role === "callback");
  const [at] = outcome.at ?? [];
  if (outcome.how === "callback" && completion === "promise" && callback < 0 && typeof at === "number") {
    const [error, value] = Array.isArray(outcome.value) ? (outcome.value as unknown[]) : [];
    const isError = isOf("error", error);
    return {
      ...call,
      arguments: at === call.arguments.length - 1 ? call.arguments.slice(0, at) : call.arguments,
      outcome: isError ? { how: "error", value: error } : { how: "value", value: value ?? UNDEFINED },
    };
  }
  if ((outcome.how === "value" || outcome.how === "error") && completion === "callback" && callback >= 0) {
    const given = Array.from({ length: callback }, (_, index) => call.arguments[index] ?? UNDEFINED);
    return {
      ...call,
      arguments: [...given, { $: "function", name: "callback" }],
      outcome: {
        how: "callback",
        at: [callback],
        value: outcome.how === "error" ? [outcome.value] : [null, outcome.value ?? UNDEFINED],
      },
    };
  }
  return call;
}

const UNDEFINED = { $: "undefined" };

/** In what the outcome differs from the recorded one; null where it does not. */
function outcomeDifference(
  { how, value }: RecordedCall["outcome"],
  end: CallEnd,
  { loosely }: Finding,
): OutcomeDifference | null {
  if (value === undefined || end.how === null) return null;
  const found =
    how === "callback" && Array.isArray(value) && Array.isArray(end.value)
      ? differenceIn(withError(value), withError(end.value), loosely)
      : differenceIn(value, end.value, loosely);
  return found === null ? null : differenceInShort(found);
}

/** What a callback was told, by Node's convention: no error is null, and no value is undefined. */
function withError([error, ...values]: readonly unknown[]): readonly unknown[] {
  const isNone = error === undefined || isOf("undefined", error);
  const isTold = values.some((one) => one !== undefined && !isOf("undefined", one));
  return [isNone ? null : error, ...(isTold ? values : [])];
}

/** The call with the answers that it got, where it asked for them, in that order. */
function carriedCall(call: RecordedCall, { given }: Finding, root: string): RecordedCall {
  const answers = given.map(({ site, recorded }): RecordedCall["answers"][number] => {
    const { line, column, expression } = site;
    const file = path.relative(root, site.file).split(path.sep).join("/");
    const callbacks = recorded.callbacks?.map((one) => ({ ...one, during: undefined }));
    return {
      ...{ ...recorded, callbacks, within: undefined, receiverFrom: undefined },
      ...{ file, line, column, expression },
    };
  });
  return withTold({ ...call, answers }, call);
}

/** A call that tells what it shares itself, also where another one of its answers told that. */
function withTold(call: RecordedCall, whole: RecordedCall): RecordedCall {
  const told = sharedIn(call);
  const all = sharedIn(whole);
  const completed = (one: unknown): unknown => {
    if (typeof one !== "object" || one === null) return one;
    if (Array.isArray(one)) return one.map(completed);
    const tagged = taggedOf(one);
    const id = tagged?.["id"];
    if (tagged?.$ === "same" && typeof id === "number" && !told.has(id) && all.has(id)) {
      told.set(id, all.get(id));
      return { $: "shared", id, value: completed(all.get(id)) };
    }
    return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, completed(value)]));
  };
  return completed(call) as RecordedCall;
}
