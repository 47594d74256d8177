import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import type { RunProgress } from "../protocol.ts";

/** For how long somebody has waited, in milliseconds. */
export interface Waited {
  /** For the first numbers; 0 where some are there. */
  readonly passed: number;
  /** Since the process said what it is at. */
  readonly silent: number;
}

/** Milliseconds after which is said what can be done about it. */
const LONG = 2_500;
/** Milliseconds after which something is said whatever the cause. */
export const WAITED_FOR_LONG = 4_000;
/** Milliseconds of silence from which on it is told how long that has been. */
const SILENT = 1_000;
/** The share of its time that a process gets on a machine that has little else to do, and milliseconds that tell. */
const UNDISTURBED = { share: 0.6, from: 1_000 };
/** Modules from which on their number is told, and from which on they are why it takes long. */
const MODULES = { told: 50, many: 300 } as const;
/** Attempts from which on looking for values is why it takes long. */
const ATTEMPTS_MANY = 3;

const SO_FAR = "So far: ";

/** What is done once a function can be called. */
const MEASURES = /^(?:counting|warming|timing|weighing)\b/;
const TAKES_LONG = "Its calls take long: wait, or measure with fewer of them in flight (a smaller n)";

/** Whether words for somebody who waits say why there are no numbers yet, and what to do about it. */
export function saysWhy(words: string): boolean {
  return words.includes(SO_FAR);
}

type Waiting = NonNullable<RunProgress["waiting"]>;

/** For the user: what is being done; where that takes long, why there are no numbers yet, or what makes it quicker. */
export function waitingWords({ activity, waiting }: RunProgress, waited: Waited): string {
  const isSilent = waited.passed >= WAITED_FOR_LONG && waited.silent >= SILENT;
  const seconds = `${Math.floor(waited.silent / 1000)} s`;
  if (waiting === undefined) {
    if (!isSilent) return activity;
    return `${activity}, for ${seconds} now${MEASURES.test(activity) ? `. ${TAKES_LONG}` : ""}`;
  }
  const advice = adviceFor(waiting, waited, isSilent);
  const doing = isSilent ? stuckIn(activity, waiting, seconds) : `${activity}${whichOf(waiting)}`;
  return advice === "" ? doing : `${doing}. ${advice}`;
}

function whichOf({ attempt, modules }: Waiting): string {
  const again = attempt > 1 ? ` again, with other made-up values: attempt ${attempt}` : "";
  const many = modules < MODULES.told ? "" : `${again === "" ? ": " : ", "}${counted(modules)} so far`;
  return again + many;
}

/** What it was at when it was last heard of. */
function stuckIn(activity: string, waiting: Waiting, seconds: string): string {
  const { attempt, call, module, modules } = waiting;
  const which = attempt > 1 ? `, at attempt ${attempt}` : "";
  if (call !== undefined) {
    const line = call.line === undefined ? "" : `, from line ${call.line} on`;
    return `in a call of ${call.name} for ${seconds} now${line}${which}`;
  }
  const begun = waiting.mayBeBehind === true ? `one after ${module}` : module;
  const last = module === undefined || modules < 2 ? "" : `; ${begun} was begun last`;
  return `${activity} for ${seconds} now${which}${last}`;
}

function adviceFor(waiting: Waiting, { passed }: Waited, isSilent: boolean): string {
  const { modules, attempt, soFar, call } = waiting;
  if (passed < LONG) return "";
  if (soFar !== undefined) return `${SO_FAR}${soFar.reason} ${soFar.hint}`;
  if (waiting.passed >= UNDISTURBED.from && waiting.computed < UNDISTURBED.share * waiting.passed)
    return "Others keep the machine busy: close what does, or wait for the numbers";
  if (isSilent && call !== undefined)
    return `If that goes on, look for a loop behind that which made-up values do not end, or say in a fakes file what it is called with: ${WRITE_FAKES_COMMAND}`;
  if (attempt >= (passed < WAITED_FOR_LONG ? ATTEMPTS_MANY : 2))
    return `A fakes file that says what it is called with makes it quicker: ${WRITE_FAKES_COMMAND}`;
  if (modules >= MODULES.many)
    return "It imports much, all of which is loaded first: wait, or benchmark a function of a file that imports less";
  if (passed < WAITED_FOR_LONG) return "";
  return modules > 1
    ? "What it imports computes for long as it is loaded: wait, or cancel and look for what does"
    : "What runs as it is loaded computes for long: wait, or cancel and look for a loop at its top";
}

function counted(modules: number): string {
  return `${modules.toLocaleString("en")} modules`;
}
