import assert from "node:assert/strict";
import { inBrowser, show } from "../test/in-browser.ts";

inBrowser("the panel in a browser, its stack traces", ({ panel, sentBesidesReady }) => {
  it("unfolds a stack trace, marks the user's own frames, and opens the line of one", async () => {
    await panel().say(show);
    const target = panel().page.locator(".stacks details").nth(1);
    await target.locator("summary").click();
    await target.locator(".outcome").first().click();
    const stack = target.locator(".stack");
    assert.match(await stack.innerText(), /The stack leads to the I\/O call at line 27\./);
    assert.deepEqual(await stack.locator("li.own code").allInnerTexts(), [
      "at async upload (/home/someone/gallery/variants/async-await.js:27:22)",
      "at audit (/home/someone/gallery/lib/audit.js:14:9)",
    ]);
    assert.equal(await stack.locator("li.other button").count(), 0);
    await stack.locator("li.own button").first().click();
    await target.locator(".call-site").nth(1).click();
    await panel().page.locator(".comparison tbody th .link").first().click();
    assert.deepEqual(await sentBesidesReady(), [
      { type: "open", file: "/home/someone/gallery/variants/async-await.js", line: 27, column: 22 },
      { type: "open", file: "variants/async-await.js", line: 29 },
      { type: "open", file: "variants/callbacks.js", line: 21, column: 1 },
    ]);
  });
});
