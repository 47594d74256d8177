import type { Language, Problem, TextRange } from "../model.ts";
import type { SourceCode } from "../source/source-code.ts";
import { lineStartsOf, positionAt } from "../source/lines.ts";
import { svelteScripts } from "./svelte.ts";
import { vueScripts } from "./vue.ts";

/** Files that hold scripts among markup. */
export type ComponentKind = "vue" | "svelte";

const LANGUAGES: Readonly<Record<string, Language>> = {
  "": "js",
  js: "js",
  javascript: "js",
  ecmascript: "js",
  module: "js",
  jsx: "jsx",
  ts: "ts",
  typescript: "ts",
  tsx: "tsx",
};

/**
 * The scripts of a single-file component as one program: everything around them is blanked out, so that each sign
 * keeps its offset, line and column. Two scripts are read as one, as Vue does with `<script>` and `<script setup>`;
 * where one is TypeScript or has JSX, the other may. Never throws; half-typed markup gives what can be told.
 */
export function scriptsOf(text: string, kind: ComponentKind): SourceCode {
  const elements = kind === "vue" ? vueScripts(text) : svelteScripts(text);
  const ranges: TextRange[] = [];
  const languages = new Set<Language>();
  const problems: Problem[] = [];
  let lineStarts: readonly number[] | undefined;
  for (const { range, attributes } of elements) {
    // Its text is in another file.
    if (attributes.has("src")) continue;
    const given = languageGiven(attributes);
    const language = LANGUAGES[given];
    if (language !== undefined) {
      ranges.push(range);
      languages.add(language);
    } else if (attributes.has("lang")) {
      const position = positionAt((lineStarts ??= lineStartsOf(text)), range.start);
      problems.push({ ...position, reason: `A script in \`${given}\` is not read.` });
    }
  }
  return { text: blankedBut(text, ranges), language: joined(languages), problems };
}

/** The language that a script's attributes name, in lower case; empty where they name none. */
function languageGiven(attributes: ReadonlyMap<string, string>): string {
  const named = attributes.get("lang") ?? attributes.get("type") ?? "";
  return named
    .trim()
    .toLowerCase()
    .replace(/^(?:text|application)\/(?:x-)?/, "");
}

function joined(languages: ReadonlySet<Language>): Language {
  const isTyped = languages.has("ts") || languages.has("tsx");
  const hasJsx = languages.has("jsx") || languages.has("tsx");
  if (isTyped) return hasJsx ? "tsx" : "ts";
  return hasJsx ? "jsx" : "js";
}

/** The text with spaces in place of everything outside of `ranges` but the ends of lines. */
function blankedBut(text: string, ranges: readonly TextRange[]): string {
  const blank = (start: number, end: number): string =>
    text.slice(start, end).replaceAll(/[^\r\n]+/g, (line) => " ".repeat(line.length));
  let blanked = "";
  let at = 0;
  for (const { start, end } of ranges) {
    blanked += blank(at, start) + text.slice(start, end);
    at = end;
  }
  return blanked + blank(at, text.length);
}
