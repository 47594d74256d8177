import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Recordings, PlayedScenario } from "../../bench-worker/contract/played-scenario.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { counted } from "../../bench-worker/quantity.ts";
import { measuredCall } from "../../bench-worker/replay-words.ts";
import { waterfall, type Waterfall } from "../../bench-worker/waterfall.ts";
import { documentLabels } from "./labels.ts";
import { share, time } from "./waterfall-text.ts";

/** A number of the recorded call. */
export interface ScenarioFigure {
  readonly name: string;
  readonly value: string;
  readonly aside: string;
  /** For a tooltip. */
  readonly detail: string;
}

/** A call that can be measured. */
export interface CallToChoose {
  /** Of the recorded calls; null: none of them. */
  readonly path: number | null;
  readonly name: string;
  /** 0 to 1; null where it is not one of the recorded. */
  readonly share: number | null;
  /** `9 of 12 calls`. */
  readonly seen: string;
  /** `7 I/O calls, then a value`. */
  readonly what: string;
  /** `not-played`: it was to be measured. */
  readonly state: "measured" | "not-played" | "other";
}

/** What is said of the call of one target. */
export interface ScenarioView {
  readonly key: string;
  readonly label: string;
  /** Its place in the document's results. */
  readonly result: number;
  readonly file: string;
  readonly revision: string | undefined;
  readonly isStale: boolean;
  readonly origin: PlayedScenario["origin"];
  readonly sentence: string;
  /** Whether recording is the next step, and once more. */
  readonly recording: "none" | "first" | "again";
  readonly fakesFile: TargetResult["fakesFile"];
  readonly figures: readonly ScenarioFigure[];
  readonly waterfall: Waterfall | null;
  /** None where there is nothing to choose. */
  readonly choices: readonly CallToChoose[];
  readonly values: NonNullable<PlayedScenario["values"]>;
  /** What its values are without, in a sentence each. */
  readonly lacks: readonly string[];
}

/**
 * The calls that were measured. Of several functions only those with more to say than that all was inferred; what is compared is
 * not chosen here.
 */
export function scenarios(document: BenchmarkDocument, edited: ReadonlySet<number>): ScenarioView[] {
  const labels = documentLabels(document);
  const isChosen = document.pairs === undefined && document.amongGallery === undefined;
  return document.results.flatMap((result, index) => {
    const { scenario, io = [], target, fakesFile } = result;
    if (scenario === undefined) return [];
    const { origin, recordings, notReplayed } = scenario;
    const isPlain = origin === "inferred" && recordings === undefined && notReplayed === undefined;
    if (isPlain && (document.results.length > 1 || target.revision !== undefined)) return [];
    const laid = origin === "recorded" ? waterfall(io, scenario) : null;
    return [
      {
        ...labels[index]!,
        result: index,
        file: target.file,
        revision: target.revision,
        isStale: edited.has(index),
        origin,
        sentence: measuredCall(scenario),
        recording: recordings?.stale === true ? "again" : isPlain ? "first" : "none",
        fakesFile,
        figures: figures(laid, scenario),
        waterfall: laid,
        choices: isChosen && recordings !== undefined ? choices(scenario, recordings) : [],
        values: scenario.values ?? [],
        lacks: lacks(scenario),
      },
    ];
  });
}

/** A value's text where it can be edited as it stands, which what is only described or cut cannot; else empty. */
export function valueToEdit(text = ""): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return "";
  }
}

function lacks({ redacted = 0, redactedAt = [], cut = [] }: PlayedScenario): string[] {
  const where = redactedAt.length === 0 ? "" : ` Replaced: ${redactedAt.join("; ")}.`;
  return [
    ...(redacted === 0
      ? []
      : [
          `${counted(redacted, "text")} in them ${redacted === 1 ? "is" : "are"} replaced by stand-ins of the same shape, as ${redacted === 1 ? "it" : "they"} may be secrets.${where}`,
        ]),
    ...(cut.length === 0 ? [] : [`Not kept: ${cut.join("; ")}.`]),
  ];
}

function figures(
  laid: Waterfall | null,
  { origin, milliseconds, values = [] }: PlayedScenario,
): ScenarioFigure[] {
  if (origin !== "recorded" || milliseconds === undefined) return [];
  const took = {
    name: "Took, when recorded",
    value: time(milliseconds),
    aside: "",
    detail: "With real I/O, in the program that was recorded",
  };
  // By what the user gives it may have made other I/O calls than those that were recorded.
  if (laid === null && values.some((one) => one.origin === "given")) return [took];
  if (laid === null) return [took, { name: "I/O calls", value: "none", aside: "", detail: "" }];
  const { calls, steps, mostInFlight, own } = laid;
  return [
    took,
    ...(own === null
      ? []
      : [
          {
            name: "Its own time",
            value: share(own.share),
            aside: time(own.milliseconds),
            detail:
              "No I/O call was under way that it got an answer from: its own code, and what else the program did then",
          },
        ]),
    {
      name: "I/O calls",
      value: String(calls.length),
      aside: `at most ${mostInFlight} at a time`,
      detail: "",
    },
    {
      name: "One after another",
      value: String(steps),
      aside: "",
      detail: "The longest sequence of I/O calls each of which began once another had answered",
    },
  ];
}

const ENDS: Readonly<Record<Recordings["paths"][number]["outcome"], string>> = {
  value: "ends well",
  error: "ends with an error",
  callback: "calls back",
  over: "ends with its response",
  event: "ends with its event",
  pending: "had not ended",
};

function choices({ origin, path, notReplayed }: PlayedScenario, { paths }: Recordings): CallToChoose[] {
  if (paths.length === 0) return [];
  const all = paths.reduce((sum, { calls }) => sum + calls, 0);
  return [
    ...paths.map(({ calls, ioCalls, outcome }, at): CallToChoose => ({
      path: at + 1,
      name: `Path ${at + 1}`,
      share: calls / all,
      seen: `${calls} of ${counted(all, "call")}`,
      what: `${ioCalls === 0 ? "no I/O" : counted(ioCalls, "I/O call")}, ${ENDS[outcome]}`,
      state:
        path !== at + 1
          ? "other"
          : origin === "recorded"
            ? "measured"
            : notReplayed !== undefined
              ? "not-played"
              : "other",
    })),
    {
      path: null,
      name: "Without a recording",
      share: null,
      seen: "",
      what: "values that are inferred, or that a fakes file gives",
      state: origin !== "recorded" && notReplayed === undefined ? "measured" : "other",
    },
  ];
}
