import path from "node:path";
import vm from "node:vm";
import * as vscode from "vscode";
import { analyzeFor } from "../../analysis/analyze.ts";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import type { FromPanel } from "../../bench-worker/panel-messages.ts";
import { fakesFileBeside } from "../../bench-worker/fakes-file/name.ts";
import { changed, lineOfEntry, withSetting } from "../../bench-worker/fakes-file/edit.ts";
import { settingInWords } from "../../bench-worker/fakes-file/setting-words.ts";
import { KINDS_TO_CHOOSE } from "../../bench-worker/fakes-file/kinds.ts";
import { planFakesFile, type FakesFilePlan } from "../../bench-worker/fakes-file/plan.ts";
import { describedFunction, type DescribedFunction } from "../../bench-worker/fakes-file/write.ts";
import type { Benchmarks } from "../benchmark/benchmarks.ts";
import type { BenchmarkMessages } from "../benchmark/messages.ts";
import { RefusedError } from "../benchmark/refused.ts";
import type { TargetResolver } from "../benchmark/target-resolver.ts";
import { parseReference, type EditorTarget } from "../benchmark/targets.ts";
import { takesModules, textOnDisk } from "./observe.ts";
import { openText } from "./open-text.ts";
import { changeBetween } from "./text-edit.ts";

/** What the panel asks for. */
export type Correction = Extract<FromPanel, { type: "correct" }>;

/** What writing fakes files needs of the rest of the extension. */
export interface FakesFileContext {
  readonly benchmarks: Benchmarks;
  readonly resolver: TargetResolver;
  readonly messages: BenchmarkMessages;
}

/** Writes arguments and fakes of functions into files beside their source, where the user changes them. */
export class FakesFileWriter {
  readonly #context: FakesFileContext;

  constructor(context: FakesFileContext) {
    this.#context = context;
  }

  /**
   * Says in the fakes file of a shown result's function what one of its fakes does, or what a value is, and offers to run again.
   * Whether the file says so now.
   *
   * @throws {RefusedError} where it does not.
   */
  async correct({ result: index, setting, text: value }: Correction): Promise<boolean> {
    const { benchmarks, resolver, messages } = this.#context;
    const { state } = benchmarks;
    const measured = state.kind === "benchmark" ? state.functions[index] : undefined;
    const result = state.kind === "benchmark" ? state.document.results[index] : undefined;
    if (measured?.uri == null || result === undefined || result.target.revision !== undefined) {
      throw new RefusedError("Only what functions in the present text were given can be corrected.");
    }
    const { uri, name, ordinal } = measured;
    if (!isValue(value) || !fits(setting, value))
      throw new RefusedError(`${value} is no JavaScript value: ${VALUES_FOR_EXAMPLE}.`);
    const target = await resolver.referred({ uri, name, ordinal });
    const one = described(target, result);
    const { text, present, plan } = await this.#planned(target, one);
    const edit = withSetting(plan.text, one, setting, value);
    if ("problem" in edit) throw refused(target, edit.problem);
    const corrected = "changes" in edit ? changed(plan.text, edit.changes) : text;
    await this.#apply(target, present, corrected, [one.name, ...setting]);
    messages.refused(
      `${settingInWords(setting, value)} for ${name} now, as ${path.basename(fileOf(target))} says.`,
      { "Run Again": "asyncCost.runAgain" },
    );
    return true;
  }

  /** Writes what a function is given and what it uses, and shows it. */
  async write(argument: unknown): Promise<void> {
    const { benchmarks, resolver, messages } = this.#context;
    const reference = parseReference(argument);
    const target = await (reference === undefined ? resolver.underCursor() : resolver.referred(reference));
    const observed = await benchmarks.describe(target);
    if (observed === undefined) return;
    const { present, plan } = await this.#planned(target, observed.described);
    await this.#apply(target, present, plan.text, [observed.described.name]);
    const { state, reason = "", hint = "" } = observed.result;
    if (plan.kept.length > 0) {
      messages.refused(
        `${path.basename(fileOf(target))} has ${observed.described.name} already, which stays as it was.`,
      );
    } else if (state !== "completed") {
      messages.refused(`${target.name}: only what it used until it ${state}: ${reason} ${hint}`.trimEnd());
    }
  }

