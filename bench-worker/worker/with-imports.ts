import { readFileSync } from "node:fs";
import path from "node:path";
import { analyzeWithImports } from "../../analysis/imports/analyze-with-imports.ts";
import { exportsOfFile } from "../../analysis/imports/exports-of-file.ts";
import type { Exports } from "../../analysis/imports/exports-of.ts";
import type { TargetSource } from "../protocol.ts";
import type { Analyze } from "./load/load-target.ts";

/**
 * Reads a target's own text with how functions answer that it imports from other files of its project: what computes only is
 * no I/O call, wherever it stands. All other texts are read as they are, as is one that imports nothing of which that matters.
 */
export async function withImports(source: TargetSource, analyze: Analyze): Promise<Analyze> {
  const { file, language } = source;
  const { text: own, functionStart } = source.written ?? source;
  if (analyze(own, language).imports === undefined) return analyze;
  const folder = path.dirname(file);
  const known = new Map<string, Exports | undefined>();
  const read = (relative: string): Promise<Exports | undefined> => {
    const meant = path.resolve(folder, relative);
    if (!known.has(meant)) known.set(meant, exportsOf(meant));
    return Promise.resolve(known.get(meant));
  };
  const analysis = await analyzeWithImports(own, language, read);
  // Who asked for it may not have known.
  if (!analysis.functions.some(({ range }) => range.start === functionStart)) return analyze;
  return (other, otherLanguage) =>
    other === own && otherLanguage === language ? analysis : analyze(other, otherLanguage);
}

function exportsOf(file: string): Exports | undefined {
  try {
    return exportsOfFile(file, readFileSync(file, "utf8"));
  } catch {
    // It is not there, or no text: the name of what is imported has to do.
    return undefined;
  }
}
