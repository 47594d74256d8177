import assert from "node:assert/strict";
import { unlikeSource } from "./unlike-source.ts";
import type { InSource } from "./target-result.ts";

describe("what is said of I/O calls that a source shows and a call makes otherwise", () => {
  const inSource: InSource = { ioCalls: 3, criticalPath: 3, inLoop: false, why: [] };

  it("is nothing where they are the same, or nobody knows", () => {
    assert.equal(unlikeSource({ ioCalls: 3, criticalPath: 3 }), null);
    assert.equal(unlikeSource(undefined), null);
  });

  it("is what it shows, what was made, and why", () => {
    assert.equal(
      unlikeSource({ ioCalls: 2, criticalPath: 2, inSource: { ...inSource, why: ["not-reached"] } }),
      "Its source shows 3 I/O calls in sequence; the measured call made 2 in sequence: it did not come to all of them.",
    );
    assert.equal(
      unlikeSource({
        ioCalls: 5,
        criticalPath: 1,
        inSource: { ...inSource, why: ["repeated", "elsewhere"] },
      }),
      "Its source shows 3 I/O calls in sequence; the measured call made 5, 1 in sequence: it made some more than once; some are made by functions that it calls.",
    );
    assert.equal(
      unlikeSource({ ioCalls: 1, criticalPath: 1, inSource }),
      "Its source shows 3 I/O calls in sequence; the measured call made 1.",
    );
    assert.match(
      unlikeSource({
        ioCalls: 0,
        criticalPath: 0,
        inSource: { ...inSource, ioCalls: 1, criticalPath: 1, inLoop: true },
      })!,
      /^Its source shows 1 I\/O call in a loop; the measured call made none\.$/,
    );
  });
});
