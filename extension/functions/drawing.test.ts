import assert from "node:assert/strict";
import { Drawing } from "./drawing.ts";

describe("the rows of the tree", () => {
  it("are drawn a few times while thousands of files are read, and at its begin and end", () => {
    const drawing = new Drawing();
    const files = 2000;
    assert.ok(drawing.isDue({ kind: "reading", read: 0, files: 0 }));
    const drawn: number[] = [];
    for (let read = 8; read < files; read += 8)
      if (drawing.isDue({ kind: "reading", read, files })) drawn.push(read);
    assert.deepEqual(drawn, [24, 48, 96, 192, 384, 768, 1536]);
    assert.ok(drawing.isDue({ kind: "done", files, tooMany: false, tooLarge: [] }));
  });

  it("are drawn at each change once they were read, and as before when they are read again", () => {
    const drawing = new Drawing();
    const done = { kind: "done", files: 500, tooMany: false, tooLarge: [] } as const;
    assert.ok(drawing.isDue({ kind: "reading", read: 400, files: 500 }));
    for (let change = 0; change < 3; change++) assert.ok(drawing.isDue(done));
    assert.ok(drawing.isDue({ kind: "reading", read: 24, files: 500 }));
    assert.ok(!drawing.isDue({ kind: "reading", read: 32, files: 500 }));
  });
});
