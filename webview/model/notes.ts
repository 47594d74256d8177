import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { FakeUse, TargetResult } from "../../bench-worker/target-result.ts";
import { isDeciding } from "../../bench-worker/deciding.ts";
import { advisesFakes } from "../../bench-worker/fakes-file/name.ts";
import { saysToWriteFakes } from "../../bench-worker/fakes-file/command.ts";
import { isCorrectable, KINDS_TO_CHOOSE } from "../../bench-worker/fakes-file/kinds.ts";
import { KIND_WORDS, whyInWords } from "../../bench-worker/fake-words.ts";
import { measuredCall } from "../../bench-worker/replay-words.ts";
import { unlikeSource } from "../../bench-worker/unlike-source.ts";
import { counted } from "../../bench-worker/quantity.ts";
import { documentLabels } from "./labels.ts";

/** Targets that have no full result, for one reason. */
export interface Problem {
  /** `upload`, `upload and download`. */
  readonly label: string;
  /** What became of them, as behind `label`; empty where the reason says it. */
  readonly state: string;
  readonly reason: string;
  readonly hint: string;
  /** Its place in the document's results, where writing fakes for it is advised and can be done. */
  readonly fakesFor: number | null;
}

/** A warning with the targets that it is about. */
export interface Warning {
  readonly text: string;
  /** Whether it decides what the numbers mean. */
  readonly decides: boolean;
  /** Empty where there is but one. */
  readonly labels: readonly string[];
  /** The place in the document's results of the function for which it says to write fakes; null: it says no such thing. */
  readonly fakesFor: number | null;
}

/** A kind that a fake can be said to be of. */
export interface FakeChoice {
  readonly kind: FakeUse["kind"];
  readonly words: string;
  readonly isPresent: boolean;
}

/** One faked operation, in words. */
export interface ListedFake {
  readonly expression: string;
  readonly kind: string;
  /** What it could be instead, itself among them; none where it cannot be corrected. */
  readonly choices: readonly FakeChoice[];
  readonly why: string;
  /** In one call of the function; empty where it was not counted. */
  readonly calls: string;
  /** Where it is called first; null where that is not in the function's file. */
  readonly line: number | null;
}

/** What was faked for one target, and what its calls did. */
export interface TargetFakes {
  readonly key: string;
  readonly label: string;
  /** Its place in the document's results. */
  readonly result: number;
  readonly file: string;
  /** Which version of the file, where it is not the present one. */
  readonly revision?: string;
  readonly fakesFile?: TargetResult["fakesFile"];
  /** `7 I/O calls, 7 one after the other, 22 promises`; empty where not counted. */
  readonly counters: string;
  /** That its source shows other I/O calls, and why; empty where it does not. */
  readonly unlike: string;
  readonly fakes: readonly ListedFake[];
}

const STATES: Partial<Record<TargetResult["state"], string>> = {
  failed: "failed",
  "timed-out": "timed out",
  cancelled: "",
  unsupported: "not supported",
};

/** The targets that did not complete, with cause and next step; those with the same ones stand together. */
export function problems(document: BenchmarkDocument): Problem[] {
  const alike = new Map<string, { readonly labels: string[]; readonly problem: Omit<Problem, "label"> }>();
  for (const { label, problem } of eachProblem(document)) {
    const key = JSON.stringify(problem);
    const known = alike.get(key);
    if (known === undefined) alike.set(key, { labels: [label], problem });
    else known.labels.push(label);
  }
  return [...alike.values()].map(({ labels, problem }) => ({ label: listed(labels), ...problem }));
}

/** `a, b and c`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

function eachProblem(document: BenchmarkDocument): { label: string; problem: Omit<Problem, "label"> }[] {
  return labelled(document).flatMap(({ label, result }, index) => {
    const state = STATES[result.state];
    if (state === undefined) return [];
    const none =
      result.state === "cancelled" ? "The run was stopped before it was done." : "No cause was given.";
    const { reason = none, hint = "", target } = result;
    const fakesFor = target.revision === undefined && advisesFakes(hint) ? index : null;
    const own = `${target.name} `;
    // It stands behind the name, and says itself what became of it.
    if (label === target.name && reason.startsWith(own))
      return [{ label, problem: { state: "", reason: reason.slice(own.length), hint, fakesFor } }];
    return [{ label, problem: { state, reason, hint, fakesFor } }];
  });
}

/** From so many functions on it is said once that something holds for all of them. */
const ALL_FROM = 3;

