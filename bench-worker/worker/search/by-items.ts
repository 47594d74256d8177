import { countBy, lawText, LISTS_AT_MOST, MANY_ITEMS, type ItemLaw } from "../../item-law.ts";
import type { TargetSource } from "../../protocol.ts";
import { remark } from "../../remark.ts";
import { levelsOf } from "../fakes/universal/names.ts";
import { plainName } from "../fakes/plain/plain-name.ts";
import { childrenOf, type Node } from "../../instrument/tree.ts";
import { memberName } from "../program/expression.ts";
import { sourceTreeOf } from "../program/source-tree.ts";
import type { Contestant } from "../measure/contestant.ts";
import type { Recording } from "../measure/record.ts";
import type { IoCore } from "../io/io-core.ts";
import { copyOf, type Settings } from "./settings.ts";
import type { Trials } from "./trials.ts";

/** Items of the lists of the calls by which a law is found, and of one more where none with many can confirm it. */
const SIZES = [3, 4, 5] as const;
const ONE_MORE = 6;
/** Milliseconds of CPU time of a call with many items behind which one with very many is made. */
const BATCHES_FROM_AT_MOST = 60;
/** Lists in so many others have a law. */
const LEVELS_AT_MOST = 1;
/**
 * The same of another one, which has to follow it as well: limits and batches mostly have fewer. Of lists in lists it takes fewer. Where those make no
 * more I/O calls than few, it takes very many: databases are sent some hundred rows at a time.
 */
const MANY = { ofOne: MANY_ITEMS, ofLists: 15, ofBatches: 2_400 } as const;

/**
 * How the I/O calls of a contestant, the last, grow with the items of the lists that are stand-ins: it is made again with longer ones.
 * Empty where they do not, or it does not run with longer lists. All is as it was then.
 */
export async function byItemsOf(contestant: Contestant, trials: Trials): Promise<Growth> {
  const { target, recording } = contestant;
  const { last } = trials;
  const { core } = trials.services;
  const ofText = last?.facts.has("lines") === true;
  const hasLists =
    target.fakes.readAsLists.size > 0 || target.fakes.isStreamed || core.hasReadFileNames || ofText;
  if (!hasLists || last === undefined || recording.operations.length === 0) return {};
  const putBack = trials.keep(contestant);
  const found = await new LongerLists(contestant, trials, last).growth().finally(() => {
    core.arePairsShort = false;
    putBack();
  });
  found.said?.(core);
  return found.growth;
}

/** What is told of how I/O calls grow. */
type Growth = Pick<Contestant, "byItems" | "atItems">;

/** The same, and what is said of it. */
interface Found {
  readonly growth: Growth;
  readonly said?: (core: IoCore) => void;
}

const NOTHING: Found = { growth: {} };

/** Calls of a contestant with lists that are longer than those of the call that is measured. */
class LongerLists {
  readonly #recording: Recording;
  readonly #source: TargetSource;
  readonly #trials: Trials;
  readonly #settings: Settings;
  /** The lists of the calls made so far, and those of them that a client answered, by the names of their first items. */
  #lists: readonly string[] = [];
  readonly #answered = new Set<string>();

  constructor({ recording, target }: Contestant, trials: Trials, settings: Settings) {
    this.#recording = recording;
    this.#source = target.source;
    this.#trials = trials;
    this.#settings = settings;
  }

