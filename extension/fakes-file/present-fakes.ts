import type { TargetResult } from "../../bench-worker/target-result.ts";
import { haveFakesChanged } from "../../bench-worker/fakes-file/entry-hash.ts";
import { fakesFileBeside } from "../../bench-worker/fakes-file/name.ts";

/** The present text of a file; null where there is none, undefined as long as that is not known. */
export type TextOf = (file: string) => string | null | undefined;

/** Where a document and what it is measured with lie: absolute paths. */
export interface Places {
  readonly document: string;
  /** That relative names may start from, the document's own one first. */
  readonly workspaceFolders: readonly string[];
}

/**
 * Whether a document's result was measured with other fakes than it would be now; false as long as that is not known.
 * In a comparison a function that has no fakes file beside it gets that of the other, which the result names then.
 */
export function measuredWithOtherFakes(
  result: Pick<TargetResult, "target" | "fakesFile">,
  { document, workspaceFolders }: Places,
  textOf: TextOf,
): boolean {
  const beside = fakesFileBeside(document);
  const own = textOf(beside);
  if (own === undefined) return false;
  const given = result.fakesFile?.file;
  const mayBe =
    given === undefined ? [] : isAbsolute(given) ? [given] : workspaceFolders.map((one) => `${one}/${given}`);
  if (given === undefined || mayBe.some((file) => withSlashes(file) === withSlashes(beside)))
    return haveFakesChanged(result, own);
  // Its own one comes first.
  if (own !== null) return true;
  const texts = mayBe.map(textOf);
  if (texts.includes(undefined)) return false;
  return haveFakesChanged(result, texts.find((text) => typeof text === "string") ?? null);
}

function isAbsolute(file: string): boolean {
  return /^(?:[a-z]:)?[\\/]/i.test(file);
}

function withSlashes(file: string): string {
  return file.replaceAll("\\", "/");
}
