import type {
  DebuggabilityTable,
  EnginesTable,
  Finding,
  GalleryTable,
  MeasuredTable,
} from "./gallery-table.ts";
import { counted } from "./quantity.ts";

/** A table as cells of text, for a terminal, Markdown and the panel alike. */
export interface TableText {
  readonly title: string;
  /** What it was measured on and when; empty where nothing was measured but text. */
  readonly setup: string;
  /** One grid at least. */
  readonly grids: readonly Grid[];
  /** What the article says, what was found here, and why it changed. */
  readonly findings: readonly FindingText[];
  /** Whole sentences. */
  readonly remarks: readonly string[];
}

/** Rows and columns of text. */
export interface Grid {
  /** What this grid is of, where there are several; else empty. */
  readonly caption: string;
  readonly columns: readonly { readonly title: string; readonly right?: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

/** One thing that an article says, beside what was found, in words. */
export interface FindingText {
  readonly about: string;
  readonly then: string;
  readonly now: string;
  readonly why: string;
}

/** In a cell that says nothing. */
export const NOTHING = "–";
const NOT_FOUND = "not measured";

/** A finding in words. What is not found `yet` may still be. */
export function findingInText({ about, seed, here, why }: Finding, yet = ""): FindingText {
  return { about, then: seed, now: here ?? `${NOT_FOUND}${yet}`, why };
}

/** A column of numbers. */
export function atRight(title: string): { readonly title: string; readonly right: boolean } {
  return { title, right: true };
}

/** A number in a cell. */
export function orNothing(value: number | undefined): string {
  return value === undefined ? NOTHING : String(value);
}

/** `in 2013`. */
export function yearOf({ date }: GalleryTable["article"]): string {
  return `in ${date.slice(0, 4)}`;
}

/** What a table was measured on and when. */
export function setupOf({
  table,
  environment,
  measuredAt,
}: MeasuredTable | DebuggabilityTable | EnginesTable): string {
  const { runtime, version, cpu, cores, os } = environment;
  const on = `on ${cpu} (${counted(cores, "core")}, ${os}), ${measuredAt.slice(0, 10)}`;
  return table === "engines" ? on : `${runtime} ${version} ${on}`;
}

/** What is said of several rows alike is said once. */
export function changes(
  rows: readonly { readonly name: string; readonly changed?: string | undefined }[],
): string[] {
  const names = new Map<string, string[]>();
  for (const { name, changed } of rows) {
    if (changed !== undefined) names.set(changed, [...(names.get(changed) ?? []), name]);
  }
  return [...names].map(([changed, alike]) => `${alike.join(", ")}: ${changed}`);
}

/** What rows say that were not measured, or not wholly: why, and the next step. */
export function unanswered(
  rows: readonly {
    readonly name: string;
    readonly reason?: string | undefined;
    readonly hint?: string | undefined;
  }[],
): string[] {
  return rows.flatMap(({ name, reason, hint }) =>
    reason === undefined ? [] : [`${name}: ${[reason, hint].filter(Boolean).join(" ")}`],
  );
}
