import type { JudgedFunction } from "./report-truth.ts";

/** What became of the functions in which a rule had a say, with it and without. */
export interface Ablated {
  readonly rule: string;
  readonly functions: readonly { readonly with: JudgedFunction; readonly without: JudgedFunction }[];
}

/** What each rule earns, as Markdown: those that earn least on what was held out come first. */
export function reportAblation(ablated: readonly Ablated[]): string {
  const rows = ablated
    .map(({ rule, functions }) => ({
      rule,
      halves: [false, true].map((isHeldOut) => earned(functions, isHeldOut)),
    }))
    .sort(
      (one, other) =>
        worth(one.halves[1]!) - worth(other.halves[1]!) || worth(one.halves[0]!) - worth(other.halves[0]!),
    );
  return `Each rule of inference was turned off for the functions in which it has a say. It earns what is right with it and not without it, and what is wrong without a word only without it; what differs from time to time is left out.

| rule | worked at: functions | right by it | wrong by it | held out: functions | right by it | wrong by it |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(({ rule, halves }) => `| ${rule} | ${halves.map(({ functions, right, wrong }) => `${functions} | ${signed(right)} | ${signed(wrong)}`).join(" | ")} |`).join("\n")}`;
}

interface Earned {
  readonly functions: number;
  readonly right: number;
  readonly wrong: number;
}

function earned(functions: Ablated["functions"], isHeldOut: boolean): Earned {
  const own = functions.filter((one) => one.with.isHeldOut === isHeldOut);
  const more = (kind: string): number =>
    own.reduce(
      (sum, one) =>
        sum + Number(one.with.verdict?.class === kind) - Number(one.without.verdict?.class === kind),
      0,
    );
  return { functions: own.length, right: more("right"), wrong: more("wrong and unsaid") };
}

function worth({ right, wrong }: Earned): number {
  return right - wrong;
}

function signed(count: number): string {
  return count > 0 ? `+${count}` : String(count);
}
