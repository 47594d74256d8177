import { NEW_AS_IT_GROWS } from "./deciding.ts";
import type { Preparation } from "./preparation.ts";

/** Lines that are named. */
const LINES_AT_MOST = 6;

/** What a sentence says beside what was done. */
interface Beside {
  /** Who it was done to. */
  readonly name?: string;
  /** The error that brought it about, as it ends the sentence. */
  readonly error?: string;
}

/** For the user: one sentence on what was done. */
export function preparationSentence(
  preparation: Preparation,
  { name = "It", error = "." }: Beside = {},
): string {
  switch (preparation.what) {
    case "loops-ended": {
      const { lines } = preparation;
      const [loops, were, them] = lines.length === 1 ? ["loop", "was", "it"] : ["loops", "were", "them"];
      return `The ${loops} at ${inWords(lines)} ${were} made to end after a few rounds, as made-up values may give ${them} no end.`;
    }
    case "branches-decided":
      return `Made-up values alone did not bring it to its I/O calls: the branches at ${inWords(preparation.lines)} were decided for it.`;
    case "gaps-filled": {
      const { lines, elsewhere = [] } = preparation;
      const isOne = lines.length + elsewhere.length === 1;
      const [read, was] = isOne
        ? ["reads a property", "a stand-in was"]
        : ["read properties", "stand-ins were"];
      const others = elsewhere.map(({ file, line }) => `line ${line} of ${file}`);
      const places = [...(lines.length === 0 ? [] : [inWords(lines)]), ...others];
      return `${places.join(" and ").replace("l", "L")} ${read} of undefined or null; ${was} used there.`;
    }
    case "values-cut-off":
      return `${name} gives values without an end of its own: a call is taken to end with the first ${preparation.after === 1 ? "one" : preparation.after}.`;
    case "answers-emptied":
      return `It failed after it had tried ${preparation.operation} again and again, so what that answers was made empty.`;
    case "apart":
      return preparation.from === "surroundings"
        ? `Measured apart from what is around it, which was made up where only a call could tell it.`
        : `Measured apart from its module: what it takes from there may be made up.`;
    case "helpers-made-up":
      return `Functions of its own project were made up with the rest: ${preparation.names.join(", ")}.`;
    case "made": {
      const { by, line } = preparation;
      // What has no name is named by its line.
      const place = by.endsWith(`line ${line}`) ? "" : ` (line ${line})`;
      return `It exists only while ${by} runs, which was called with made-up arguments to make it${place}.`;
    }
    case "own-instances":
      if (preparation.usedUpAt !== undefined)
        return `Each call got an instance of its own, which is part of the cost: a call uses it up, and the next one fails${preparation.usedUpAt === null ? "" : ` at line ${preparation.usedUpAt}`}.`;
      return preparation.line === undefined
        ? NEW_AS_IT_GROWS
        : `Each call got an instance of its own, which is part of the cost, as line ${preparation.line} lets only one call of an instance go on at a time.`;
    case "fails-always":
      return `It does nothing but fail, whatever it is called with, so its failure at line ${preparation.line} is what was measured${error}`;
    case "values-unlike":
      return "Made-up values could not be the same for it and for what it is compared with.";
    case "path-of-failure":
      return `${preparation.handedTo === undefined ? "An error was caught" : `A failure was told by ${preparation.handedTo}`} at line ${preparation.line}, so the path of failure is what was measured${error}`;
  }
}

/** The same of one of two functions, in the passive. */
export function preparationInPassive({ what }: Preparation): string {
  return PASSIVE[what];
}

const PASSIVE: Readonly<Record<Preparation["what"], string>> = {
  "loops-ended": "loops were made to end",
  "branches-decided": "branches were decided",
  "gaps-filled": "stand-ins were used where properties of undefined are read",
  "values-cut-off": "a call was taken to end early",
  "answers-emptied": "answers were made empty",
  apart: "measured apart from what is around it",
  "helpers-made-up": "functions of its project were made up",
  made: "made by a call, with made-up arguments, of what is around it",
  "own-instances": "each call had an instance of its own",
  "fails-always": "its failure was measured, as it does nothing else",
  "values-unlike": "made-up values could not be the same for both",
  "path-of-failure": "its path of failure was measured",
};

/** `lines 3, 5` */
function inWords(lines: readonly number[]): string {
  const shown = lines.slice(0, LINES_AT_MOST).join(", ");
  return `${lines.length === 1 ? "line" : "lines"} ${shown}${lines.length > LINES_AT_MOST ? ", …" : ""}`;
}
