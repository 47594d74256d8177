import assert from "node:assert/strict";
import { FakeUses } from "./fake-uses.ts";

describe("uses of fakes", () => {
  it("say of what each is, of what an open file, a process and the like do too", () => {
    const uses = new FakeUses();
    for (const expression of ["FileHandle.writev", "Dir.read", "ChildProcess.message", "dns.lookup", "fetch"])
      uses.noteCall({ expression, kind: "promise", from: "default" }, {});
    assert.deepEqual(
      uses.list().map(({ why }) => why),
      ["Node's own fs", "Node's own fs", "Node's own child_process", "Node's own dns", "the web's own API"],
    );
  });

  it("are none that a package asks of made-up values without end, and whole names", () => {
    const uses = new FakeUses();
    const note = (expression: string, kind: "sync" | "promise"): void =>
      uses.noteCall({ expression, kind, from: "inferred", why: "" }, {});
    const deep = (times: number): string => `id${".unwrap()".repeat(times)}`;
    for (const expression of [`${deep(1)}.unwrap`, `${deep(2)}.unwrap`, `${deep(3)}.isPlain`, deep(60)])
      note(expression, "sync");
    note(`${deep(2)}.load`, "promise");
    note(`q${".and()".repeat(3)}.run`, "promise");
    assert.deepEqual(
      uses.list().map(({ expression }) => expression),
      ["id.unwrap().unwrap", "id.unwrap().unwrap().load", "q.and().and().and().run"],
    );
  });
});