/** Every warning once, of functions and of pairs. */
export function warnings(document: BenchmarkDocument): Warning[] {
  const byText = new Map<string, string[]>();
  for (const { label, result } of labelled(document)) {
    const said = result.scenario === undefined ? undefined : measuredCall(result.scenario);
    for (const text of result.warnings) {
      // It stands above the recorded call.
      if (text !== said) byText.set(text, [...(byText.get(text) ?? []), label]);
    }
  }
  for (const { name, warnings } of document.pairs ?? []) {
    // What is said of one of the two stands there already.
    for (const text of warnings) if (!byText.has(text)) byText.set(text, [name]);
  }
  const { length } = document.results;
  return [...byText].map(([text, labels]) => ({
    text,
    decides: isDeciding(
      text,
      document.results.flatMap(({ remarks = [] }) => remarks),
    ),
    fakesFor: saysToWriteFakes(text) ? whoSays(document, text) : null,
    labels:
      length === 1
        ? []
        : labels.length === length && length >= ALL_FROM
          ? [`All ${length} functions`]
          : labels,
  }));
}

/** The one present function that has a warning; null where there are others, or it is not in the working tree. */
function whoSays({ results }: BenchmarkDocument, text: string): number | null {
  const index = results.findIndex(({ warnings }) => warnings.includes(text));
  const isAlone = results.findLastIndex(({ warnings }) => warnings.includes(text)) === index;
  return isAlone && results[index]?.target.revision === undefined && index >= 0 ? index : null;
}

/** The faked operations of each target that has some. */
export function fakes(document: BenchmarkDocument): TargetFakes[] {
  return labelled(document).flatMap(({ key, label, result }, index) => {
    const { file, revision } = result.target;
    if (result.fakes.length === 0 && result.counters === undefined) return [];
    return [
      {
        key,
        label,
        result: index,
        file,
        ...(revision === undefined ? {} : { revision }),
        ...(result.fakesFile === undefined || revision !== undefined ? {} : { fakesFile: result.fakesFile }),
        counters: countersText(result),
        unlike: unlikeSource(result.counters) ?? "",
        fakes: result.fakes.map((fake) => ({
          expression: fake.expression,
          kind: KIND_WORDS[fake.kind],
          choices: revision === undefined && isCorrectable(fake) ? choices(fake) : [],
          why: whyInWords(fake),
          calls: fake.calls === undefined ? "" : String(fake.calls),
          line: fake.line ?? null,
        })),
      },
    ];
  });
}

function choices({ kind: present }: FakeUse): FakeChoice[] {
  return KINDS_TO_CHOOSE.map((kind) => ({ kind, words: KIND_WORDS[kind], isPresent: kind === present }));
}

function countersText({ counters, fakes: used }: TargetResult): string {
  if (counters === undefined) return "";
  const all = used.reduce((sum, { kind, calls = 0 }) => sum + (kind === "sync" ? 0 : calls), 0);
  const { ioCalls, criticalPath, mostInFlight, turns, promises, microticks } = counters;
  const rounded = (count: number): number => Number(count.toFixed(1));
  return [
    `${ioCalls} I/O ${ioCalls === 1 ? "call" : "calls"}`,
    `${criticalPath} one after the other`,
    ...(mostInFlight === undefined ? [] : [`at most ${mostInFlight} at a time`]),
    ...(turns === undefined ? [] : [counted(turns, "turn")]),
    ...(promises === undefined ? [] : [counted(rounded(promises), "promise")]),
    ...(microticks === undefined ? [] : [counted(rounded(microticks), "microtick")]),
    // The list has those, too, that nobody waits for.
    ...(all > ioCalls ? [`${counted(all - ioCalls, "more I/O call")} once it had settled`] : []),
  ].join(", ");
}

function labelled(document: BenchmarkDocument): { key: string; label: string; result: TargetResult }[] {
  const labels = documentLabels(document);
  return document.results.map((result, index) => ({ ...labels[index]!, result }));
}
