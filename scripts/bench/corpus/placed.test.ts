import assert from "node:assert/strict";
import type { RecordedOperation } from "../../../bench-worker/worker/measure/record.ts";
import { placedCalls } from "./placed.ts";

const operation = (depth: number, ...frames: string[]): RecordedOperation => ({
  ...{ expression: "read.file", kind: "promise", line: null, column: null, callbackText: null, depth },
  frames: frames.map((one) => {
    const [file = "", line = ""] = one.split(":");
    return { file: `/home/project/${file}`, line: Number(line), column: 1, name: null };
  }),
});

const placed = (...operations: RecordedOperation[]) =>
  placedCalls(operations, ["/link", "/home/project"], new Set(["read"]), (name) => name);

describe("Where I/O calls come from", () => {
  it("is the innermost call of the project's own text, by a package where one stands before it", () => {
    const [own, packages, nowhere] = placed(
      operation(0, "lib/a.js:3", "lib/b.js:9"),
      operation(0, "node_modules/p/i.js:1", "lib/b.js:9"),
      operation(0),
    );
    assert.deepEqual([own!.place, own!.isOfPackage, own!.within], [{ file: "lib/a.js", line: 3 }, false, ""]);
    assert.equal(packages!.within, "/home/project/node_modules/p/i.js:1:1");
    assert.deepEqual([packages!.place, packages!.isOfPackage], [{ file: "lib/b.js", line: 9 }, true]);
    assert.deepEqual([nowhere!.place, nowhere!.isHandedIn], [null, true]);
  });

  it("is the same for what a package goes on with once the first of it has answered", () => {
    const [, second, third] = placed(
      operation(0, "node_modules/p/i.js:1", "lib/b.js:9"),
      operation(1, "node_modules/p/i.js:2"),
      operation(5, "node_modules/p/i.js:2"),
    );
    assert.deepEqual(second!.place, { file: "lib/b.js", line: 9 });
    assert.equal(third!.place, null);
  });
});
