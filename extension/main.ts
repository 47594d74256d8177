import * as vscode from "vscode";
import { DOCUMENT_SELECTOR, DocumentAnalyses } from "./analysis/document-analyses.ts";
import { withinTime } from "../bench-worker/host/reading.ts";
import { nodeThread } from "./analysis/node-thread.ts";
import { ReadHere } from "./analysis/read-here.ts";
import { Benchmarks } from "./benchmark/benchmarks.ts";
import { BenchmarkCommands } from "./benchmark/commands.ts";
import { BenchmarkMessages } from "./benchmark/messages.ts";
import { TargetResolver } from "./benchmark/target-resolver.ts";
import { ResultStore } from "./benchmark/result-store.ts";
import { FakesFileCommands } from "./fakes-file/fakes-file-commands.ts";
import { FakesTexts } from "./fakes-file/fakes-texts.ts";
import { FunctionsView } from "./functions/functions-view.ts";
import { WorkspaceFunctions } from "./functions/workspace-functions.ts";
import { BaseDocuments } from "./comparison/base-documents.ts";
import { ComparisonCommands } from "./comparison/comparison-commands.ts";
import { GalleryCommands } from "./gallery/gallery-commands.ts";
import { GitWhenAsked } from "./head/git-when-asked.ts";
import { GitExtension } from "./head/git-extension.ts";
import { HeadComparisons } from "./head/head-comparisons.ts";
import { FirstOf } from "./head/head-source.ts";
import { AllComparisons } from "./hint/all-comparisons.ts";
import { openVariant } from "./hint/open-variant.ts";
import { HoverProvider } from "./hover/hover-provider.ts";
import { LeanestVariants } from "./leanest/leanest-variants.ts";
import { LensProvider } from "./lens/lens-provider.ts";
import { LineEndHints } from "./line-end/line-end-hints.ts";
import { registerSizeNotice } from "./lens/size-notice.ts";
import { Panel } from "./panel/panel.ts";
import { RecordedCalls } from "./recorded/recorded-calls.ts";
import { RecordCommands } from "./recording/record-commands.ts";
import { EditorSettings } from "./settings/editor-settings.ts";
import { StatusBar } from "./status-bar/status-bar.ts";

let benchmarks: Benchmarks | undefined;
let recording: RecordCommands | undefined;

/** Puts the parts together; the editor calls it when the first JavaScript or TypeScript document is opened. */
export function activate({ extensionUri, globalStorageUri, subscriptions }: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Async Cost", { log: true });
  const settings = new EditorSettings(log);
  const threadFile = vscode.Uri.joinPath(extensionUri, "dist", "analysis-thread.cjs").fsPath;
  const analyses = new DocumentAnalyses({
    log,
    settings,
    startThread: nodeThread(threadFile),
    readHere: new ReadHere(withinTime, (sentence) => log.warn(sentence)),
  });
  const fakesTexts = new FakesTexts();
  const results = new ResultStore(fakesTexts.haveChanged);
  const messages = new BenchmarkMessages(log, (): boolean => panel.isVisible);
  const workerFile = vscode.Uri.joinPath(extensionUri, "dist", "worker.cjs").fsPath;
  const galleryFolder = vscode.Uri.joinPath(extensionUri, "variants").fsPath;
  benchmarks = new Benchmarks({ log, settings, results, messages, workerFile, galleryFolder });
  const resolver = new TargetResolver(analyses);
  const panel = new Panel({
    extensionUri,
    log,
    analyses,
    results,
    benchmarks,
    fakesTexts,
    runAgain: (override) => commands.runAgain(override),
    correct: (correction) => fakesFiles.correct(correction),
  });
  const commands = new BenchmarkCommands({
    benchmarks,
    resolver,
    messages,
    showPanel: () => panel.show(true),
  });
  const fakesFiles = new FakesFileCommands({ benchmarks, commands, resolver, messages });
  const gallery = new GalleryCommands({
    extensionUri,
    log,
    commands,
    resolver,
    benchmarks,
    settings,
    tablesFolder: vscode.Uri.joinPath(globalStorageUri, "tables").fsPath,
    galleryFolder,
    workerFile,
  });
  const git = new GitExtension(log);
  const gitCommand = new GitWhenAsked(() => vscode.workspace.isTrusted);
  const head = new HeadComparisons({
    log,
    analyses,
    source: new FirstOf([git, gitCommand]),
    onDidChangeHead: git.onDidChange,
  });
  const functions = new WorkspaceFunctions(analyses, log);
  const leanest = new LeanestVariants(functions);
  const comparisons = new AllComparisons(settings, head, leanest);
  const recorded = new RecordedCalls(log, analyses);
  recording = new RecordCommands({
    log,
    commands,
    recorderFile: vscode.Uri.joinPath(extensionUri, "dist", "recorder.cjs").fsPath,
    onRecorded: () => recorded.readSoon(),
  });
  const hints = { settings, analyses, results, comparisons, recorded, benchmarks, panel };
  const lenses = new LensProvider(hints);

  subscriptions.push(
    log,
    settings,
    analyses,
    benchmarks,
    fakesTexts,
    fakesTexts.onDidChange(() => benchmarks?.resultsMayBeOld()),
    panel,
    git,
    head,
    leanest,
    recorded,
    lenses,
    new LineEndHints(hints),
    functions,
    new FunctionsView({
      functions,
      results,
      onDidChangeResults: benchmarks.onDidChangeResults,
      canBenchmark: true,
    }),
    new StatusBar(hints),
    commands.register(),
    recording,
    fakesFiles.register(),
    new ComparisonCommands({ resolver, commands }).register(),
    gallery,
    new BaseDocuments(gitCommand).register(),
    vscode.languages.registerCodeLensProvider(DOCUMENT_SELECTOR, lenses),
    registerSizeNotice(settings, analyses),
    vscode.languages.registerHoverProvider(DOCUMENT_SELECTOR, new HoverProvider(hints)),
    vscode.commands.registerCommand("asyncCost.explain", async (argument: unknown) => {
      const { explain } = await import(/* webpackChunkName: "answers" */ "./hover/explain.ts");
      await explain(hints, argument);
    }),
    vscode.commands.registerCommand("asyncCost.whyNoHint", async () => {
      const { whyNoHint } = await import(/* webpackChunkName: "panel" */ "./explain/why-no-hint.ts");
      return await whyNoHint({ settings, analyses, messages });
    }),
    vscode.commands.registerCommand("asyncCost.openVariant", openVariant),
    vscode.commands.registerCommand("asyncCost.openPanel", () => panel.show(false)),
    vscode.commands.registerCommand("asyncCost.chooseRuntime", async () => {
      const { chooseRuntimeInEditor } = await import(
        /* webpackChunkName: "runtimes" */ "./runtimes/choose-runtime-command.ts"
      );
      await chooseRuntimeInEditor();
    }),
    vscode.commands.registerCommand("asyncCost.showLog", () => log.show()),
  );
}

/** Resolves when no process of ours is left. */
export async function deactivate(): Promise<void> {
  await Promise.all([benchmarks?.close(), recording?.close()]);
}
