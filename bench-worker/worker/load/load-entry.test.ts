import assert from "node:assert/strict";
import { NOT_INSTALLED } from "../../fake-words.ts";
import { whyReplaced } from "./load-entry.ts";
import { MissingModule } from "./module-loader.ts";

describe("why a fake stands for what is imported", () => {
  for (const [asked, missing, why] of [
    ["pg", "pg", NOT_INSTALLED],
    ["@scope/pg", "@scope/pg", NOT_INSTALLED],
    // It is there, and what it needs is not.
    ["half", "half-peer", "it imports half-peer, which is not found"],
    ["half", "./build/native.node", "it imports ./build/native.node, which is not found"],
    ["./gone.js", "./gone.js", "the file is not there"],
    ["@/lib/db", "@/lib/db", "nothing is found by that name"],
    ["#config", "#config", "nothing is found by that name"],
    ["~/db", "~/db", "nothing is found by that name"],
    ["pg/lib/gone", "pg/lib/gone", "nothing is found by that name"],
  ] as const) {
    it(`is “${why}” of ${asked} without ${missing}`, () => {
      assert.equal(whyReplaced(asked, new MissingModule(missing, "a.js")), why);
    });
  }

  it("is the error of a package that does not load", () => {
    assert.match(whyReplaced("pg", new Error("no socket")), /^the package does not load: .*no socket/);
  });
});
