import assert from "node:assert/strict";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeProcess } from "./process.ts";

describe("the target's process", () => {
  it("was started with none of its files, in whatever way a module asks", () => {
    const { argv } = fakeProcess(new IoCore(new VirtualClock(), 1), () => undefined);
    const [, program = ""] = argv;
    const { url } = import.meta;
    assert.equal(argv.length, 2);
    assert.notEqual(program, fileURLToPath(url));
    assert.notEqual(pathToFileURL(program).href, url);
    assert.ok(!url.endsWith(path.basename(program)));
    assert.notEqual(path.basename(program, ".js"), path.basename(url, ".test.ts"));
    assert.ok(!program.includes(path.basename(url, ".test.ts")));
  });
});
