import * as v from "valibot";
import * as vscode from "vscode";
import { DOCUMENT_SELECTOR, DocumentAnalyses } from "./analysis/document-analyses.ts";
import { webThread } from "./analysis/web-thread.ts";
import { BenchmarkMessages } from "./benchmark/messages.ts";
import { commandsWithoutBenchmarks, NO_BENCHMARKS } from "./benchmark/no-benchmarks.ts";
import { ResultStore } from "./benchmark/result-store.ts";
import { whyNoHint } from "./explain/why-no-hint.ts";
import { FunctionsView } from "./functions/functions-view.ts";
import { WorkspaceFunctions } from "./functions/workspace-functions.ts";
import { openVariant } from "./hint/open-variant.ts";
import { explain } from "./hover/explain.ts";
import { HoverProvider } from "./hover/hover-provider.ts";
import { LensProvider } from "./lens/lens-provider.ts";
import { registerSizeNotice } from "./lens/size-notice.ts";
import { LineEndHints } from "./line-end/line-end-hints.ts";
import { EditorSettings } from "./settings/editor-settings.ts";
import { StatusBar } from "./status-bar/status-bar.ts";

const manifestSchema = v.object({
  contributes: v.object({ commands: v.array(v.object({ command: v.string() })) }),
});

/** Puts the parts together that work in a browser: all that reads, nothing that runs code or starts a process. */
export async function activate({
  extension,
  extensionUri,
  subscriptions,
}: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Async Cost", { log: true });
  const settings = new EditorSettings(log);
  const threadFile = vscode.Uri.joinPath(extensionUri, "dist", "analysis-thread-web.js");
  const analyses = new DocumentAnalyses({ log, settings, startThread: webThread(threadFile) });
  const results = new ResultStore();
  const comparisons = { of: () => ({}), onDidChange: NO_BENCHMARKS.onDidChangeResults };
  const panel = { isVisible: false, onDidChangeVisible: NO_BENCHMARKS.onDidChangeResults };
  const recorded = { of: () => new Map(), onDidChange: NO_BENCHMARKS.onDidChangeResults };
  const hints = { settings, analyses, results, comparisons, recorded, benchmarks: NO_BENCHMARKS, panel };
  const messages = new BenchmarkMessages(log, () => false);
  const lenses = new LensProvider(hints);
  const functions = new WorkspaceFunctions(analyses, log);

  subscriptions.push(
    log,
    settings,
    analyses,
    lenses,
    new LineEndHints(hints),
    new StatusBar(hints),
    functions,
    new FunctionsView({
      functions,
      results,
      onDidChangeResults: NO_BENCHMARKS.onDidChangeResults,
      canBenchmark: false,
    }),
    vscode.languages.registerCodeLensProvider(DOCUMENT_SELECTOR, lenses),
    registerSizeNotice(settings, analyses),
    vscode.languages.registerHoverProvider(DOCUMENT_SELECTOR, new HoverProvider(hints)),
    vscode.commands.registerCommand("asyncCost.explain", (argument: unknown) => explain(hints, argument)),
    vscode.commands.registerCommand("asyncCost.whyNoHint", () => whyNoHint({ settings, analyses, messages })),
    vscode.commands.registerCommand("asyncCost.openVariant", openVariant),
    vscode.commands.registerCommand("asyncCost.showLog", () => log.show()),
  );

  const { commands } = v.parse(manifestSchema, extension.packageJSON).contributes;
  const present = new Set(await vscode.commands.getCommands(true));
  const named = commands.map(({ command }) => command);
  subscriptions.push(commandsWithoutBenchmarks(named, present));
}
