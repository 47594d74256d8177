import { WRITE_FAKES_COMMAND } from "../fakes-file/command.ts";
import type { RunProgress } from "../protocol.ts";

/** What somebody who waits for a target to be ready is told of. */
export interface Waiting {
  /** Base name of the target's file. */
  readonly file: string;
  /** Modules that were loaded in this attempt. */
  readonly modules: number;
  /** Counted from 1. */
  readonly attempt: number;
  /** Milliseconds since the first attempt began, and those for which the process computed. */
  readonly passed: number;
  readonly computed: number;
}

/** Milliseconds after which is said what can be done about it. */
const LONG = 2_500;
/** Milliseconds after which something is said whatever the cause. */
const VERY_LONG = 5_000;
/** The share of its time that a process gets on a machine that has little else to do. */
const UNDISTURBED = 0.6;
/** Modules from which on their number is told, and from which on they are why it takes long. */
const MODULES = { told: 50, many: 300 } as const;
/** Attempts from which on looking for values is why it takes long. */
const ATTEMPTS_MANY = 3;

/** For the user: what is being done; where that takes long, what makes it quicker. */
export function waitingWords(waiting: Waiting): string {
  const { file, modules, attempt } = waiting;
  const again = attempt > 1 ? ` again, with other made-up values: attempt ${attempt}` : "";
  const many = modules < MODULES.told ? "" : `${again === "" ? ": " : ", "}${counted(modules)} so far`;
  const advice = adviceFor(waiting);
  return `loading ${file}${again}${many}${advice === "" ? "" : `. ${advice}`}`;
}

function adviceFor({ modules, attempt, passed, computed }: Waiting): string {
  if (passed < LONG) return "";
  if (computed < UNDISTURBED * passed)
    return "Others keep the machine busy: close what does, or wait for the numbers";
  if (attempt >= (passed < VERY_LONG ? ATTEMPTS_MANY : 2))
    return `A fakes file that says what it is called with makes it quicker: ${WRITE_FAKES_COMMAND}`;
  if (modules >= MODULES.many)
    return "It imports much, all of which is loaded first: wait, or benchmark a function of a file that imports less";
  if (passed >= VERY_LONG)
    return "What it imports, or a first call of it, computes for long: wait, or cancel and look for what does";
  return "";
}

function counted(modules: number): string {
  return `${modules.toLocaleString("en")} modules`;
}

/** Tells the host of a target that is made ready: which modules were loaded, and at which attempt. */
export class LoadProgress {
  readonly #file: string;
  readonly #times: Times;
  readonly #begun: { readonly now: number; readonly computed: number };
  readonly #tell: (progress: () => RunProgress) => void;
  #modules = 0;
  #attempt = 0;

  /** @param tell Asks for the progress where it is time to tell it. */
  constructor(file: string, times: Times, tell: (progress: () => RunProgress) => void) {
    this.#file = file;
    this.#times = times;
    this.#begun = { now: times.now(), computed: times.cpuMilliseconds() };
    this.#tell = tell;
  }

  /** Another attempt begins. */
  readonly onTry = (): void => {
    this.#attempt++;
    this.#modules = 0;
    this.#tell(this.#progress);
  };

  /** Another module is about to be loaded. */
  readonly onModule = (): void => {
    this.#modules++;
    this.#tell(this.#progress);
  };

  readonly #progress = (): RunProgress => {
    const activity = waitingWords({
      file: this.#file,
      modules: this.#modules,
      attempt: Math.max(1, this.#attempt),
      passed: this.#times.now() - this.#begun.now,
      computed: this.#times.cpuMilliseconds() - this.#begun.computed,
    });
    return { fraction: 0, activity, loading: this.#file };
  };
}

/** Milliseconds by the watch, and of computing. */
interface Times {
  readonly now: () => number;
  readonly cpuMilliseconds: () => number;
}
