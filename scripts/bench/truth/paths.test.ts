import assert from "node:assert/strict";
import type { TruePath } from "./judge-truth.ts";
import { truePaths } from "./paths.ts";
import type { RecordedFunction } from "../../../bench-worker/contract/recording.ts";

type Path = RecordedFunction["paths"][number];

const answer = (startMilliseconds: number, endMilliseconds: number | null, style = "promise") =>
  ({ style, startMilliseconds, endMilliseconds, line: 1, column: 1, expression: "get" }) as never;

const path = (sites: string[], ...kept: object[]): Path => ({
  sites,
  calls: 3,
  kept: kept.map((call) => ({ milliseconds: 9, answers: [], ...call })) as unknown as Path["kept"],
});

/** Of a function at line 40, column 3. */
const pathsOf = (...paths: Path[]): TruePath[] => truePaths({ line: 40, column: 3, paths });

describe("The paths of a recorded function", () => {
  it("have their call sites, with the file where that is another one, and whether a test's function is called there", () => {
    const sites = ["3:5 this.db.get", "lib/a.js:7:1 fs.read", "9:1 (…).map(x => x).run"];
    const double = { ...(answer(0, 5, "callback") as object), line: 9, kind: "double" };
    assert.deepEqual(pathsOf(path(sites, { outcome: {}, answers: [double] }))[0]!.sites, [
      { file: null, line: 3, expression: "this.db.get", isHandedIn: false },
      { file: "lib/a.js", line: 7, expression: "fs.read", isHandedIn: false },
      { file: null, line: 9, expression: "(…).map(x => x).run", isHandedIn: true },
    ]);
  });

  it("have no site where another call of the project had theirs go on", () => {
    const answers = [answer(0, 5), { ...(answer(1, 9, "wake") as object), line: 2 }];
    const [one] = pathsOf(path(["1:1 get", "2:1 load"], { outcome: { how: "value" }, answers }));
    assert.deepEqual(
      one!.sites.map(({ expression }) => expression),
      ["get"],
    );
    assert.deepEqual(one!.sequence, { atMost: 1, overlaps: false });
  });

  it("have no site where a timer is set, whatever the text calls that", () => {
    const timer = { ...(answer(0, 5, "callback") as object), line: 2, expression: "setImmediate" };
    const [one] = pathsOf(
      path(["1:1 get", "2:1 defer"], { outcome: { how: "value" }, answers: [timer, answer(5, 9)] }),
    );
    assert.deepEqual(
      one!.sites.map(({ expression }) => expression),
      ["get"],
    );
    assert.deepEqual(one!.sequence, { atMost: 1, overlaps: false });
  });

  it("have no site where the function itself had others go on", () => {
    const [one] = pathsOf(path(["40:3 push", "41:3 get"]));
    assert.deepEqual(
      one!.sites.map(({ expression }) => expression),
      ["get"],
    );
  });

  it("have no sequence where a test's function has answered at once", () => {
    const double = (end: number) => ({ ...(answer(0, end, "callback") as object), kind: "double" });
    const sequences = [0.2, 7].map(
      (end) => pathsOf(path(["1:1 get"], { outcome: { how: "value" }, answers: [double(end)] }))[0]!.sequence,
    );
    assert.deepEqual(sequences, [null, { atMost: 1, overlaps: false }]);
  });

  it("end as their calls did", () => {
    const ends = [
      path([]),
      path([], { outcome: { how: "value" } }),
      path([], { outcome: { how: "error" } }),
      path([], { outcome: { how: "callback", at: [1], value: [{ $: "error" }] } }),
      path([], { outcome: { how: "pending" } }),
    ];
    assert.deepEqual(
      pathsOf(...ends).map(({ end }) => end),
      ["unknown", "value", "error", "told", "never"],
    );
  });

  it("have calls one after another, or together, by their times; what is no I/O call does not count", () => {
    const outcome = { how: "value" };
    const [row, together, none] = pathsOf(
      path(["1:1 get", "2:1 get"], {
        outcome,
        answers: [answer(0, 1), answer(1, 1, "sync"), answer(2, 3)],
      }),
      path(["1:1 get", "2:1 get"], { outcome, answers: [answer(0, 5), answer(1, null)] }),
      path([], { outcome }),
    );
    assert.deepEqual(row!.sequence, { atMost: 2, overlaps: false });
    assert.deepEqual(together!.sequence, { atMost: 1, overlaps: true });
    assert.equal(none!.sequence, null);
  });

  it("have neither timers nor the reading of bodies among their I/O calls: that is the second half of the call that answered", () => {
    const fetches = { ...(answer(0, 1) as object), line: 1, expression: "fetch" };
    const reads = { ...(answer(1, 2) as object), line: 2, expression: "response.json", receiverFrom: 0 };
    const [read, given] = pathsOf(
      path(["1:1 fetch", "2:1 response.json", "3:1 setTimeout"], {
        outcome: { how: "value" },
        answers: [fetches, reads, { ...(answer(2, 3) as object), line: 3, expression: "setTimeout" }],
      }),
      path(["4:1 row.json"], {
        outcome: { how: "value" },
        answers: [{ ...(answer(0, 1) as object), line: 4, expression: "row.json" }],
      }),
    );
    assert.deepEqual(read!.sites, [{ file: null, line: 1, expression: "fetch", isHandedIn: false }]);
    assert.deepEqual(read!.sequence, { atMost: 1, overlaps: false });
    assert.deepEqual(given!.sites, [{ file: null, line: 4, expression: "row.json", isHandedIn: false }]);
  });
});
