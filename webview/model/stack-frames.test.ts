import assert from "node:assert/strict";
import { isSameFile, stackLines } from "./stack-frames.ts";

const only = (line: string, files = ["src/a.js"]) => stackLines(line, files)[0]!;

describe("stackLines", () => {
  it("finds the place of every kind of frame that V8 writes", () => {
    const place = { file: "/w/src/a.js", line: 12, column: 5 };
    for (const frame of [
      "    at upload (/w/src/a.js:12:5)",
      "    at /w/src/a.js:12:5",
      "    at async upload (/w/src/a.js:12:5)",
      "    at async Promise.all (index 0)\n    at new Job (file:///w/src/a.js:12:5)",
      "    at Object.get [as value] (/w/src/a.js:12:5)",
    ]) {
      assert.deepEqual(stackLines(frame, ["src/a.js"]).at(-1)!.place, place, frame);
    }
  });

  it("reads Windows paths and escaped URLs", () => {
    assert.deepEqual(only(String.raw`    at f (C:\w\src\a.js:1:2)`), {
      text: String.raw`    at f (C:\w\src\a.js:1:2)`,
      place: { file: String.raw`C:\w\src\a.js`, line: 1, column: 2 },
      kind: "own",
    });
    assert.equal(only("    at file:///C:/my%20work/a.js:1:2").place?.file, "C:/my work/a.js");
    assert.equal(only("    at file:///%zz/a.js:1:2").place, null);
  });

  it("reads folders with brackets, and does not take code from eval for a file", () => {
    assert.equal(only("    at load (/w/(shop)/a.js:1:2)").place?.file, "/w/(shop)/a.js");
    assert.equal(only("    at /w/(shop)/a.js:1:2").place?.file, "/w/(shop)/a.js");
    assert.equal(only("    at eval (eval at f (/w/a.js:1:2), <anonymous>:1:1)").place, null);
  });

  it("tells the user's frames from those of engines, packages and the worker", () => {
    const kinds = stackLines(
      [
        "Error: injected",
        "    at fail (/opt/async-cost/dist/worker-code.cjs:9:9)",
        "    at co (/w/node_modules/co/index.js:65:19)",
        "    at upload (/w/src/a.js:12:5)",
        "    at helper (/w/src/other.ts:3:5)",
        "    at upload.next (<anonymous>)",
        "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
        "From previous event:",
      ].join("\n"),
      ["src/a.js"],
    ).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["message", "other", "other", "own", "own", "other", "other", "message"]);
  });

  it("folds each run of the worker's frames into one line, and no frame of anybody else", () => {
    const lines = stackLines(
      [
        "Error: injected",
        "    at fail (/x/dist/worker-code.cjs:9:9)",
        "    at run (/x/dist/worker-code.cjs:8:9)",
        "    at upload (/w/src/a.js:12:5)",
        "    at C:\\x\\dist\\worker-code.cjs:1:2",
      ].join("\n"),
      ["src/a.js"],
    );
    assert.deepEqual(
      lines.map(({ text }) => text.trim()),
      [
        "Error: injected",
        "at the fake I/O (2 frames)",
        "at upload (/w/src/a.js:12:5)",
        "at the fake I/O (1 frame)",
      ],
    );
    assert.equal(stackLines("    at own (/x/dist/worker.cjs:1:1)", ["dist/worker.cjs"])[0]?.kind, "own");
  });

  it("counts a target inside a package as the user's own", () => {
    assert.equal(only("    at f (/w/node_modules/p/i.js:1:1)", ["node_modules/p/i.js"]).kind, "own");
  });

  it("takes a message for a message even if it has numbers", () => {
    assert.equal(only("Error: at line:3:4").kind, "message");
  });
});

describe("isSameFile", () => {
  it("matches whole path parts, whatever the slashes", () => {
    assert.ok(isSameFile(String.raw`C:\w\src\a.js`, "src/a.js"));
    assert.ok(!isSameFile("/w/src/data.js", "a.js"));
  });
});