  async growth(): Promise<Found> {
    const longer: Recording[] = [];
    for (const items of SIZES) {
      const one = this.#trials.isLongToRepeat ? null : await this.#made(items);
      if (one == null) return unknownGrowth(one === null ? TOO_LONG : failedSentence(items));
      longer.push(one.recording);
      this.#noteLists(one);
      // Lists within lists within lists are cut off: they may be those of a tree.
      if (this.#lists.some((name) => levelsOf(name) > LEVELS_AT_MOST)) return NOTHING;
      // What makes as many calls for three items makes as many for four.
      if (isSame(one.recording, this.#recording)) break;
    }
    const isConstant = isSame(longer.at(-1)!, this.#recording);
    const few = isConstant
      ? null
      : {
          ioCalls: lawOf(longer.map(({ operations }) => operations.length)),
          criticalPath: lawOf(longer.map(({ inSequence }) => inSequence)),
        };
    const many = await this.#many(few);
    if (many === undefined) return NOTHING;
    const { ioCalls, criticalPath } = few ?? { ioCalls: null, criticalPath: null };
    const { items, whole } = many;
    const follows = (law: ItemLaw | null, count: number): law is ItemLaw =>
      law !== null && countBy(law, items) === count;
    // What was taken for the length of a list may be that of a function, `handler.length === 2`: longer ones go another way.
    if (whole.operations.length < this.#recording.operations.length) return NOTHING;
    if (follows(ioCalls, whole.operations.length) && follows(criticalPath, whole.inSequence)) {
      const lists = (await this.#thatCount(longer[0]!)).slice(0, LISTS_AT_MOST);
      return { growth: { byItems: { ioCalls, criticalPath, lists } } };
    }
    if (whole.operations.length <= this.#recording.operations.length) return NOTHING;
    const ofFew = isConstant ? { once: this.#recording.operations.length, perItem: 0 } : ioCalls;
    return {
      growth: { atItems: { items, ioCalls: whole.operations.length, criticalPath: whole.inSequence } },
      said: (core) => void core.incidents.add(limitedSentence(many, ofFew)),
    };
  }

  /** A call with many items by which a law is confirmed, or it is seen that few tell of none; undefined where all make as many, or none completes. */
  async #many(few: { readonly ioCalls: ItemLaw | null } | null): Promise<Many | undefined> {
    const isOfOne = few === null || (few.ioCalls !== null && few.ioCalls.perItemSquared === undefined);
    const many = await this.#wholeOf(isOfOne ? MANY.ofOne : MANY.ofLists);
    if (few !== null) return many ?? (await this.#wholeOf(ONE_MORE));
    if (many !== undefined && !isSame(many.whole, this.#recording)) return many;
    if (!namesBatch(this.#source) || this.#trials.lastMilliseconds > BATCHES_FROM_AT_MOST) return undefined;
    const batches = await this.#wholeOf(MANY.ofBatches);
    return batches === undefined || isSame(batches.whole, this.#recording) ? undefined : batches;
  }

  /** What gives more than anybody takes follows no law that could be seen. */
  async #wholeOf(items: number): Promise<Many | undefined> {
    const whole = (await this.#made(items))?.recording;
    return whole === undefined || whole.isCutOff ? undefined : { items, whole };
  }

  async #made(itemsOfLists: number): Promise<Contestant | undefined> {
    const trials = this.#trials;
    const { core } = trials.services;
    const made = (): Promise<Contestant | undefined> =>
      trials.orNothing(() => trials.make({ ...copyOf(this.#settings), itemsOfLists }));
    const first = await made();
    if (first !== undefined || core.arePairsShort) return first;
    core.arePairsShort = true;
    return await made();
  }

  #noteLists({ target: { fakes } }: Contestant): void {
    this.#lists = [
      ...new Set([...fakes.readAsLists].map(ofFirstItem)),
      ...(this.#trials.services.core.hasReadFileNames ? ["readdir()"] : []),
      ...(this.#settings.facts.has("lines") ? ["the lines of a text"] : []),
    ];
    for (const name of fakes.clients.answeredLists) this.#answered.add(ofFirstItem(name));
  }

  /** The lists without the answers that a call gets and does not go through, as that to each write in a loop. */
  async #thatCount(ofFirstSize: Recording): Promise<readonly string[]> {
    const others = this.#lists.filter((name) => !this.#answered.has(name));
    if (others.length === 0 || others.length === this.#lists.length) return this.#lists;
    const { core } = this.#trials.services;
    core.areAnswersShort = true;
    const short = await this.#made(SIZES[0]);
    core.areAnswersShort = false;
    return short !== undefined && isSame(short.recording, ofFirstSize) ? others : this.#lists;
  }
}

/** Whether a source has a number that may be the size of batches of more items than a list with many has: one by which it steps, or cuts, or a name stands for. */
function namesBatch({ file, text }: { readonly file: string; readonly text: string }): boolean {
  const isSize = ({ type, value }: Node): boolean =>
    type === "Literal" && typeof value === "number" && value >= MANY.ofOne && value < MANY.ofBatches;
  const holdsSize = (node: Node): boolean =>
    (STEPS.test(node.type) && !isOfStatus(node) && childrenOf(node).some(isSize)) ||
    childrenOf(node).some(holdsSize);
  const tree = sourceTreeOf(file, text);
  return tree !== null && holdsSize(tree.program);
}

const STEPS = /^(?:BinaryExpression|AssignmentExpression|AssignmentPattern|VariableDeclarator)$/;

/** `response.status === 500`, but not `rows.length === 500`. */
function isOfStatus(node: Node): boolean {
  const isOfLength = childrenOf(node).some(
    (child) => child.type === "MemberExpression" && memberName(child) === "length",
  );
  return /^[=!]==?$/.test(String(node["operator"])) && !isOfLength;
}

/** The name of a list within the first item, for any: `orders[0].lines`, also of `orders.entries()[1][1].lines`. */
function ofFirstItem(name: string): string {
  return plainName(name)
    .replaceAll(/\[\d+\]/g, "[0]")
    .replaceAll(/\.entries\(\)(?:(\[0\])\[0\]|$)/g, "$1");
}

/** A call with many items in its lists. */
interface Many {
  readonly items: number;
  readonly whole: Recording;
}

/** What is told of a call whose I/O calls follow no law, or one that holds for few items alone. */
function limitedSentence({ items, whole: { operations, inSequence } }: Many, ofFew: ItemLaw | null): string {
  const made = `With ${items} items in each list it makes ${operations.length} I/O calls, ${inSequence} in sequence`;
  if (ofFew === null) return `${made}.`;
  return operations.length <= countBy(ofFew, items) || ofFew.perItem === 0
    ? `${made}: it takes them in batches, a few at a time, or not all of them.`
    : `${made}; with few items it makes ${lawText(ofFew)}.`;
}

/** Why no law was looked for. */
const TOO_LONG = "to load it for another call takes long. With a larger budget it is looked for";

function failedSentence(items: number): string {
  return `with ${items} items in each list the call does not complete on made-up values`;
}

function unknownGrowth(why: string): Found {
  const text = `Whether it makes more I/O calls the longer its lists are is not known: ${why}.`;
  return { growth: {}, said: (core) => core.remark(remark("growth-unknown", text)) };
}

/** Whether two calls make as many I/O calls, and as many in sequence. */
export function isSame(one: Recording, other: Recording): boolean {
  return one.operations.length === other.operations.length && one.inSequence === other.inSequence;
}

/** The law that counts at {@link SIZES} follow; null where they follow none. */
function lawOf(counts: readonly number[]): ItemLaw | null {
  const [first, ...more] = differences(counts);
  const [second, ...others] = differences([first!, ...more]);
  if (others.some((one) => one !== second) || second! % 2 !== 0) return null;
  const [size] = SIZES;
  const perItemSquared = second! / 2;
  const perItem = first! - perItemSquared * (2 * size + 1);
  if (perItem < 0 || perItemSquared < 0) return null;
  const once = counts[0]! - perItem * size - perItemSquared * size ** 2;
  return { once, perItem, ...(perItemSquared > 0 && { perItemSquared }) };
}

function differences(numbers: readonly number[]): number[] {
  return numbers.slice(1).map((number, at) => number - numbers[at]!);
}
