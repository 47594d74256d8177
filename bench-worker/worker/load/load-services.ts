import type { FileAnalysis, Language } from "../../../analysis/model.ts";
import type { TargetSource } from "../../protocol.ts";
import type { Unmeasurable } from "../harness/unmeasurable.ts";
import type { IoCore } from "../io/io-core.ts";
import type { World } from "../world.ts";

/** Reads the functions of a text. */
export type Analyze = (text: string, language: Language) => FileAnalysis;

/** What a target is loaded into. */
export interface LoadServices {
  readonly core: IoCore;
  readonly world: World;
  readonly analyze: Analyze;
  /** What runs in place of the source's text, where an attempt changes it. */
  readonly changed?: ChangedText;
  /** The text does not tell that the function is asynchronous: somebody has asked for it. */
  readonly isAskedFor?: true;
  readonly longStacks: LongStacks;
  /** With which the target is compared: how an operation answers in one of them holds in all. */
  readonly counterparts?: readonly TargetSource[];
  /** What the user's budget is, in milliseconds: who gives more gets more attempts. */
  readonly budgetMilliseconds: number;
  /** Whether it is noted what calls do with stand-ins, so that plain values can take their places. */
  readonly notesStandIns?: boolean;
  /** Hears of each attempt that came to no good end, and how it was made: for experiments. */
  readonly onAttempt?: (how: string, error: unknown) => void;
  /** Hears of each attempt, before it is made. */
  readonly onTry?: () => void;
  /** Hears of each module that is loaded, before it is. */
  readonly onModule?: (file: string) => void;
  /** Hears of the target's first call in each attempt, and of each I/O call that it comes to, with its line where that is known. */
  readonly onCall?: (name: string, line: number | null) => void;
  /** Hears what is to blame by now after each attempt that came to no good end; undefined where one has that will do. */
  readonly onFailure?: (why: Unmeasurable | undefined) => void;
}

/** A target's text as an attempt changes it: what tells of the function is the text as it was. */
export interface ChangedText {
  readonly text: string;
  /** Where the function begins in it. */
  readonly functionStart: number;
}

/** What is switched on for longer stack traces. */
export interface LongStacks {
  /** What the target's libraries have. */
  readonly ofLibraries: boolean;
  /** A package that lengthens every stack trace by being loaded before the target. */
  readonly general: string | null;
}

/** As the user's program runs without further ado. */
export const NO_LONG_STACKS: LongStacks = { ofLibraries: false, general: null };
