import * as vscode from "vscode";
import * as v from "valibot";
import { comparisonMarkdown } from "../../bench-worker/comparison-markdown.ts";
import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import { quantity, SIZE_UNITS } from "../../bench-worker/quantity.ts";
import type { BenchmarkState, ShownBenchmark } from "../benchmark/benchmark-state.ts";
import { RefusedError } from "../benchmark/refused.ts";
import { exportName } from "./export-name.ts";
import { workspaceFolders } from "./workspace-folders.ts";

/** What the user may say beforehand; else it is asked for. */
const choiceSchema = v.object({
  format: v.optional(v.picklist(["json", "markdown"]), "json"),
  withSamples: v.optional(v.boolean()),
  file: v.optional(v.custom<vscode.Uri>((given) => given instanceof vscode.Uri, "It is no URI")),
});

/**
 * Saves the shown benchmark where the user says: as JSON, with the raw samples of every process or without, or a
 * comparison as Markdown.
 *
 * @param given What a caller of the command has chosen already.
 * @throws {RefusedError} when there is nothing to save.
 */
export async function exportBenchmark(state: BenchmarkState, given: unknown = {}): Promise<void> {
  if (state.kind === "nothing") throw new RefusedError(state.message);
  const parsed = v.safeParse(choiceSchema, given ?? {});
  const choice = parsed.success ? parsed.output : v.parse(choiceSchema, {});
  const text = choice.format === "markdown" ? comparisonMarkdown(state.document) : await json(state, choice);
  if (text === undefined) return;
  const file = choice.file ?? (await askForFile(state.document, choice.format));
  if (file === undefined) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
}

/** Undefined where the user chose nothing. */
async function json(
  { document, withSamples, running }: ShownBenchmark,
  choice: v.InferOutput<typeof choiceSchema>,
): Promise<string | undefined> {
  const plain = write(document);
  const asked = choice.withSamples;
  if (withSamples === undefined) {
    if (asked !== true) return plain;
    throw new RefusedError(
      running === null
        ? "The raw samples are not there any more: they are not kept when the window is closed. Run it again."
        : "The raw samples are there once the benchmark has ended.",
    );
  }
  if (asked !== undefined) return write(asked ? withSamples : document);
  const whole = write(withSamples);
  const items = [
    { label: "Results", description: sizeOf(plain), text: plain },
    {
      label: "Results and raw samples",
      description: sizeOf(whole),
      detail: "Every round of every process, to check the statistics or do others",
      text: whole,
    },
  ];
  return (await vscode.window.showQuickPick(items, { title: "Export as JSON" }))?.text;
}

async function askForFile(
  document: BenchmarkDocument,
  format: "json" | "markdown",
): Promise<vscode.Uri | undefined> {
  const isMarkdown = format === "markdown";
  const name = exportName(document, isMarkdown ? "md" : "json");
  const [folder] = workspaceFolders();
  return vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(vscode.Uri.file(folder), name) }),
    filters: isMarkdown ? { Markdown: ["md"] } : { JSON: ["json"] },
    title: document.pairs === undefined ? "Export the benchmark" : "Export the comparison",
  });
}

function write(document: BenchmarkDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function sizeOf(text: string): string {
  return quantity(new TextEncoder().encode(text).length, SIZE_UNITS);
}
