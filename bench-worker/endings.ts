import type { Pair } from "./pair.ts";
import type { TargetResult } from "./target-result.ts";
import { counted } from "./quantity.ts";

/**
 * How the calls of a pair end: `underWay`, how many I/O calls nobody has waited for when a call settles; `hidden`, how many I/O
 * calls there are of which an error does not reach the caller; `lost`, how many of them the base has, too, and hears of; `namesLine`, the share of injected errors whose stack names a
 * line of the function; `unhandled`, of `lost`, how many come to nobody at all, as unhandled rejections. Null where it was not measured.
 */
export type Endings = NonNullable<Pair["endings"]>;

/** What two results tell of that. */
export function endingsOf(base: TargetResult, head: TargetResult): Endings {
  const ofBoth = (read: (result: TargetResult) => number | undefined) => ({
    base: read(base) ?? null,
    head: read(head) ?? null,
  });
  const lost = lostCalls(base, head);
  return {
    underWay: ofBoth(({ counters }) => counters?.underWay),
    hidden: ofBoth((result) => hiddenCalls(result)?.size),
    lost: lost?.length ?? null,
    unhandled: lost?.filter((one) => unhandledCalls(head).has(one)).length ?? null,
    namesLine: ofBoth(({ stackTraces }) => share(stackTraces?.sites ?? [])),
  };
}

type Site = NonNullable<TargetResult["stackTraces"]>["sites"][number];

function isHidden(site: Site): boolean {
  return site.swallowed === true || isUnhandled(site);
}

/** Whether nobody waits for the promise that is rejected with it. What is thrown where nobody can wait is left out. */
function isUnhandled({ mode, crash }: Site): boolean {
  return mode !== "async-throw" && crash === "unhandledRejection";
}

/** Operations of which errors are unhandled rejections. */
function unhandledCalls({ stackTraces }: TargetResult): ReadonlySet<string> {
  const unhandled = (stackTraces?.sites ?? []).filter(isUnhandled);
  return new Set(unhandled.map(({ expression }) => expression));
}

/** I/O calls of which an error does not reach the caller. */
function hiddenCalls({ stackTraces }: TargetResult): ReadonlySet<string> | undefined {
  if (stackTraces === undefined) return undefined;
  const hidden = stackTraces.sites.filter(isHidden);
  return new Set(hidden.map(({ expression, line }) => `${expression} ${line}`));
}

/** Of operations that both have, those of which errors reach the base's caller and not the head's: a new call loses none. */
function lostCalls(base: TargetResult, head: TargetResult): readonly string[] | null {
  if (base.stackTraces === undefined || head.stackTraces === undefined) return null;
  const operations = ({ stackTraces }: TargetResult, areHidden: boolean): Set<string> => {
    const sites = (stackTraces?.sites ?? []).filter((site) => isHidden(site) === areHidden);
    return new Set(sites.map(({ expression }) => expression));
  };
  const [heard, hiddenBefore] = [operations(base, false), operations(base, true)];
  return [...operations(head, true)].filter((one) => heard.has(one) && !hiddenBefore.has(one));
}

function share(sites: readonly Site[]): number | undefined {
  return sites.length === 0 ? undefined : sites.filter(({ found }) => found).length / sites.length;
}

/**
 * Whether the head leaves more I/O calls under way than the base: fewer in sequence are no gain then. Nothing is told where the
 * two were prepared in different ways.
 */
export function leavesMore({ endings, preparedUnlike }: Pick<Pair, "endings" | "preparedUnlike">): boolean {
  return preparedUnlike === undefined && grows(endings?.underWay);
}

/** Whether errors of I/O calls do not reach the head's caller that reach the base's. */
export function hidesMore({ endings, preparedUnlike }: Pick<Pair, "endings" | "preparedUnlike">): boolean {
  return preparedUnlike === undefined && (endings?.lost ?? 0) > 0;
}

function grows(numbers: Endings["underWay"] | undefined): boolean {
  return (
    numbers !== undefined && numbers.base !== null && numbers.head !== null && numbers.head > numbers.base
  );
}

/** `errors of 2 I/O calls no longer reach the caller`, and whether they end the process instead. */
export function hidesInWords({ lost, unhandled }: Endings): string {
  const said = `errors of ${counted(lost ?? 0, "I/O call")} no longer reach the caller`;
  if ((unhandled ?? 0) === 0) return said;
  const which = unhandled === lost ? "they" : `those of ${unhandled!}`;
  return `${said}: ${which} are unhandled rejections, which end a Node process`;
}

/** For the user: that the head does not wait for all that it does; none where that is no news. */
export function underWaySentence(pair: Pick<Pair, "endings" | "preparedUnlike">): string[] {
  const { endings } = pair;
  if (endings === undefined || !leavesMore(pair)) return [];
  const { base, head } = endings.underWay;
  const are = head === 1 ? "is" : "are";
  const before = base === 0 ? "none of the former's" : `${base!} of the former's`;
  return [
    `When the latter settles, ${head!} of its I/O calls ${are} still under way, ${before}: its caller does not wait for that, and hears of no error in it. Where that is not meant, await it.`,
  ];
}

/** For the user: errors that are hidden, and how many name a line where the level does not tell that it became more or fewer. */
export function stackSentences(pair: Pick<Pair, "endings" | "stackTraces" | "preparedUnlike">): string[] {
  const { endings, stackTraces, preparedUnlike } = pair;
  if (endings === undefined || preparedUnlike !== undefined) return [];
  const { base, head } = endings.namesLine;
  const isLevel = stackTraces.base !== null && stackTraces.base === stackTraces.head;
  const differs = base !== null && head !== null && percentOf(base) !== percentOf(head);
  return [
    ...(hidesMore(pair)
      ? [
          `In the latter ${hidesInWords(endings)}${
            (endings.unhandled ?? 0) > 0
              ? ". Wait for each promise at once, or hold them together in Promise.all."
              : ": it does not wait for them, or catches what they throw and goes on."
          }`,
        ]
      : []),
    ...(isLevel && differs
      ? [
          `The level of stack traces is the same, but ${percentOf(head)} of the injected errors name a line of the latter, ${percentOf(base)} of the former.`,
        ]
      : []),
  ];
}

function percentOf(share: number): string {
  return `${Math.round(share * 100)} %`;
}
