import * as vscode from "vscode";
import { codeOfDocument } from "../../analysis/components/code-of.ts";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { ReadText } from "../analysis/answer.ts";
import type { DocumentAnalyses } from "../analysis/document-analyses.ts";
import type { FunctionReference } from "../benchmark/targets.ts";
import type { SinceHead } from "../hint/compared.ts";
import { headFunctions, sinceHead, type HeadFunctions } from "./head-functions.ts";
import { newestOnly } from "./newest-only.ts";
import { HeadTexts, type HeadSource, type HeadText } from "./head-source.ts";

/** After the last key stroke, before functions are matched anew. */
const TYPING_MILLISECONDS = 400;

/** What the comparisons with the last commit need of the rest of the extension. */
export interface HeadContext {
  readonly log: vscode.LogOutputChannel;
  readonly analyses: DocumentAnalyses;
  readonly source: HeadSource;
  /** Fires when another commit may be checked out. */
  readonly onDidChangeHead: vscode.Event<void>;
}

/** What is known of one document. */
interface Followed {
  readonly document: vscode.TextDocument;
  /** The document as it was last committed; null where the commit does not have it. */
  base: { readonly commit: string; readonly version: ReadText | "too-long" | null } | undefined;
  known: HeadFunctions | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Matches the functions of the present text anew; where that is under way, once more afterwards. */
  readonly match: () => Promise<void>;
}

/**
 * Compares the functions of documents with the last commit. A question is answered at once from what is known; what is
 * not yet known is found out without making anybody wait, and told by an event.
 */
export class HeadComparisons implements vscode.Disposable {
  readonly #context: HeadContext;
  readonly #texts: HeadTexts;
  readonly #followed = new Map<string, Followed>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;

  /** Fires when more is known, or something else. */
  readonly onDidChange = this.#changed.event;

  constructor(context: HeadContext) {
    this.#context = context;
    this.#texts = new HeadTexts(context.source);
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      context.onDidChangeHead(() => this.#readAll()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#readAll()),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#readAll();
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#read(this.#followed.get(uri.toString()))),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#matchSoon(this.#followed.get(document.uri.toString()));
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        clearTimeout(this.#followed.get(uri.toString())?.timer);
        this.#followed.delete(uri.toString());
      }),
    );
  }

  /** How a function of an open document differs from the last commit; undefined as long as that is not known. */
  of(reference: FunctionReference, found: AsyncFunction): SinceHead | undefined {
    const followed = this.#followed.get(reference.uri) ?? this.#follow(reference.uri);
    return followed?.known === undefined ? undefined : sinceHead(followed.known, reference, found);
  }

  dispose(): void {
    for (const { timer } of this.#followed.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
  }

  #follow(uri: string): Followed | undefined {
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
    if (document?.uri.scheme !== "file") return undefined;
    const followed: Followed = {
      document,
      base: undefined,
      known: undefined,
      timer: undefined,
      match: newestOnly(() => this.#match(followed)),
    };
    this.#followed.set(uri, followed);
    this.#read(followed);
    return followed;
  }

  #readAll(): void {
    for (const followed of this.#followed.values()) this.#read(followed);
  }

  #read(followed: Followed | undefined): void {
    if (followed === undefined) return;
    this.#readBase(followed).catch((error: unknown) => {
      const { fsPath } = followed.document.uri;
      this.#context.log.warn(`The last commit of ${fsPath} cannot be read: ${String(error)}`);
    });
  }

  async #readBase(followed: Followed): Promise<void> {
    const { fsPath } = followed.document.uri;
    const head = await this.#texts.of(fsPath);
    if (head?.commit === followed.base?.commit) return;
    followed.base =
      head === undefined
        ? undefined
        : { commit: head.commit, version: await this.#versionOf(followed.document, head) };
    await followed.match();
  }

  /** The document as it was in the last commit. Throws when that cannot be read. */
  async #versionOf(
    { uri, languageId }: vscode.TextDocument,
    { commit, text }: HeadText,
  ): Promise<ReadText | "too-long" | null> {
    const { analyses } = this.#context;
    if (text !== null && analyses.isTooLarge(text.length)) return "too-long";
    const code = text === null ? undefined : codeOfDocument(languageId, text);
    if (code === undefined) return null;
    const analysis = await analyses.readText(`${commit} ${uri.toString()}`, code);
    return { text: code.text, language: code.language, analysis };
  }

  #matchSoon(followed: Followed | undefined): void {
    if (followed === undefined) return;
    clearTimeout(followed.timer);
    followed.timer = setTimeout(() => void followed.match(), TYPING_MILLISECONDS);
  }

  async #match(followed: Followed): Promise<void> {
    const { document } = followed;
    const present = await this.#context.analyses.read(document);
    if (document.isClosed) return;
    const { base } = followed;
    // Half-typed text would tear functions apart that are whole again in a moment.
    const isTorn = (present?.analysis.problems.length ?? 0) > 0;
    if (base !== undefined && isTorn && followed.known?.commit === base.commit) return;
    const known = base && present && (await this.#known(document, base, present));
    const isFollowed = this.#followed.get(document.uri.toString()) === followed;
    if (!isFollowed || followed.base !== base) return;
    const before = followed.known;
    followed.known = known;
    if (!isSame(before, known)) this.#changed.fire();
  }

  /** Undefined where the functions could not be matched. */
  async #known(
    { uri }: vscode.TextDocument,
    { commit, version }: NonNullable<Followed["base"]>,
    present: ReadText,
  ): Promise<HeadFunctions | undefined> {
    if (version === null || version === "too-long") return { commit, base: version };
    const pairs = await this.#context.analyses.match(uri.toString(), version, present);
    if (pairs === "too-much") return { commit, base: pairs };
    return pairs && headFunctions(commit, version.analysis.functions, present.analysis.functions, pairs);
  }
}

function isSame(left: HeadFunctions | undefined, right: HeadFunctions | undefined): boolean {
  if (left?.commit !== right?.commit) return false;
  const before = left?.base;
  const after = right?.base;
  if (typeof before !== "object" || typeof after !== "object" || !before || !after) return before === after;
  return (
    before.size === after.size &&
    [...before].every(([key, { name, textHash }]) => {
      const found = after.get(key);
      return found?.name === name && found.textHash === textHash;
    })
  );
}
