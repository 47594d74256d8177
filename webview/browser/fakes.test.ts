import assert from "node:assert/strict";
import { comparisonDocument, exampleDocument, oneDocument, troubledDocument } from "../fixtures/document.ts";
import { WRITE_FAKES_TITLE } from "../../bench-worker/fakes-file/name.ts";
import { inBrowser, show } from "../test/in-browser.ts";

inBrowser("the panel in a browser, its fakes", ({ panel, sentBesidesReady }) => {
  it("are listed with why, and what was inferred can be corrected", async () => {
    await panel().say(show);
    await panel().page.getByText("Faked I/O").click();
    const fakes = panel().page.locator(".fakes").first();
    const row = fakes.getByRole("row", { name: /self\.createQuery/ });
    assert.match((await row.innerText()).replaceAll(/\s+/g, " "), /its promise is used in line 12 2 12$/);
    assert.equal(await fakes.getByRole("combobox").count(), 1, "what is known cannot be corrected");
    const select = row.getByRole("combobox", { name: "What self.createQuery does" });
    assert.equal(await select.inputValue(), "promise");
    const correction = {
      result: 0,
      setting: ["fakes", "self.createQuery", "kind"],
      text: '"callback"',
    };
    await select.selectOption({ label: "calls back" });
    assert.doesNotMatch(await fakes.innerText(), /Corrected/, "nothing is written yet");
    await panel().say({ type: "corrected", ...correction, isDone: false });
    assert.equal(await select.inputValue(), "promise", "it could not be written");
    await select.selectOption({ label: "calls back" });
    await panel().say({ type: "corrected", ...correction, isDone: true });
    assert.match(await fakes.innerText(), /Corrected in the fakes file: run again to measure with it\./);
    await row.getByRole("button", { name: "12" }).click();
    assert.deepEqual(await sentBesidesReady(), [
      { type: "correct", ...correction },
      { type: "correct", ...correction },
      { type: "open", file: exampleDocument.results[0]!.target.file, line: 12 },
    ]);
    assert.equal(await select.inputValue(), "callback");
    await panel().say({ ...show, document: comparisonDocument });
    assert.doesNotMatch(await fakes.innerText(), /Corrected/);
  });

  it("are told with no more than two lines of a long reason, until it is clicked", async () => {
    await panel().page.setViewportSize({ width: 700, height: 900 });
    await panel().say({ ...show, document: oneDocument });
    await panel().page.getByText("Faked I/O").click();
    const reason = panel().page.locator(".reason span");
    const height = (): Promise<number> => reason.evaluate((node) => node.getBoundingClientRect().height);
    assert.ok((await height()) < 45, `${await height()} px`);
    await reason.click();
    assert.ok((await height()) > 60, `${await height()} px`);
    // What is too wide is scrolled in a box of its own.
    const beyond = await panel()
      .page.locator("html, main")
      .evaluateAll((nodes) => nodes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    assert.deepEqual(beyond, [0, 0]);
  });

  it("are offered to be written where a failed function's hint advises it, and nowhere else", async () => {
    const results = troubledDocument.results.map((result, index) =>
      index === 1
        ? { ...result, hint: `Say what it is given: “${WRITE_FAKES_TITLE}” in the editor.` }
        : result,
    );
    await panel().say({ ...show, document: { ...troubledDocument, results } });
    await panel()
      .page.getByRole("button", { name: /^Write fakes for/ })
      .click();
    assert.deepEqual(await sentBesidesReady(), [{ type: "write-fakes", result: 1 }]);
  });
});
