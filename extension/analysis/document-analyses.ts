import * as vscode from "vscode";
import { analyze, analyzeAgain } from "../../analysis/analyze.ts";
import { codeOfDocument, isSourceEditorId } from "../../analysis/components/code-of.ts";
import { pairsToCompare } from "../../analysis/match/effort.ts";
import type { FileAnalysis } from "../../analysis/model.ts";
import type { ReadText } from "./answer.ts";
import type { SourceCode } from "../../analysis/source/source-code.ts";
import type { EditorSettings } from "../settings/editor-settings.ts";
import { AnalysisCache, type DocumentAnalysis } from "./analysis-cache.ts";
import { ImportedAnswers } from "./imported-answers.ts";
import {
  parseAnswer,
  type Answers,
  type FunctionPairs,
  type Question,
  type QuestionKind,
} from "./questions.ts";
import type { Snapshot, StartThread, ThreadAnswer } from "./analysis-thread.ts";
import { ThreadWhenNeeded } from "./thread-when-needed.ts";
import { textInPieces, type Lines } from "./text-in-pieces.ts";
import type { ReadsHere } from "./read-here.ts";
import { LARGE_CHARACTERS, passedLimit, sizeClass, type PassedLimit } from "./file-size.ts";

/** Ids of the editor's languages that are read, as its registrations want them. */
export const DOCUMENT_SELECTOR: vscode.DocumentSelector = [
  { language: "javascript" },
  { language: "javascriptreact" },
  { language: "typescript" },
  { language: "typescriptreact" },
  { language: "vue" },
  { language: "svelte" },
];

/** So often in a row may the thread fail on a document before it is left alone until it is opened again. */
const FAILURES_AT_MOST = 3;

/** About five milliseconds' work. */
const PAIRS_HERE_AT_MOST = 250;
/** About two seconds' work, for which other texts wait. */
const PAIRS_AT_MOST = 100_000;
/** Ten times what a pair takes on an idle machine. */
const PATIENCE_MILLISECONDS_A_PAIR = 0.2;

/** What the analyses need of the rest of the extension. */
export interface AnalysesContext {
  readonly log: vscode.LogOutputChannel;
  readonly settings: EditorSettings;
  readonly startThread: StartThread;
  /** Reads small texts, and ends what takes too long; left out where nothing can be ended, as in a browser. */
  readonly readHere?: ReadsHere;
}

/**
 * The analyses of the open documents, each version read once for lens, hover and commands together. What is large
 * is read in another thread; what is larger than the user's limit is not read.
 */
export class DocumentAnalyses implements vscode.Disposable {
  readonly #context: AnalysesContext;
  readonly #cache = new AnalysisCache(analyzeAgain);
  readonly #thread: ThreadWhenNeeded;
  readonly #failures = new Map<string, number>();
  /** Documents in the order in which they were first read by the thread. */
  readonly #numbers = new WeakMap<vscode.TextDocument, number>();
  #opened = 0;
  /** Pairs of texts that were matched in the thread, so that no two have one version. */
  #matches = 0;
  readonly #imported = new ImportedAnswers();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;

  /** An analysis has changed although its text has not: what another file of the project exports answers otherwise. */
  readonly onDidChange = this.#changed.event;

