import assert from "node:assert/strict";
import { bytesNamed, READS_NUMBERS } from "./bytes-named.ts";

describe("made-up bytes", () => {
  it("are the text of a name, and go on with zeros where numbers are read", () => {
    assert.equal(bytesNamed("token", false).toString(), "token");
    const binary = bytesNamed("data", true);
    assert.deepEqual([binary.readUInt32BE(4), binary.readUInt16LE(32)], [0, 0]);
    for (const text of ["data.readUInt16BE(4)", "view.getUint8(1)", "b.readBigInt64LE()"])
      assert.ok(READS_NUMBERS.test(text), text);
    for (const text of ["data.toString()", "fs.readFile(x)", "file.read(b)"])
      assert.ok(!READS_NUMBERS.test(text), text);
  });
});
