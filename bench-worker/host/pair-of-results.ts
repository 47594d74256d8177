import type { BytesVerdict, NotMeasured, Pair, TimeVerdict } from "../pair.ts";
import type { TargetResult } from "../target-result.ts";
import { changedNotRun } from "../changed-lines-words.ts";
import { countAt, itemsOfBoth, lawOf } from "../item-growth.ts";
import { oneWithLess, partInWords, type OneInPart } from "../one-in-part.ts";
import type { Preparation } from "../preparation.ts";
import { shareIo } from "../part-measured.ts";
import type { Remark } from "../remark.ts";
import { preparationInPassive } from "../preparation-words.ts";

/** What two results say beside what is judged of them: levels of stack traces, and the I/O calls of one call. */
export function comparedCounts(
  base: TargetResult,
  head: TargetResult,
): Required<Pick<Pair, "stackTraces" | "ioCalls" | "criticalPath">> &
  Pick<Pair, "preparedUnlike" | "criticalPathByItems" | "criticalPathAtItems"> {
  const ofBoth = (read: (result: TargetResult) => number | undefined) => ({
    base: read(base) ?? null,
    head: read(head) ?? null,
  });
  const unlike =
    changedNotRun(base, head, WHETHER_MORE) ??
    controlFlowUnknown(base, head, WHETHER_MORE) ??
    partUnlike(base, head) ??
    preparedUnlike(base, head, WHETHER_MORE) ??
    growthUnknown(base, head) ??
    roundsInOne(base, head);
  return {
    stackTraces: ofBoth(({ stackTraces }) => stackTraces?.level),
    ioCalls: ofBoth(({ counters }) => counters?.ioCalls),
    criticalPath: ofBoth(({ counters }) => counters?.criticalPath),
    ...sequenceByItems(base, head),
    ...(unlike === null ? {} : { preparedUnlike: unlike }),
  };
}

function sequenceByItems(
  { counters: base }: TargetResult,
  { counters: head }: TargetResult,
): Pick<Pair, "criticalPathByItems" | "criticalPathAtItems"> {
  if (base === undefined || head === undefined) return {};
  const items = itemsOfBoth(base, head);
  if (items !== undefined) {
    const [one, other] = [countAt(base, "criticalPath", items), countAt(head, "criticalPath", items)];
    return { criticalPathAtItems: { items, base: one, head: other } };
  }
  if (base.byItems === undefined && head.byItems === undefined) return {};
  return { criticalPathByItems: { base: lawOf(base, "criticalPath"), head: lawOf(head, "criticalPath") } };
}

/** What has to be said of counts that differ and are not judged. */
export function unjudged({
  criticalPath,
  preparedUnlike: unlike,
}: Pick<Pair, "criticalPath" | "preparedUnlike">): string[] {
  return unlike === undefined || criticalPath?.base === criticalPath?.head ? [] : [unlike];
}

/**
 * A verdict, unless it may come from I/O calls that only one of the two reached, or from what was decided or made up for one of them
 * only: who had less to do and takes more all the same does so, and of anything else nothing is told. Where one made no I/O call at
 * all, a call of it is not what it is for, and could not be measured.
 */
export function unlessUnlike<V extends TimeVerdict | BytesVerdict>(
  judged: V,
  base: TargetResult,
  head: TargetResult,
): V | NotMeasured {
  if (judged.verdict === "not-measured") return judged;
  const notRun = changedNotRun(base, head, WHAT_IT_COSTS) ?? controlFlowUnknown(base, head, WHAT_IT_COSTS);
  if (notRun !== null) return { verdict: "not-measured", reason: notRun, cause: "in-part" };
  const one = oneWithLess(base, head);
  if (one?.part === "none") return { verdict: "not-measured", reason: partReason(one, WHAT_IT_COSTS) };
  const isMore = judged.verdict === "slower" || judged.verdict === "more";
  const isLess = judged.verdict === "faster" || judged.verdict === "less";
  const tellsMore = (one?.which === "former" && isLess) || (one?.which === "latter" && isMore);
  const reason =
    one === null || tellsMore
      ? (preparedUnlike(base, head, WHAT_IT_COSTS) ?? sharedInOne(base, head))
      : partReason(one, WHAT_IT_COSTS);
  return reason === null ? judged : { verdict: "not-measured", reason, cause: "in-part" };
}

