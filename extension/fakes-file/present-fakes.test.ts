import assert from "node:assert/strict";
import type { TargetResult } from "../../bench-worker/target-result.ts";
import { entryHash } from "../../bench-worker/fakes-file/entry-hash.ts";
import { measuredWithOtherFakes } from "./present-fakes.ts";

const FAKES = 'module.exports = { "*": { environment: { PLACE: "here" } } };';
const OTHER = FAKES.replace("here", "there");

function measured(file: string | undefined): Pick<TargetResult, "target" | "fakesFile"> {
  const fakesFile = file === undefined ? undefined : { file, line: 1, textHash: entryHash(FAKES, "up") };
  return {
    target: { file: "b.js", name: "up", line: 1, column: 1, pattern: "async-await", tokens: 9, textHash: "" },
    ...(fakesFile === undefined ? {} : { fakesFile }),
  };
}

/** Whether the result of `/w/src/b.js` is old with these files about. */
function isOld(file: string | undefined, files: Record<string, string | undefined>): boolean {
  const places = { document: "/w/src/b.js", workspaceFolders: ["/w", "/v"] };
  return measuredWithOtherFakes(measured(file), places, (path) => (path in files ? files[path] : null));
}

describe("the fakes that a result was measured with", () => {
  it("are those of the file beside it", () => {
    assert.ok(!isOld("src/b.async-cost.js", { "/w/src/b.async-cost.js": FAKES }));
    assert.ok(isOld("src/b.async-cost.js", { "/w/src/b.async-cost.js": OTHER }));
    assert.ok(isOld("src/b.async-cost.js", {}));
    assert.ok(isOld(undefined, { "/w/src/b.async-cost.js": FAKES }));
  });

  it("are those of the file that the result names, beside another one that it was compared with", () => {
    for (const [named, file] of [
      ["lib/a.async-cost.js", "/w/lib/a.async-cost.js"],
      ["lib/a.async-cost.js", "/v/lib/a.async-cost.js"],
      ["/elsewhere/a.async-cost.js", "/elsewhere/a.async-cost.js"],
    ] as const) {
      assert.ok(!isOld(named, { [file]: FAKES }), file);
      assert.ok(isOld(named, { [file]: OTHER }), file);
    }
    assert.ok(isOld("lib/a.async-cost.js", {}));
  });

  it("are others once it has a file of its own", () => {
    const both = { "/w/lib/a.async-cost.js": FAKES, "/w/src/b.async-cost.js": FAKES };
    assert.ok(isOld("lib/a.async-cost.js", both));
  });

  it("count as the same as long as a file's text is not known", () => {
    assert.ok(!isOld("lib/a.async-cost.js", { "/w/lib/a.async-cost.js": undefined }));
    assert.ok(!isOld("src/b.async-cost.js", { "/w/src/b.async-cost.js": undefined }));
  });
});
