import { readFileSync } from "node:fs";
import path from "node:path";
import { breakdownOfEntry } from "../breakdown/breakdown.ts";
import { criticalPathOf } from "../critical-path/critical-path.ts";
import { IoOfFile } from "../io-calls/within.ts";
import { classify } from "../patterns/classify.ts";
import { countedView } from "./counted-view.ts";

/** A text that can be made longer by having more of the same in it. */
export interface GrowingText {
  readonly name: string;
  /** The text with something in it so many times. */
  readonly textOf: (times: number) => string;
}

/** A text for which the work grows by more than the text does. */
export interface Growth {
  readonly name: string;
  /** What the work for twice the text is of that for the text. */
  readonly ratio: number;
  /** The steps for a text, and its code units. */
  readonly steps: number;
  readonly codeUnits: number;
}

/** A construct: what stands before the next one in it, and behind that. */
interface Construct {
  readonly before: string;
  readonly behind: string;
}

const MIDDLE = "…";

/** What growing texts are made of. */
export interface Constructs {
  readonly nesting: readonly Construct[];
  readonly repeated: readonly Construct[];
  readonly around: readonly Construct[];
}

/** Reads `constructs.txt`, which says itself how. */
export function readConstructs(): Constructs {
  const file = readFileSync(path.join(import.meta.dirname, "constructs.txt"), "utf8");
  const [nesting, repeated, around] = file
    .split(/^# .*\n/m)
    .slice(1)
    .map((section) => section.split("\n").filter(Boolean).map(readConstruct));
  return { nesting: nesting!, repeated: repeated!, around: around! };
}

function readConstruct(line: string): Construct {
  const escapes: Readonly<Record<string, string>> = {
    n: "\n",
    r: "\r",
    t: "\t",
    u2028: "\u2028",
    "\\": "\\",
  };
  const text = line.replaceAll(/\\(n|r|t|u2028|\\)/g, (_, name: string) => escapes[name]!);
  const [before, behind] = text.split(MIDDLE);
  return { before: before!, behind: behind ?? "" };
}

/** Each construct within itself, closed and left open, and side by side, in each of some surroundings. */
function* singleTexts({ nesting, repeated, around }: Constructs): Generator<GrowingText, undefined> {
  for (const place of around) {
    for (const one of nesting) {
      const name = `${one.before}${MIDDLE}${one.behind}`;
      yield growing(`closed: ${name}`, place, [one]);
      yield growing(`open: ${name}`, place, [{ ...one, behind: "" }]);
      yield growing(`side by side: ${name}`, place, [
        { before: `${one.before}x${one.behind}\n`, behind: "" },
      ]);
    }
    for (const one of repeated)
      for (const end of ["\n", " "]) {
        const before = one.before + end;
        yield growing(`again: ${JSON.stringify(before)}`, place, [{ before, behind: "" }]);
      }
  }
}

/** Both kinds in turn, and then the mixed ones alone; without end. */
export function* growingTexts(constructs: Constructs, random: () => number): Generator<GrowingText, never> {
  const single = singleTexts(constructs);
  const mixed = mixedTexts(constructs, random);
  for (;;) {
    const { value } = single.next();
    if (value !== undefined) yield value;
    yield mixed.next().value;
  }
}

/** Some constructs at random, one within or behind another, again and again; without end. */
function* mixedTexts(
  { nesting, repeated, around }: Constructs,
  random: () => number,
): Generator<GrowingText, never> {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const mixture = (): Construct => {
    let before = "";
    let behind = "";
    for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
      const one = random() < 0.5 ? pick(nesting) : pick(repeated);
      before += one.before + (random() < 0.5 ? "\n" : " ");
      if (random() < 0.7) behind = one.behind + behind;
    }
    return random() < 0.3 ? { before: before + behind, behind: "" } : { before, behind };
  };
  for (;;) {
    const place = pick(around);
    const parts = random() < 0.6 ? [mixture()] : [mixture(), mixture()];
    yield growing(JSON.stringify(parts), place, parts);
  }
}

function growing(name: string, place: Construct, parts: readonly Construct[]): GrowingText {
  const textOf = (times: number): string => {
    const before = parts.map((part) => repeated(part.before, times)).join("\n");
    const behind = parts.toReversed().map((part) => repeated(part.behind, times));
    return `${place.before}${before} x ${behind.join("\n")}${place.behind}`;
  };
  return { name: `${name} in ${place.before}${MIDDLE}${place.behind}`, textOf };
}

function repeated(text: string, times: number): string {
  if (!/[%@]/.test(text)) return text.repeat(times);
  const each = (_: unknown, index: number): string =>
    text.replaceAll("%", String(index)).replaceAll("@", String(index + 1));
  return Array.from({ length: times }, each).join("");
}

/** The shorter of the two texts that are compared has about so many code units, and what is repeated comes so often at least. */
const CODE_UNITS = 2000;
const FEWEST_TIMES = 40;
/** Work in proportion to the text doubles. */
const HIGHEST_RATIO = 2.6;
/** Breakdowns are made of so many functions, the first ones: the outermost. */
const MOST_BREAKDOWNS = 2;

/** How the work for a text grows with it, where it is more than in proportion. */
export function growthOf({ name, textOf }: GrowingText, stepsFor = stepsOfAnalysis): Growth | undefined {
  const unit = textOf(2).length - textOf(1).length;
  const times = Math.max(FEWEST_TIMES, Math.ceil(CODE_UNITS / Math.max(1, unit)));
  const text = textOf(2 * times);
  const steps = stepsFor(text);
  if (steps / stepsFor(textOf(times)) <= HIGHEST_RATIO || steps < text.length) return undefined;
  // Half-typed text may mean something else when there is more of it, and then it goes on as before.
  const ratio = stepsFor(textOf(4 * times)) / steps;
  return ratio > HIGHEST_RATIO ? { name, ratio, steps, codeUnits: text.length } : undefined;
}

/** How often anything of the lexed text is read for its functions, their I/O calls and breakdowns: the clock has no say in it. */
export function stepsOfAnalysis(text: string): number {
  const { view, steps } = countedView(text);
  const classified = classify(view);
  const entries = new Set(classified.map(({ index }) => index));
  const io = new IoOfFile(view, classified, entries);
  for (const { index } of classified) {
    const { calls, region } = io.of(index);
    criticalPathOf(view, region, calls);
  }
  for (const entry of classified.slice(0, MOST_BREAKDOWNS)) breakdownOfEntry(view, entry, entries);
  return steps();
}
