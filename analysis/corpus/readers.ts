import { analyze } from "../analyze.ts";
import { scriptsOf, type ComponentKind } from "../components/scripts.ts";
import type { Language } from "../model.ts";
import type { SourceCode } from "../source/source-code.ts";
import { unsoundness } from "./soundness.ts";

/** How texts of a kind are read. */
export interface Reader {
  readonly kind: Language | ComponentKind;
  /** What is wrong with the answers for a text; undefined where nothing is. */
  readonly unsoundness: (text: string) => string | undefined;
  readonly analyze: (text: string) => void;
}

/** Reads a text as a program. */
export function programReader(language: Language): Reader {
  return {
    kind: language,
    unsoundness: (text) => unsoundness(text, language),
    analyze: (text) => void analyze(text, language),
  };
}

/** Reads a text as a component with scripts in it. */
export function componentReader(kind: ComponentKind): Reader {
  return {
    kind,
    unsoundness: (text) => {
      const code = scriptsOrError(text, kind);
      if (code instanceof Error) return `throws ${code.message.slice(0, 200)}`;
      return unsoundScripts(text, code.text) ?? unsoundness(code.text, code.language);
    },
    analyze: (text) => {
      const code = scriptsOf(text, kind);
      analyze(code.text, code.language);
    },
  };
}

function scriptsOrError(text: string, kind: ComponentKind): SourceCode | Error {
  try {
    return scriptsOf(text, kind);
  } catch (error) {
    return error instanceof Error ? error : new Error("something that is no error");
  }
}

/** What is wrong with the scripts of a component: each sign of them stands where it stood, and so do all ends of lines. */
export function unsoundScripts(text: string, scripts: string): string | undefined {
  if (scripts.length !== text.length)
    return `the scripts have ${scripts.length} code units of ${text.length}`;
  for (let at = 0; at < text.length; at++) {
    const isKept = scripts[at] === text[at];
    const isBlanked = scripts[at] === " " && text[at] !== "\n" && text[at] !== "\r";
    if (!isKept && !isBlanked) return `the scripts have another sign at ${at}`;
  }
  return undefined;
}

/** A component with a program as its script, between other elements. */
export function componentOf(program: string, language: Language): string {
  const markup = '<div v-if="a > b" on:click={() => { c(); }}>{{ d }}<p>{e}</p><br/></div>';
  const template = `<template>\n  ${markup}\n  <!-- f --><textarea></script></textarea>\n</template>`;
  return `${template}\n\n<script lang="${language}">\n${program}\n</script>\n\n<style>\na { b: c }\n</style>\n`;
}
