import path from "path";
import type { InjectionMode } from "../stack-traces.ts";
import { innerErrors } from "../inner-errors.ts";
import type { RunRequest, StackRun } from "../protocol.ts";
import { callOnce, type CallRunner } from "./calls.ts";
import { VirtualClock } from "./clock.ts";
import type { Contestant, Report } from "./contestant.ts";
import { engine } from "./engine.ts";
import { forEachInTurn, type Next } from "./flow.ts";
import type { Injection, Io } from "./io.ts";
import type { RecordedOperation } from "./record.ts";
import { framesOf, sayThrown, stackHere, stackOf } from "./stacks.ts";

type Site = StackRun["sites"][number];

/** More call sites than this tell nothing new. */
const SITES_AT_MOST = 40;
/** So deep are the stacks that are kept. */
const STACK_FRAMES = 100;
const STACK_CHARACTERS = 6_000;

interface Experiment {
  /** Counts the operations of a call from 0. */
  readonly index: number;
  readonly operation: RecordedOperation;
  readonly mode: InjectionMode;
  readonly layer: "calls-back" | "keeps-stack";
  readonly helper: "none" | "hands-on";
}

/**
 * Lets each I/O call of one call of each contestant fail in each mode, with and without a helper in between that hands
 * errors straight on, and reads off which line of the target the resulting stack traces name.
 */
export function measureStacks(
  contestants: readonly Contestant[],
  _request: RunRequest,
  io: Io,
  runner: CallRunner,
  report: Report,
  done: (runs: (StackRun | null)[]) => void,
): void {
  const runs: (StackRun | null)[] = [];
  forEachInTurn(
    contestants,
    (contestant, next) => {
      report(runs.length / contestants.length, `making the I/O calls of ${contestant.name} fail`);
      const sites: Site[] = [];
      forEachInTurn(
        experimentsOn(contestant),
        (experiment, after) => inject(experiment, contestant, io, runner, sites, after),
        () => {
          runs.push({
            ownLayer: "calls-back",
            sites,
            options: [],
            nativeOptions: [],
            sourceMaps: sourceMapsOf(contestant),
          });
          next();
        },
      );
    },
    () => done(runs),
  );
}

/**
 * Without a way to read a map here, it is taken at its word; whether it is needed is seen by the lines that stacks of
 * what was compiled name: in the source, too, the operation stands there, or something else does.
 */
