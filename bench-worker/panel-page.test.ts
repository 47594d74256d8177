import assert from "node:assert/strict";
import { panelPage } from "./panel-page.ts";

describe("panelPage", () => {
  const page = panelPage({
    scriptUri: "https://host/main.js?a=1&b=2",
    styleUri: 'https://host/"main".css',
    cspSource: "https://host",
    nonce: "abc123",
  });

  it("lets only the script with the nonce run, and no inline style", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-abc123'; style-src https://host; font-src https://host; img-src https://host data:",
    );
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.match(page, /<script nonce="abc123" src="https:\/\/host\/main\.js\?a=1&amp;b=2"><\/script>/);
    assert.doesNotMatch(page, /<style|style="/);
  });

  it("says something until the script runs, as text", () => {
    const addresses = { scriptUri: "https://host/main.js", styleUri: "https://host/main.css" };
    const said = panelPage({
      ...addresses,
      cspSource: "https://host",
      nonce: "abc",
      text: "load <b> starts",
    });
    assert.match(said, /<div id="app"><main><p class="empty" role="status">load &lt;b> starts<\/p>/);
    assert.match(page, /<div id="app"><\/div>/);
  });

  it("escapes addresses, so that none can end its attribute", () => {
    assert.match(page, /href="https:\/\/host\/&quot;main&quot;\.css"/);
  });
});
