import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { analyze } from "../../../analysis/analyze.ts";
import { codeOfFile } from "../../../analysis/components/code-of.ts";
import type { TextRange } from "../../../analysis/model.ts";
import { DEFAULT_OPTIONS } from "../../../bench-worker/default-options.ts";
import { targetSourceSchema } from "../../../bench-worker/protocol.ts";
import { CallRunner } from "../../../bench-worker/worker/call/run-calls.ts";
import { VirtualClock } from "../../../bench-worker/worker/clock/virtual-clock.ts";
import { harness } from "../../../bench-worker/worker/harness/intrinsics.ts";
import { Uncaught } from "../../../bench-worker/worker/harness/uncaught.ts";
import { Unmeasurable } from "../../../bench-worker/worker/harness/unmeasurable.ts";
import { sayThrown } from "../../../bench-worker/worker/io/call-site.ts";
import { IoCore } from "../../../bench-worker/worker/io/io-core.ts";
import { explainLoading } from "../../../bench-worker/worker/load/explain.ts";
import { NO_LONG_STACKS } from "../../../bench-worker/worker/load/load-services.ts";
import { prepare } from "../../../bench-worker/worker/prepare.ts";
import { Rules } from "../../../bench-worker/worker/rules.ts";
import { buildWorld } from "../../../bench-worker/worker/world.ts";
import type { CallsAnswer } from "./calls.ts";
import { failsAlways } from "./failures.ts";
import { placedCalls } from "./placed.ts";

/*
 * A process of the corpus's experiment that only calls functions, and takes no time: one message is a function, the
 * answer is what became of it.
 */

type Send = (message: CallsAnswer) => void;

const requestSchema = v.object({
  index: v.number(),
  source: v.omit(targetSourceSchema, ["text"]),
  folder: v.string(),
  off: v.array(v.string()),
});

const core = new IoCore(new VirtualClock(), 1);
const runner = new CallRunner(core, new Uncaught());
const send = process.send!.bind(process) as Send;
process.on("disconnect", () => harness.exit());
process.on("message", (message) => void answer(message));

let world: ReturnType<typeof buildWorld> | undefined;

async function answer(message: unknown): Promise<void> {
  const { index, source: untold, folder, off } = v.parse(requestSchema, message);
  const whole = readFileSync(untold.file, "utf8");
  const source = { ...untold, text: codeOfFile(untold.file, whole)?.text ?? whole };
  world ??= buildWorld(core, [folder, path.dirname(source.file)]);
  const attempts: string[] = [];
  core.rules = new Rules(off);
  const services = {
    core,
    world,
    analyze,
    longStacks: NO_LONG_STACKS,
    budgetMilliseconds: DEFAULT_OPTIONS.budgetMilliseconds,
    onAttempt: (how: string, error: unknown) => {
      const cause = error instanceof Unmeasurable ? (error.cause ?? error) : error;
      const stack = cause instanceof harness.Error ? (cause.stack ?? "").split("\n").slice(0, 5) : [];
      attempts.push(`${how}: ${sayThrown(error)}\n${stack.join("\n")}`);
    },
  };
  const begun = harness.cpuMilliseconds();
  const done = (
    of: Omit<
      CallsAnswer,
      "index" | "failsAlways" | "attempts" | "milliseconds" | "asked" | "warnings" | "remarks"
    >,
  ): void =>
    send({
      index,
      ...of,
      asked: [...core.rules.asked].sort(),
      warnings: [...core.incidents],
      remarks: [...core.remarks],
      failsAlways: failsAlways(core.preparations),
      attempts,
      milliseconds: harness.cpuMilliseconds() - begun,
    });
  try {
    const { contestant } = await prepare(source, services, runner, { isPlain: true });
    const { operations, inSequence } = contestant.recording;
    const calls = operations.map(
      ({ line, expression, depth }) => `${line ?? "–"} ${expression} after ${depth}`,
    );
    const { asyncFunction, analyzedText } = contestant.target;
    const { functions } = analyze(analyzedText, source.language);
    const around = functions.filter(({ range }) => isWithin(asyncFunction.range, range));
    const handed = [asyncFunction, ...around].flatMap(({ parameters }) => parameters.map(({ name }) => name));
    const sites = placedCalls(operations, [folder, realpathSync(folder)], new Set(handed), (expression) =>
      core.nameOf(expression),
    );
    done({
      ...{ state: "completed", reason: "", hint: "" },
      ...{ ioCalls: operations.length, calls, sites, inSequence, decided: whatDecided() },
    });
  } catch (error) {
    const { state, message: reason, hint } = explainLoading(error, source.file);
    done({
      ...{ state, reason, hint },
      ...{ ioCalls: 0, calls: [], sites: [], inSequence: 0, decided: whatDecided() },
    });
  }
}

function isWithin(one: TextRange, other: TextRange): boolean {
  return other.start <= one.start && one.end <= other.end;
}

/** Preparations, and of I/O calls that were inferred to be some the evidence, without its lines and names. */
function whatDecided(): string[] {
  const evidence = core.uses.flatMap(({ kind, from, calls = 0, why }) =>
    kind === "sync" || calls === 0 || from !== "inferred"
      ? []
      : [`call: ${kindOfEvidence(why ?? "no reason told")}`],
  );
  return [...new Set([...core.preparations.map(({ what }) => what), ...evidence])].sort();
}

function kindOfEvidence(why: string): string {
  return why
    .replace(/\b(?:line|lines) \d+(?:(?:, | and )\d+)*(?: of \S+)?/g, "a line")
    .replace(/[“"`][^”"`]*[”"`]/g, "…")
    .trim();
}
