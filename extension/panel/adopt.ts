import * as vscode from "vscode";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { MeasuredFunction, ShownBenchmark } from "../benchmark/benchmark-state.ts";
import { ordinals, type ResultStore } from "../benchmark/result-store.ts";
import { workspaceFolders } from "./workspace-folders.ts";
import { baseUri } from "../comparison/base-uri.ts";
import { restoredDocument } from "./restored.ts";
import { candidatePaths } from "./candidate-paths.ts";

/**
 * Takes over the benchmark that a panel kept of an earlier session, and finds its functions in their files again, so
 * that lenses show it too. Undefined where the panel kept none.
 */
export async function adoptBenchmark(
  state: unknown,
  analyses: DocumentAnalyses,
  results: ResultStore,
): Promise<ShownBenchmark | undefined> {
  const document = restoredDocument(state);
  if (document === undefined) return undefined;
  const functions: MeasuredFunction[] = [];
  for (const result of document.results) {
    if (result.target.revision !== undefined) {
      functions.push(baseFunction(result, document));
      continue;
    }
    const measured = await findAgain(result, analyses);
    functions.push(measured);
    if (measured.uri !== null) results.put(measured.uri, measured.ordinal, result);
  }
  return { kind: "benchmark", functions, document, running: null };
}

/** What was measured of a commit is shown as it was there. */
function baseFunction({ target }: TargetResult, { comparedWith }: BenchmarkDocument): MeasuredFunction {
  const [file = target.file] = candidatePaths(target.file, workspaceFolders());
  const commit = comparedWith?.commit;
  const uri = commit === undefined ? null : baseUri(vscode.Uri.file(file), commit).toString();
  return { uri, file, name: target.name, ordinal: 0 };
}

async function findAgain({ target }: TargetResult, analyses: DocumentAnalyses): Promise<MeasuredFunction> {
  for (const file of candidatePaths(target.file, workspaceFolders())) {
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
      const functions = (await analyses.read(document))?.analysis.functions ?? [];
      const namesakes = functions.filter(({ name }) => name === target.name);
      const found = namesakes.find(({ textHash }) => textHash === target.textHash) ?? namesakes[0];
      const ordinal = found === undefined ? 0 : (ordinals(functions).get(found) ?? 0);
      return { uri: document.uri.toString(), file, name: target.name, ordinal };
    } catch {
      // It does not lie in this folder, or not any more.
    }
  }
  return { uri: null, file: target.file, name: target.name, ordinal: 0 };
}