/** Why the two tell nothing of `what` about the change: a package that decides what runs, and how often, is not installed. */
function controlFlowUnknown(base: TargetResult, head: TargetResult, what: string): string | null {
  const all = [base, head].flatMap(({ remarks = [] }) => remarks);
  const madeUp = all.filter(({ code }) => code === "control-flow-made-up");
  const packages = [...new Set(madeUp.flatMap(({ data }) => data?.packages ?? []))];
  if (packages.length === 0) return null;
  return (
    `${packages.join(" and ")} ${packages.length === 1 ? "is" : "are"} not installed, and what runs, and how often, is up to ` +
    `${packages.length === 1 ? "it" : "them"}, so ${what} is not judged. npm install makes the two comparable.`
  );
}

/** Why the costs of the two tell nothing about the change: calls in flight together share I/O calls in one of them only. */
function sharedInOne(base: TargetResult, head: TargetResult): string | null {
  const [former, latter] = [shareIo(base), shareIo(head)];
  if (former === latter) return null;
  return (
    `In the ${former ? "former" : "latter"} only, calls in flight together share I/O calls, and these are what is timed and weighed, so ` +
    `${WHAT_IT_COSTS} is not judged. A fakes file that gives each call an instance or arguments of its own measures it without.`
  );
}

/** Why the I/O calls of the two tell nothing about the change: those of one grow with longer lists, and whether those of the other do is not known. */
function growthUnknown(base: TargetResult, head: TargetResult): string | null {
  const isUnknown = ({ remarks = [] }: TargetResult): boolean =>
    remarks.some(({ code }) => code === "growth-unknown");
  const grows = ({ counters }: TargetResult): boolean =>
    counters?.byItems !== undefined || counters?.atItems !== undefined;
  const isOfFormer = isUnknown(base) && grows(head);
  if (!isOfFormer && !(isUnknown(head) && grows(base))) return null;
  return (
    `Whether the ${isOfFormer ? "former" : "latter"} makes more I/O calls the longer its lists are is not known, ` +
    `so ${WHETHER_MORE} is not judged.`
  );
}

/** The same where both make as many, and how often one of them goes round is up to what it gets: with more rounds it makes more. */
function roundsInOne(base: TargetResult, head: TargetResult): string | null {
  const [former, latter] = [base, head].map(({ remarks = [] }) =>
    remarks.some(({ code }) => code === "rounds"),
  );
  const isAlike =
    base.counters?.ioCalls === head.counters?.ioCalls &&
    base.counters?.criticalPath === head.counters?.criticalPath;
  if (former === latter || !isAlike) return null;
  return (
    `How often the ${former ? "former" : "latter"} goes round is up to what it gets, and the ${former ? "latter" : "former"} does not go round, ` +
    `so ${WHETHER_MORE} is not judged. ` +
    "A fakes file that gives its answers, or a recorded call, tells it."
  );
}

/** Why the I/O calls of the two tell nothing about the change: the one that made fewer did not reach all that it has. */
function partUnlike(base: TargetResult, head: TargetResult): string | null {
  const one = oneWithLess(base, head);
  if (one === null || base.counters === undefined || head.counters === undefined) return null;
  const [ofPart, ofOther] =
    one.which === "former" ? [base.counters, head.counters] : [head.counters, base.counters];
  if (one.which !== "each" && ofPart.criticalPath > ofOther.criticalPath) return null;
  return partReason(one, WHETHER_MORE);
}

const WHETHER_MORE = "whether the change makes fewer or more I/O calls";
const WHAT_IT_COSTS = "what the change costs";

function partReason(one: OneInPart, what: string): string {
  const said = partInWords(one);
  return `${said[0]!.toUpperCase()}${said.slice(1)}, so ${what} is not judged. ${whatToDo(one)}`;
}

function whatToDo({ which, part }: OneInPart): string {
  if (part === "cache")
    return "A fakes file that makes what it asks first answer nothing measures it without.";
  if (which === "each") return "A fakes file that gives both what they need takes them there.";
  return `${part === "none" ? "Where it should make some, a" : "A"} fakes file that gives it what it needs takes it there.`;
}