function sourceMapsOf({ recording, source }: Contestant): StackRun["sourceMaps"] {
  const { written, text, file } = source;
  if (written === undefined) return { level: 5, why: "The engine runs the source as it is written." };
  const lines = written.text.split("\n");
  const seen = recording.operations.filter(({ isSeen }) => isSeen);
  const isRight =
    seen.length > 0 &&
    seen.every(({ line, expression }) => {
      const method = expression.slice(expression.lastIndexOf(".") + 1);
      return (lines[line! - 1] ?? "").indexOf(method) !== -1;
    });
  const hasMap = /^[ \t]*\/\/[#@] ?sourceMappingURL=\S+[ \t]*$/m.test(text);
  const named = `stacks name ${isRight ? "the source's lines" : "other lines than the source's"} without a source map`;
  const map = hasMap ? "it names one, which was not tried on this engine" : "it names none";
  return {
    level: isRight ? (hasMap ? 4 : 2) : hasMap ? 3 : 1,
    why: `${path.basename(file)} is compiled: ${named}, and ${map}.`,
  };
}

/** Operations that do not pass through the target's file have no line that a stack could name. */
function experimentsOn({ recording, callable }: Contestant): Experiment[] {
  const experiments: Experiment[] = [];
  recording.operations.slice(0, SITES_AT_MOST).forEach((operation, index) => {
    if (operation.line === null) return;
    const add = (mode: InjectionMode, layer: Experiment["layer"], helper: Experiment["helper"]): void => {
      // Only who calls back has a last callback that a helper could call.
      if (helper === "none" || callable.completion === "callback") {
        experiments.push({ index, operation, mode, layer, helper });
      }
    };
    add("error", "calls-back", "none");
    add("error", "calls-back", "hands-on");
    add("throw", "calls-back", "none");
    add("throw", "calls-back", "hands-on");
    add("async-throw", "calls-back", "none");
    add("error", "keeps-stack", "none");
    add("error", "keeps-stack", "hands-on");
  });
  return experiments;
}

function inject(
  { index, operation, mode, layer, helper }: Experiment,
  { callable, source }: Contestant,
  io: Io,
  runner: CallRunner,
  sites: Site[],
  next: Next,
): void {
  const byCallback = callable.completion === "callback";
  let count = 0;
  let thrown: string | null = null;
  let delivered: string | null = null;
  let deliveryStack = "";
  io.forgetEnds();
  io.clock = new VirtualClock();
  io.latencyMilliseconds = 1;
  // The target or its libraries may have set another.
  (engine.Error as { stackTraceLimit?: number }).stackTraceLimit = STACK_FRAMES;
  runner.run(
    (settled) => {
      const heard = (error: unknown): void => {
        if (error !== null && error !== undefined && delivered === null) {
          delivered = stackText(error);
          if (callable.completion !== "promise") deliveryStack = stackHere();
        }
        settled(error);
      };
      const final = byCallback && helper === "hands-on" ? heard : null;
      const injection: Injection = { mode, keepsStack: layer === "keeps-stack", final };
      io.watch(() => (count++ === index ? injection : null));
      try {
        callOnce(callable, heard);
      } catch (error) {
        thrown = stackText(error);
        throw error;
      }
    },
    1,
    (trial) => {
      io.tap = null;
      const [escaped] = trial.escaped;
      let errorStack = delivered ?? "";
      let crash: Site["crash"] = null;
      if (io.exit !== null) {
        errorStack = "";
        deliveryStack = "";
        crash = "exit";
      } else if (escaped !== undefined) {
        errorStack = stackText(escaped.error);
        deliveryStack = "";
        crash = escaped.how;
      } else if (thrown !== null) {
        errorStack = thrown;
        deliveryStack = "";
        // Whoever passes a callback has nothing around the call that would catch.
        crash = byCallback ? "uncaughtException" : null;
      }
      sites.push({
        line: operation.line!,
        expression: operation.expression,
        ...{ mode, layer, helper, crash, flag: null },
        reportedLine: reportedLine([errorStack, deliveryStack], operation, source),
        swallowed: errorStack === "",
        stack: shown(errorStack, deliveryStack).slice(0, STACK_CHARACTERS),
      });
      next();
    },
  );
}

/**
 * The operation's own line where a frame names it, or is inside of the very callback that the operation was given;
 * else the first line of the target's file that is named; else null.
 */
function reportedLine(
  stacks: readonly string[],
  { line, callbackText }: RecordedOperation,
  { file, text }: Contestant["source"],
): number | null {
  const callback = linesOf(callbackText, text, line);
  let first: number | null = null;
  for (const stack of stacks) {
    for (const frame of framesOf(stack)) {
      if (frame.file !== file) continue;
      if (frame.line === line) return line;
      if (callback !== null && callback.first <= frame.line && frame.line <= callback.last) return line;
      first ??= frame.line;
    }
  }
  return first;
}

/**
 * The lines of a function's text in the source; where it stands there more than once, of the one that begins on the line of the
 * call; null where that cannot be told.
 */
function linesOf(
  functionText: string | null,
  text: string,
  callLine: number | null,
): { first: number; last: number } | null {
  if (functionText === null || functionText === "") return null;
  const at = text.indexOf(functionText);
  if (at === -1) return null;
  const height = functionText.split("\n").length - 1;
  if (text.indexOf(functionText, at + 1) === -1) {
    const first = text.slice(0, at).split("\n").length;
    return { first, last: first + height };
  }
  if (callLine === null) return null;
  const begin = text.split("\n", callLine - 1).join("\n").length;
  const onLine = text.indexOf(functionText, begin);
  const isOnLine = onLine !== -1 && text.slice(begin + 1, onLine).indexOf("\n") === -1;
  return isOnLine ? { first: callLine, last: callLine + height } : null;
}

/** The stack, with those of the errors inside; where there is none, what was thrown. */
function stackText(thrown: unknown): string {
  const inner = innerErrors(thrown, (value) => value instanceof Error).map(
    ({ key, error }) => `[${key}]: ${stackOf(error)}`,
  );
  return [stackOf(thrown) || sayThrown(thrown), ...inner].join("\n");
}

function shown(errorStack: string, deliveryStack: string): string {
  if (errorStack === "") return "The caller never heard of the error.";
  if (deliveryStack === "") return errorStack;
  return `${errorStack}\nDelivered:\n${deliveryStack.slice(deliveryStack.indexOf("\n") + 1)}`;
}