  async #planned(
    target: EditorTarget,
    one: DescribedFunction,
  ): Promise<{ text: string; present: string | null; plan: FakesFilePlan }> {
    const file = fileOf(target);
    const present = openText(file) ?? (await textOnDisk(file));
    const isModule = await takesModules(path.dirname(file));
    const plan = planFakesFile(present, [one], path.basename(target.source.file), isModule);
    if (plan.problem !== undefined) throw refused(target, plan.problem);
    return { text: plan.text, present, plan };
  }

  /** Changes the file in the editor, where it can be undone, and shows the entry in a tab beside that of the source. */
  async #apply(
    target: EditorTarget,
    present: string | null,
    text: string,
    entry: readonly string[],
  ): Promise<void> {
    const uri = vscode.Uri.file(fileOf(target));
    const edit = new vscode.WorkspaceEdit();
    if (present === null) {
      edit.createFile(uri, { ignoreIfExists: true });
      edit.insert(uri, new vscode.Position(0, 0), text);
    } else if (present !== text) {
      const document = await vscode.workspace.openTextDocument(uri);
      const { start, end, text: added } = changeBetween(document.getText(), text);
      edit.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), added);
    }
    if (edit.size > 0 && !(await vscode.workspace.applyEdit(edit))) {
      throw new RefusedError(
        `${vscode.workspace.asRelativePath(uri)} could not be ${present === null ? "written" : "changed"}: ` +
          "the editor may not write there. Allow writing in its folder, or open a copy of the folder elsewhere.",
      );
    }
    const document = await vscode.workspace.openTextDocument(uri);
    // A new file is not left empty on the disk: git and the command line read no unsaved editor.
    if (present === null) await document.save();
    const at = new vscode.Position(lineOfEntry(text, entry) - 1, 0);
    await vscode.window.showTextDocument(document, {
      viewColumn: columnOf(uri) ?? columnOf(vscode.Uri.file(target.source.file)) ?? vscode.ViewColumn.One,
      // Else it would take the place of a source that is shown as a preview.
      preview: false,
      // Whoever corrects in the panel goes on there.
      preserveFocus: vscode.window.activeTextEditor === undefined,
      selection: new vscode.Range(at, at),
    });
  }
}

const VALUES_FOR_EXAMPLE = 'write "a text" in quotes, 12, true, null, [1, 2] or { id: 1 }';

/** Names that are values. A text that lacks its quotes is none. */
const LITERALS: ReadonlySet<string> = new Set(["true", "false", "null", "undefined", "NaN", "Infinity"]);

/** Whether a text can stand behind the colon of an entry; it is not evaluated. */
function isValue(text: string): boolean {
  try {
    // Nothing else may end the entry, nor begin another one.
    const isEntry = new vm.Script(`({ value: ${text} })`) instanceof vm.Script;
    const isAlone = new vm.Script(`"use strict"; [(${text}\n)]`) instanceof vm.Script;
    return isEntry && isAlone && (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text) || LITERALS.has(text));
  } catch {
    return false;
  }
}

/** Whether a setting takes such a value: a kind is one of some, and a variable of the environment a text. */
function fits([where, , what]: Correction["setting"], text: string): boolean {
  if (where === "environment") return /^(["'])(?:(?!\1).)*\1$/.test(text);
  return what !== "kind" || KINDS_TO_CHOOSE.some((one) => JSON.stringify(one) === text);
}

/** The column with a tab of a file, a tab in view before others. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const isOf = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOf);
  return (tabs.find(({ isActive }) => isActive) ?? tabs[0])?.group.viewColumn;
}

function fileOf({ source }: EditorTarget): string {
  return fakesFileBeside(source.file);
}

function described(
  { source }: EditorTarget,
  result: Pick<TargetResult, "fakes" | "scenario">,
): DescribedFunction {
  const { functions } = analyzeFor(source.text, source.language, source.functionStart);
  const found = functions.find(({ range }) => range.start === source.functionStart);
  return describedFunction(found!, functions, result);
}

function refused(target: EditorTarget, problem: string): RefusedError {
  return new RefusedError(`${path.basename(fileOf(target))}: ${problem}.`);
}
