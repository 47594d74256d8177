import * as vscode from "vscode";
import type { TargetIdentity } from "../../bench-worker/target-result.ts";
import { RefusedError } from "../benchmark/refused.ts";
import type { EditorTarget } from "../benchmark/targets.ts";

/** What is to be compared in the editor. */
export type EditorComparison =
  /** One function with its version in the last commit. */
  | {
      readonly kind: "head";
      readonly target: EditorTarget;
      /** The whole text of its document, of which a component's scripts are a part. */
      readonly documentText: string;
    }
  /** One function among variants of the gallery. */
  | { readonly kind: "gallery"; readonly target: EditorTarget }
  /** Functions with each other: the first is the base. */
  | { readonly kind: "functions"; readonly targets: readonly EditorTarget[] }
  /** What was compared before: in each group the others with the first; the rest had no counterpart. */
  | {
      readonly kind: "groups";
      readonly groups: readonly (readonly EditorTarget[])[];
      readonly added: readonly TargetIdentity[];
      readonly removed: readonly TargetIdentity[];
    }
  /** The functions of files with each other, matched by what they are: the first file's are the bases. */
  | {
      readonly kind: "files";
      readonly files: readonly { readonly name: string; readonly targets: readonly EditorTarget[] }[];
    };

/** The present functions that take part. */
export function targetsOf(comparison: EditorComparison): readonly EditorTarget[] {
  switch (comparison.kind) {
    case "head":
    case "gallery":
      return [comparison.target];
    case "functions":
      return comparison.targets;
    case "groups":
      return comparison.groups.flat();
    case "files":
      return comparison.files.flatMap(({ targets }) => targets);
  }
}

/** How the comparison is called while it runs. */
export function titleOfComparison(comparison: EditorComparison): string {
  switch (comparison.kind) {
    case "head":
      return `${comparison.target.name} with HEAD`;
    case "gallery":
      return `${comparison.target.name} with the gallery`;
    case "functions":
    case "groups":
      return [...new Set(targetsOf(comparison).map(({ name }) => name))].join(" with ");
    case "files":
      return comparison.files.map(({ name }) => name).join(" with ");
  }
}

/**
 * A function with its version in the last commit.
 *
 * @throws {RefusedError} when its document was never saved.
 */
export function withHead(target: EditorTarget): EditorComparison {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === target.uri);
  if (document?.uri.scheme !== "file") {
    throw new RefusedError(
      `${target.name} is in a document that was never saved; there is no HEAD version of it.`,
    );
  }
  return { kind: "head", target, documentText: document.getText() };
}
