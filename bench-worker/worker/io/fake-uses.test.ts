import assert from "node:assert/strict";
import { FakeUses } from "./fake-uses.ts";

describe("uses of fakes", () => {
  it("say of what each is, of what a file or folder that is open does too", () => {
    const uses = new FakeUses();
    for (const expression of ["FileHandle.writev", "Dir.read", "dns.lookup", "fetch"])
      uses.noteCall({ expression, kind: "promise", from: "default" }, {});
    assert.deepEqual(
      uses.list().map(({ why }) => why),
      ["Node's own fs", "Node's own fs", "Node's own dns", "the web's own API"],
    );
  });
});
