import * as v from "valibot";
import * as vscode from "vscode";
import { WHETHER_COMMITTED } from "../../bench-worker/host/recordings/commit-or-ignore.ts";
import { asTyped } from "../../bench-worker/host/recordings/record-words.ts";
import { RefusedError } from "../benchmark/refused.ts";
import { commandFolder, offersFor, type Offer, type Whereabouts } from "./offers.ts";
import type { Files } from "./package-manager.ts";
import { wordsOf } from "./words.ts";

/** A command, and where it runs. */
export interface Chosen {
  readonly words: readonly string[];
  readonly folder: string;
}

/** What key bindings and other extensions may hand in instead of having the user choose. */
const givenSchema = v.object({ command: v.string() });

const TITLE = "Record Real Calls";

const HEADINGS = { "test-file": "this file", test: "tests", start: "starts" } as const;

/**
 * The command that is to be recorded; undefined where the user wants none.
 *
 * @param argument `{ command: "npm test" }` is taken as it is.
 * @throws {RefusedError} where nothing is open that a command could run in.
 */
export async function chooseCommand(argument: unknown, files: Files): Promise<Chosen | undefined> {
  const where = whereabouts();
  const folder = commandFolder(where, files);
  if (folder === null)
    throw new RefusedError(
      "Open a folder or a file on the disk first: a command is recorded that runs its code.",
    );
  const given = v.safeParse(givenSchema, argument);
  if (given.success) return { words: wordsOf(given.output.command), folder };
  const picked = await vscode.window.showQuickPick(itemsOf(offersFor(where, files), folder), {
    title: TITLE,
    placeHolder: "A command that calls your code; what it calls, and what I/O answers, is recorded",
    matchOnDescription: true,
  });
  if (picked === undefined) return undefined;
  return picked.offer ?? (await typedCommand(folder));
}

/** Undefined where the user has gone away. */
export async function askWhetherCommitted(): Promise<boolean | undefined> {
  const ignore = { label: "Ignore them", description: "by .async-cost/.gitignore", isCommitted: false };
  const commit = { label: "Commit them", description: "so that others have them, too", isCommitted: true };
  const picked = await vscode.window.showQuickPick([ignore, commit], {
    title: TITLE,
    placeHolder: WHETHER_COMMITTED,
    ignoreFocusOut: true,
  });
  return picked?.isCommitted;
}

function whereabouts(): Whereabouts {
  const active = vscode.window.activeTextEditor?.document.uri;
  const folders = vscode.workspace.workspaceFolders ?? [];
  return {
    file: active?.scheme === "file" ? active.fsPath : null,
    folders: folders.flatMap(({ uri }) => (uri.scheme === "file" ? [uri.fsPath] : [])),
  };
}

interface Item extends vscode.QuickPickItem {
  readonly offer?: Offer;
}

function itemsOf(offers: readonly Offer[], folder: string): Item[] {
  const items: Item[] = [];
  let heading: string | undefined;
  for (const offer of offers) {
    if (HEADINGS[offer.kind] !== heading) {
      heading = HEADINGS[offer.kind];
      items.push({ label: heading, kind: vscode.QuickPickItemKind.Separator });
    }
    items.push({
      label: offer.words.map(asTyped).join(" "),
      description: offer.script,
      ...(offer.folder === folder ? {} : { detail: `in ${vscode.workspace.asRelativePath(offer.folder)}` }),
      offer,
    });
  }
  items.push({ label: "", kind: vscode.QuickPickItemKind.Separator }, { label: "Another Command…" });
  return items;
}

async function typedCommand(folder: string): Promise<Chosen | undefined> {
  const typed = await vscode.window.showInputBox({
    title: TITLE,
    prompt: `What you would type in a terminal, in ${vscode.workspace.asRelativePath(folder)}`,
    placeHolder: "node server.js",
    validateInput: (text) =>
      wordsOf(text).length === 0 ? "Write a command, such as node server.js" : undefined,
  });
  return typed === undefined ? undefined : { words: wordsOf(typed), folder };
}
