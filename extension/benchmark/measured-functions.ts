import * as vscode from "vscode";
import { baseUri } from "../comparison/base-uri.ts";
import type { ComparedFunction } from "../comparison/compared.ts";
import type { MeasuredFunction } from "./benchmark-state.ts";
import { NOT_IN_TEXT, type EditorTarget } from "./targets.ts";

/** Where the functions of a benchmark are, for the panel and the hints. */
export function functionsOf(targets: readonly EditorTarget[]): MeasuredFunction[] {
  return targets.map(({ uri, name, ordinal, source }) => ({ uri, name, ordinal, file: source.file }));
}

/**
 * Where a function of a comparison is: one of the targets, the other version of one, or one of a commit or of the gallery.
 *
 * @throws {TypeError} for one that was not among the targets.
 */
export function comparedFunction(
  place: ComparedFunction,
  targets: readonly EditorTarget[],
): MeasuredFunction {
  if (place.kind === "base") {
    const { file, commit, name } = place;
    return { uri: baseUri(vscode.Uri.file(file), commit).toString(), file, name, ordinal: 0 };
  }
  if (place.kind === "gallery" || place.kind === "not-told") {
    const { file, name } = place;
    const ordinal = place.kind === "gallery" ? place.ordinal : NOT_IN_TEXT;
    return { uri: vscode.Uri.file(file).toString(), file, name, ordinal };
  }
  const target = targets.find(({ key }) => key === place.key);
  if (target === undefined) throw new TypeError(`Nothing was asked of ${place.key}`);
  return functionsOf([target])[0]!;
}
