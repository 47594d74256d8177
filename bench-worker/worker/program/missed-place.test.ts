import assert from "node:assert/strict";
import { missedPlace } from "./missed-place.ts";
import { sourceTreeOf } from "./source-tree.ts";

/** Of `missed()`, where all that is called `made` was come to. */
function placeIn(body: string): ReturnType<typeof missedPlace> {
  const text = `async function all(rows, x) {\n${body}\n}`;
  const reached = new Set([...text.matchAll(/made\(\)/g)].map(({ index }) => index));
  return missedPlace(sourceTreeOf("a.js", text)!, 0, text.indexOf("missed()"), reached);
}

describe("The place of an I/O call that was not come to", () => {
  it("is one in the place of which others were made, in another branch or in one that leaves before it", () => {
    for (const body of [
      "if (x) await made(); else await missed();",
      "if (x) { await missed(); } else { await made(); }",
      "return x ? made() : missed();",
      "switch (x) { case 1: await made(); break; default: await missed(); }",
      "if (x) { await made(); return; }\nawait missed();",
      "for (const row of rows) { if (row.x) { await missed(); continue; }\nawait made(); }",
      "for (const row of rows) { if (row.x) { await made(); continue; }\nawait missed(); }",
      "await Promise.all(rows.map(async (row) => { if (row.x) return made();\nreturn missed(); }));",
    ])
      assert.equal(placeIn(body).isReplaced, true, body);
  });

  it("is none where what else was made stands beside it, or nothing was", () => {
    for (const body of [
      "await made(); if (x) await missed();",
      "if (await made()) await missed();",
      "if (await made()) return;\nawait missed();",
      "if (x) await missed(); await made();",
      "for (const row of rows) { await made(); if (row.x) continue; await missed(); }",
      "if (x) throw new Error(await made());\nawait missed();",
      "if (x) await other(); else await missed();",
    ])
      assert.equal(placeIn(body).isReplaced, false, body);
  });

  it("tells the heads of what makes it again and again, or calls back", () => {
    assert.deepEqual(
      placeIn("for (\nconst row of rows\n) {\nif (row) {\nawait missed();\n}\n}").around,
      [2, 3, 4],
    );
    assert.deepEqual(
      placeIn("await Promise.all(\nrows\n.map(async (row) => {\nif (row)\nawait missed();\n}));").around,
      [4],
    );
    assert.deepEqual(placeIn("log(\nx && missed());").around, []);
    assert.deepEqual(placeIn("if (x) {\nawait missed();\n}").around, []);
  });
});
