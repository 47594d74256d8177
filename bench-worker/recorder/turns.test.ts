import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";

describe("Turns of the event loop", () => {
  it("are not begun by reactions of promises, nor by those of another realm, as Jest's tests have", () => {
    // In a process of its own: the hook stays, and other tests count what promises do.
    const program = `
      import { types } from "node:util";
      import vm from "node:vm";
      import { watchTurns } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, "turns.ts")).href)};
      const begun = [];
      watchTurns((by) => begun.push(types.isPromise(by)));
      const inRealm = "(async () => { await null; await new Promise((resolve) => setImmediate(resolve)); await null; })()";
      await vm.runInNewContext(inRealm, { setImmediate });
      await vm.runInThisContext("(async () => { await null; })()");
      console.log(JSON.stringify({ turns: begun.length > 0, promises: begun.some(Boolean) }));`;
    const args = ["--import", "tsx", "--input-type=module", "--eval", program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    assert.deepEqual(stderr + stdout, '{"turns":true,"promises":false}\n');
  });
});
