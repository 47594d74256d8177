import assert from "node:assert/strict";
import { draw } from "./draw.ts";
import { failsAlways, kindOfFailure } from "./failures.ts";
import { differencesFrom, goldenText, parseGolden, type GoldenEntry } from "./golden.ts";
import { HELD_OUT, nameOf, PACKAGES } from "./packages.ts";
import { recordOf } from "./record.ts";

describe("the corpus", () => {
  it("is of at least twenty packages at exact versions", () => {
    assert.ok(PACKAGES.length >= 20);
    for (const { spec } of [...PACKAGES, ...HELD_OUT])
      assert.match(spec, /^(@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+$/);
    assert.equal(nameOf("@trpc/server@11.25.2"), "@trpc/server");
  });

  it("is drawn the same by the same seed, each item at most once", () => {
    const items = Array.from({ length: 50 }, (_, i) => i);
    assert.deepEqual(draw(items, 20, 1), draw(items, 20, 1));
    assert.notDeepEqual(draw(items, 20, 1), draw(items, 20, 2));
    assert.equal(new Set(draw(items, 99, 1)).size, 50);
  });

  it("is recorded the same in whatever order it was called, without what differs from run to run", () => {
    const called = (place: string, index: number, milliseconds: number) => ({
      place,
      answer: {
        index,
        milliseconds,
        state: "completed" as const,
        reason: "",
        ioCalls: 1,
        calls: ["3 db.get after 0"],
        sites: [
          {
            ...{ line: 3, expression: "db.get", depth: 0, place: null, way: "", within: "" },
            isOfPackage: false,
            isHandedIn: false,
          },
        ],
        inSequence: 1,
        hint: "",
        decided: [],
        asked: [],
        failsAlways: false,
        warnings: [],
        remarks: [],
        attempts: [],
      },
    });
    const record = recordOf([called("a x.js:1", 0, 5), called("b y.js:2", 1, 6)]);
    assert.equal(recordOf([called("b y.js:2", 0, 7), called("a x.js:1", 1, 8)]), record);
    assert.deepEqual((JSON.parse(record) as Record<string, object>)["a x.js:1"], {
      state: "completed",
      reason: "",
      calls: ["3 db.get after 0"],
      inSequence: 1,
      remarks: [],
    });
  });

  it("is held to its golden record function by function, call by call, whatever the order", () => {
    const entry = {
      state: "completed" as const,
      reason: "",
      calls: ["3 db.get after 0"],
      inSequence: 1,
      remarks: [],
    };
    const was = parseGolden(
      goldenText(
        new Map([
          ["b y.js:2", entry],
          ["a x.js:1", entry],
        ]),
      ),
    );
    assert.deepEqual([...was.keys()], ["a x.js:1", "b y.js:2"]);
    assert.deepEqual(differencesFrom(was, was), []);
    const calls = ["3 db.get after 0", "4 db.put after 1"];
    const is = new Map<string, GoldenEntry>([
      ["b y.js:2", { ...entry, calls, inSequence: 2 }],
      ["a x.js:1", { ...entry, state: "failed" as const, calls: [], inSequence: 0, remarks: ["why"] }],
      ["c z.js:3", entry],
    ]);
    assert.deepEqual(differencesFrom(was, is), [
      "a x.js:1\n  state: completed → failed\n  I/O calls: 1 → 0\n  in sequence: 1 → 0\n  − call: 3 db.get after 0\n  + remark: why",
      "b y.js:2\n  I/O calls: 1 → 2\n  in sequence: 1 → 2\n  + call: 4 db.put after 1",
      "c z.js:3\n  is not in the record",
    ]);
  });

  it("tells what does nothing but fail", () => {
    assert.ok(failsAlways([{ what: "fails-always", line: 2 }]));
    assert.ok(!failsAlways([{ what: "path-of-failure", line: 2 }]));
  });

  it("tells failures apart", () => {
    const kind = (reason: string, state: "failed" | "unsupported" = "failed") =>
      kindOfFailure({ state, reason });
    assert.equal(kind("f never settled: it waits for something."), "never settled on fakes");
    assert.equal(
      kind("f failed on fake I/O: Error: no. It does nothing but fail, whatever it is called with."),
      "does nothing but fail",
    );
    assert.equal(
      kind("f failed at line 2 on fake I/O and made-up arguments: TypeError."),
      "failed on made-up values",
    );
    assert.equal(kind("It is a closure.", "unsupported"), "cannot be taken out of its surroundings");
  });
});
