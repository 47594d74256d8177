import assert from "node:assert/strict";
import * as vscode from "vscode";
import { parseBenchmarkDocument } from "../../bench-worker/document.ts";
import { parseSpecification, RuntimeNameError } from "../../bench-worker/host/runtimes/packages.ts";
import {
  hostStore,
  installRuntime,
  planRuntime,
  findInstalled,
} from "../../bench-worker/host/runtimes/store.ts";
import { activated, closeAll, openUntitled, shortly, withSetting } from "./editing.ts";

/** The smallest, 4.5 MB to fetch, and the oldest: what runs there runs on all. */
const OLDEST = parseSpecification("node@0.10.48");

const ES5 = `"use strict";
function wait(done) {
  setTimeout(function (error) {
    if (error) return done(error);
    setTimeout(done, 1);
  }, 5);
}
module.exports = wait;
`;

describe("runtimes in the editor", function () {
  this.timeout(300_000);
  before(activated);
  afterEach(closeAll);

  it("are chosen from a list that can be left", async () => {
    const before = vscode.workspace.getConfiguration("asyncCost").inspect("nodePath");
    const chosen = vscode.commands.executeCommand("asyncCost.chooseRuntime");
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    // The list may not have been there yet.
    const again = setInterval(
      () => void vscode.commands.executeCommand("workbench.action.closeQuickOpen"),
      200,
    );
    await chosen;
    clearInterval(again);
    const after = vscode.workspace.getConfiguration("asyncCost").inspect("nodePath");
    assert.deepEqual(after, before);
  });

  it("are what a benchmark runs on, however old they are", async function () {
    const store = hostStore();
    const { signal } = new AbortController();
    const quiet = (): void => undefined;
    let runtime = await findInstalled(OLDEST, store);
    try {
      runtime ??= await installRuntime(await planRuntime(OLDEST, store, signal), store, quiet, signal);
    } catch (error) {
      // Not every platform has one so old.
      if (error instanceof RuntimeNameError) this.skip();
      throw error;
    }
    const editor = await openUntitled(ES5);
    const inside = new vscode.Position(2, 0);
    editor.selection = new vscode.Selection(inside, inside);
    const { path } = runtime;
    await shortly(() =>
      withSetting("nodePath", path, async () => {
        const answer: unknown = await vscode.commands.executeCommand("asyncCost.benchmark");
        const { environment, results } = parseBenchmarkDocument(answer);
        assert.deepEqual([environment.runtime, environment.version], ["node", "0.10.48"]);
        assert.equal(results[0]!.state, "completed", results[0]!.reason);
        assert.equal(results[0]!.counters?.turns, 2);
      }),
    );
  });
});
