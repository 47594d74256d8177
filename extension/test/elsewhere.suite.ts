import assert from "node:assert/strict";
import * as vscode from "vscode";
import { activated, closeAll, lensesOf, openUntitled, replace } from "./editing.ts";

const METRICS = "12 tokens · async/await · 1 I/O call";

describe("components in the editor", () => {
  before(activated);
  afterEach(closeAll);

  const script = '<script lang="ts">\nasync function get() { await b(); }\n</script>\n';

  it("have their lenses and hovers where their scripts stand", async () => {
    for (const language of ["vue", "svelte"]) {
      const { document } = await openUntitled(`<style>a {}</style>\n\n${script}`, language);
      assert.deepEqual(await lensesOf(document), { 4: [METRICS, "Benchmark"] }, language);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        new vscode.Position(3, "async function ge".length),
      );
      assert.deepEqual(
        hovers.map(({ range }) => range && document.getText(range)),
        ["get"],
      );
    }
  });

  it("keep them while the markup above is half-typed", async () => {
    const editor = await openUntitled(`<template><p>a</p></template>\n${script}`, "vue");
    await replace(editor, "</template>", "<p class='");
    assert.deepEqual(await lensesOf(editor.document), { 3: [METRICS, "Benchmark"] });
  });
});
