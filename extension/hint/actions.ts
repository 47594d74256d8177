import * as vscode from "vscode";
import { canRun } from "../../analysis/entries/can-run.ts";
import { canBeMeasured } from "../benchmark/targets.ts";
import type { FunctionHint } from "./function-hints.ts";

/** Something that can be done with a function. */
export interface FunctionAction {
  readonly title: string;
  readonly command: string;
  readonly commandArguments: readonly unknown[];
}

/** Commands that other parts of the extension may offer. */
const COMPARE_WITH_HEAD = "asyncCost.compareWithHead";

/** What can be done with a function at the moment, the most wanted first. */
export async function actionsOf({
  found,
  reference,
  compared,
  recorded,
}: FunctionHint): Promise<FunctionAction[]> {
  const scheme = vscode.Uri.parse(reference.uri).scheme;
  const actions: FunctionAction[] = [];
  if (canBeMeasured(scheme) && canRun(found)) {
    actions.push({ title: "Benchmark", command: "asyncCost.benchmark", commandArguments: [reference] });
    const isChanged = compared.sinceHead?.kind === "changed";
    if (isChanged && (await vscode.commands.getCommands(true)).includes(COMPARE_WITH_HEAD))
      actions.push({
        title: "Compare with HEAD",
        command: COMPARE_WITH_HEAD,
        commandArguments: [reference],
      });
    // Where calls are recorded that can be played, it is one of them that is measured.
    if (recorded === undefined || recorded.isChanged)
      actions.push({ title: "Record Real Calls…", command: "asyncCost.record", commandArguments: [] });
    actions.push({
      title: "Compare with the Gallery",
      command: "asyncCost.compareWithGallery",
      commandArguments: [reference],
    });
    actions.push({
      title: "Write Fakes",
      command: "asyncCost.writeFakes",
      commandArguments: [reference],
    });
  }
  const { leanest } = compared;
  if (leanest !== undefined && !leanest.isThis)
    actions.push({
      title: "Open the Leanest Variant",
      command: "asyncCost.openVariant",
      commandArguments: [{ uri: leanest.uri, position: leanest.position }],
    });
  return actions;
}

/** Leads to the settings of the extension. */
export const OPEN_SETTINGS: FunctionAction = {
  title: "Settings",
  command: "workbench.action.openSettings",
  commandArguments: ["@ext:async-cost.async-cost"],
};