/**
 * Why the two tell nothing of `what` about the change: one of them went another way through its code for what was decided or made up
 * for it alone, which made-up values alone may have brought about. Null where both were prepared alike.
 */
function preparedUnlike(base: TargetResult, head: TargetResult, what: string): string | null {
  // Who was not called has no numbers either.
  if (base.counters === undefined || head.counters === undefined) return null;
  // A document of an older version does not tell.
  const tells = base.preparations !== undefined && head.preparations !== undefined;
  const [ofBase, ofHead] = [preparationsOf(base, tells), preparationsOf(head, tells)];
  const inOne = [
    ...atOnceInOne(base, head),
    ...unlikeValues(base, head),
    ...onlyIn(ofBase, ofHead).map((what) => `${what} in the former only`),
    ...onlyIn(ofHead, ofBase).map((what) => `${what} in the latter only`),
  ];
  if (inOne.length === 0) return null;
  return (
    `The two were prepared differently (${inOne.join("; ")}), so ${what} is not judged. ` +
    "A fakes file that gives both what they need makes them alike."
  );
}

/** The operations that answered at once in one of the two, and were I/O in the other. */
function atOnceInOne({ fakes: ofBase }: TargetResult, { fakes: ofHead }: TargetResult): string[] {
  const called = [ofBase, ofHead].map((fakes) => fakes.filter(({ calls = 0 }) => calls > 0));
  const isIo = (name: string, which: number): boolean =>
    called[which]!.some(
      ({ expression, kind }) =>
        kind !== "sync" && (expression === name || expression.startsWith(`${name}()`)),
    );
  return ["former", "latter"].flatMap((said, which) =>
    called[which]!.map(({ expression }) => expression)
      .filter(
        (name) =>
          !isIo(name, which) &&
          called[1 - which]!.some(({ expression, kind }) => expression === name && kind !== "sync"),
      )
      .map((name) => `${name} answered at once in the ${said} only`),
  );
}

function preparationsOf(
  { preparations = [], remarks = [] }: TargetResult,
  tells: boolean,
): ReadonlySet<string> {
  const isApart = preparations.some((one) => one.what === "apart" && one.from === "module");
  return new Set([
    ...(tells ? preparations.filter(mayChangePath).map(preparationInPassive) : []),
    ...(isApart ? ownStandIns(remarks) : []).map((name) => `${name}, a function of the project, was made up`),
    ...remarks.flatMap(({ code }) => DECIDES[code] ?? []),
  ]);
}

/** What is said of values that nobody gives and that decide on how many I/O calls there are, by the code of the remark that tells it. */
const DECIDES: Readonly<Record<string, string>> = {
  "number-made-up": "a number that nobody gives decides",
  "items-alike": "whether items hold the same decides",
};

/** The stand-ins that were called which go by a name alone, or are methods of the function's object, as functions of the project do. */
function ownStandIns(remarks: readonly Remark[]): string[] {
  return remarks
    .filter(({ code }) => code === "stand-ins-called")
    .flatMap(({ data }) => data?.calls ?? [])
    .map(({ expression }) => expression)
    .filter((expression) => /^(?:this\.)?[^.]+$/.test(expression));
}

/** What is said of values that could not be the same for both, with their names as far as these are known. */
function unlikeValues(...both: readonly TargetResult[]): string[] {
  const unlike = both.flatMap(({ preparations = [] }) =>
    preparations.flatMap((one) => (one.what === "values-unlike" ? [one.names ?? []] : [])),
  );
  const names = [...new Set(unlike.flat())];
  const named = names.length === 0 ? "" : `: ${names.join(", ")}`;
  return unlike.length === 0 ? [] : [`made-up values could not be the same for both${named}`];
}

/** What a function is made by, or stands in, decides nothing on its way: arguments are made up for all. Functions of the project that were made up are told by name. */
function mayChangePath(preparation: Preparation): boolean {
  return (
    preparation.what !== "made" &&
    preparation.what !== "values-unlike" &&
    preparation.what !== "helpers-made-up" &&
    !(preparation.what === "apart" && preparation.from === "surroundings")
  );
}

function onlyIn(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((what) => !other.has(what));
}
