import assert from "node:assert/strict";
import { oneDocument } from "../fixtures/document.ts";
import { inBrowser, show } from "../test/in-browser.ts";

inBrowser("the panel in a browser, its stack traces", ({ panel, sentBesidesReady }) => {
  for (const width of [400, 700, 1400]) {
    it(`puts what became of a call that happened twice below each other with ${width} pixels`, async () => {
      await panel().page.setViewportSize({ width, height: 900 });
      await panel().say({ ...show, document: oneDocument });
      await panel().page.locator(".stacks summary").first().click();
      const twice = panel().page.locator(".sites tr", { hasText: "self.createQuery" }).locator("td").first();
      const [first, second] = await twice.locator(".outcome").evaluateAll((nodes) =>
        nodes.map((node) => {
          const { left, top } = node.getBoundingClientRect();
          return { left, top };
        }),
      );
      assert.equal(first!.left, second!.left);
      assert.ok(second!.top > first!.top);
    });
  }

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