  constructor(context: AnalysesContext) {
    this.#context = context;
    this.#thread = new ThreadWhenNeeded(context.startThread);
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#cache.forget(uri.toString());
        this.#failures.delete(uri.toString());
        context.readHere?.forget(uri.toString());
        this.#imported.forget(uri);
      }),
      // What others import may be another file now.
      vscode.workspace.onDidSaveTextDocument(() => this.#followImportsAgain()),
      vscode.workspace.onDidCreateFiles(() => this.#followImportsAgain()),
      vscode.workspace.onDidDeleteFiles(() => this.#followImportsAgain()),
      vscode.workspace.onDidRenameFiles(() => this.#followImportsAgain()),
    );
  }

  /**
   * What can be told at once. Undefined when there is no JavaScript or TypeScript in the document, when it is over
   * the limit, or when it is large and its present text has not been {@link read} yet.
   */
  of(document: vscode.TextDocument): DocumentAnalysis | undefined {
    const { languageId, version } = document;
    if (!isSourceEditorId(languageId)) return undefined;
    const key = document.uri.toString();
    const size = this.#sizeClass(document);
    if (size === "too-large") return undefined;
    const known = this.#cache.known(key, version, languageId);
    if (known !== undefined || size === "large") return known;
    const made = this.#here(key, () =>
      this.#cache.of({
        key,
        version,
        languageId,
        code: () => codeOfDocument(languageId, document.getText())!,
        answers: this.#imported.known(key),
      }),
    );
    if (made === undefined) return undefined;
    void this.#followImports(document.uri, made.read.analysis);
    return made.read;
  }

  /**
   * The analysis of a small text of a file that no document has, with what it imports from other files, and the URIs of those: a
   * change of one of them may change it.
   */
  async ofFile(
    uri: vscode.Uri,
    { text, language }: SourceCode,
  ): Promise<{ readonly analysis: FileAnalysis; readonly dependsOn: ReadonlySet<string> }> {
    const { analyzeWithImports } = await import(
      /* webpackChunkName: "imports" */ "../../analysis/imports/analyze-with-imports.ts"
    );
    const dependsOn = new Set<string>();
    const read = this.#imported.readerFor(uri, dependsOn);
    return { analysis: await analyzeWithImports(text, language, read), dependsOn };
  }

  /** Reads what a document imports, and the document again where that tells something new. */
  async #followImports(uri: vscode.Uri, { imports }: FileAnalysis): Promise<void> {
    if (imports === undefined || !(await this.#imported.follow(uri, imports))) return;
    this.#cache.readAgain(uri.toString());
    this.#changed.fire();
  }

  #followImportsAgain(): void {
    this.#imported.lookAgain();
    for (const { uri, version, languageId } of vscode.workspace.textDocuments) {
      const known = this.#cache.known(uri.toString(), version, languageId);
      if (known !== undefined) void this.#followImports(uri, known.analysis);
    }
  }

  /** The analysis of the present text, however long it takes; undefined where there is none to be had. */
  async read(
    document: vscode.TextDocument,
    token?: vscode.CancellationToken,
  ): Promise<DocumentAnalysis | undefined> {
    for (;;) {
      if (document.isClosed || token?.isCancellationRequested === true) return undefined;
      const known = this.of(document);
      if (known !== undefined || !isSourceEditorId(document.languageId)) return known;
      if (this.#sizeClass(document) === "too-large") return undefined;
      const key = document.uri.toString();
      const { languageId } = document;
      if ((this.#failures.get(key) ?? 0) >= FAILURES_AT_MOST) {
        const code = codeOfDocument(languageId, document.getText())!;
        return this.#keepHints(key, languageId, { version: document.version, code }, "It failed too often.");
      }
      // One that is given another language may keep its version, and one that is opened again begins with the first.
      const name = `${languageId} ${this.#numberOf(document)} ${key}`;
      const answer = await this.#thread.request(name, document.version, () =>
        snapshotOf(document, languageId),
      );
      if (answer === undefined) return undefined;
      this.#take(document, languageId, answer);
    }
  }

  /**
   * The same for who asks on every key stroke. Gives way first, so that a question that was taken back while they
   * piled up costs nothing; undefined then.
   */
  async unlessCancelled(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<DocumentAnalysis | undefined> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const analysis = await this.read(document, token);
    return token.isCancellationRequested ? undefined : analysis;
  }

  /**
   * The analysis of a text that no document has, in the other thread where it is large.
   *
   * @param key Names the text among all that are ever read.
   * @throws {Error} when the thread fails on it, or is ended.
   */
  async readText(key: string, code: SourceCode): Promise<FileAnalysis> {
    const here = this.#isReadHere(key, code.text)
      ? this.#here(key, () => analyze(code.text, code.language))
      : undefined;
    if (here !== undefined) return here.read;
    const answer = await this.#thread.request(key, 0, () => ({ version: 0, code }));
    if (answer !== undefined && "analysis" in answer) return answer.analysis;
    throw new Error(answer?.failure ?? "The analysis was ended.");
  }

  /**
   * The answer to a question about a document's text, found out in the other thread where the text is large; undefined
   * where the thread has none, which the log tells then.
   *
   * @param key Names the document.
   */
  async ask<Kind extends QuestionKind>(
    key: string,
    { version, text, language }: Pick<DocumentAnalysis, "version" | "text" | "language">,
    question: Extract<Question, { readonly kind: Kind }>,
  ): Promise<Answers[Kind] | undefined> {
    if (this.#isReadHere(key, text)) {
      const { answerTo } = await answering();
      const here = this.#here(key, () => answerTo(text, language, question, this.#imported.known(key)));
      if (here !== undefined) return parseAnswer(question.kind, here.read);
    }
    return this.#askThread(key, { version, code: { text, language, problems: [] } }, question);
  }

  /**
   * Which functions of an earlier version of a document are which of a later one, as {@link ask}; found out in the other
   * thread where many have to be compared, too.
   *
   * @returns `"too-much"` where so many have changed that it would take too long.
   */
  async match(key: string, base: ReadText, head: ReadText): Promise<FunctionPairs | "too-much" | undefined> {
    const pairs = pairsToCompare(base.analysis.functions, head.analysis.functions);
    if (pairs > PAIRS_AT_MOST) return "too-much";
    const isSmall = Math.max(base.text.length, head.text.length) <= LARGE_CHARACTERS;
    if (isSmall && pairs <= PAIRS_HERE_AT_MOST) return (await answering()).matchedPairs(base, head);
    const code = { text: base.text + head.text, language: head.language, problems: [] };
    const question = {
      kind: "matches",
      baseCharacters: base.text.length,
      baseLanguage: base.language,
    } as const;
    const patience = pairs * PATIENCE_MILLISECONDS_A_PAIR;
    return this.#askThread(key, { version: ++this.#matches, code }, question, patience);
  }

  async #askThread<Kind extends QuestionKind>(
    key: string,
    snapshot: Snapshot,
    question: Extract<Question, { readonly kind: Kind }>,
    extraPatience = 0,
  ): Promise<Answers[Kind] | undefined> {
    const reply = await this.#thread.ask(key, snapshot, question, extraPatience);
    if (reply === undefined) return undefined;
    if ("failure" in reply) {
      this.#context.log.warn(`${key}: ${reply.failure}`);
      return undefined;
    }
    return parseAnswer(question.kind, reply.answer);
  }

  /** Whether a text of that length is over the limit of `asyncCost.maximumFileSizeMegabytes`. */
  isTooLarge(characters: number): boolean {
    return sizeClass(characters, this.#limit) === "too-large";
  }

  /** By how much a document is over the limit of `asyncCost.maximumFileSizeMegabytes`; undefined when it is not. */
  overLimit(document: vscode.TextDocument): PassedLimit | undefined {
    return passedLimit(charactersOf(document), this.#limit);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#thread.dispose();
  }

  get #limit(): number {
    return this.#context.settings.current.maximumFileSizeMegabytes;
  }

  #sizeClass(document: vscode.TextDocument): ReturnType<typeof sizeClass> {
    const size = sizeClass(charactersOf(document), this.#limit);
    return size === "small" && this.#context.readHere?.isSlow(document.uri.toString()) === true
      ? "large"
      : size;
  }

  #here<Result>(key: string, read: () => Result): { readonly read: Result } | undefined {
    const { readHere } = this.#context;
    return readHere === undefined ? { read: read() } : readHere.read(key, read);
  }

  /** Whether a text is read where the editor waits for it. */
  #isReadHere(key: string, text: string): boolean {
    return text.length <= LARGE_CHARACTERS && this.#context.readHere?.isSlow(key) !== true;
  }

  #numberOf(document: vscode.TextDocument): number {
    let number = this.#numbers.get(document);
    if (number === undefined) this.#numbers.set(document, (number = ++this.#opened));
    return number;
  }

  #take(document: vscode.TextDocument, languageId: string, answer: ThreadAnswer): void {
    const key = document.uri.toString();
    const { version, code } = answer;
    if (document.isClosed || this.#cache.known(key, version, languageId) !== undefined) return;
    if ("analysis" in answer) {
      const { analysis } = answer;
      this.#failures.delete(key);
      this.#cache.put(key, { version, languageId, text: code.text, language: code.language, analysis });
      return;
    }
    const { log } = this.#context;
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    log.warn(`${key}: ${answer.failure} Its hints stay as they were.`);
    if (failures >= FAILURES_AT_MOST) log.warn(`${key} is not read again until it is opened again.`);
    this.#keepHints(key, languageId, answer, answer.failure);
  }

  /** What is known of a text that could not be read: the hints of the last one that could, where they still fit. */
  #keepHints(key: string, languageId: string, { version, code }: Snapshot, reason: string): DocumentAnalysis {
    const analysis = { tokens: 0, functions: [], problems: [{ line: 1, reason }] };
    return this.#cache.put(key, { version, languageId, text: code.text, language: code.language, analysis });
  }
}

/** The present text of a large document, put together piece by piece; undefined when it is closed. */
async function snapshotOf(document: vscode.TextDocument, languageId: string): Promise<Snapshot | undefined> {
  const lines: Lines = {
    get version() {
      return document.version;
    },
    get isClosed() {
      return document.isClosed;
    },
    get lineCount() {
      return document.lineCount;
    },
    textOf: (first, end) => document.getText(new vscode.Range(first, 0, end, 0)),
  };
  const taken = await textInPieces(lines, () => new Promise((resolve) => setTimeout(resolve, 0)));
  return taken && { version: taken.version, code: codeOfDocument(languageId, taken.text)! };
}

/** What answers questions about small texts: loaded with the first of them. */
function answering() {
  return import(/* webpackChunkName: "answers" */ "./answer.ts");
}

/** The length of a document's text, which it knows without putting the text together. */
function charactersOf(document: vscode.TextDocument): number {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
}
