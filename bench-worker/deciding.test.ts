import assert from "node:assert/strict";
import { ENDS_COLD } from "./cold.ts";
import { ENDS_MADE_UP, ENDS_PROCESS, GROWS, isDeciding, SMALL_FILES } from "./deciding.ts";
import { ENDS_CACHE, ENDS_LEFT, ENDS_NONE, KEPT } from "./part-measured.ts";
import { remark } from "./remark.ts";
import { preparationSentence } from "./preparation-words.ts";

describe("a warning decides what the numbers mean", () => {
  it("where they are of something else than the call as the program makes it", () => {
    const sentences = [
      `It was measured after 400 calls, ${ENDS_COLD}`,
      `Later calls made 1 I/O call each instead of 2, ${KEPT}: look at what it keeps.`,
      `Of its I/O calls, db.get at line 3 is no part of the numbers: ${ENDS_LEFT}`,
      `Of its I/O calls, db.get at line 3 is no part of the numbers: ${ENDS_CACHE}`,
      `It ends the process at line 3: ${ENDS_PROCESS}`,
      `What aws.paginateQuery() does between its I/O calls ${ENDS_MADE_UP}`,
      GROWS,
      SMALL_FILES,
      preparationSentence({ what: "own-instances" }),
    ];
    for (const sentence of sentences) assert.equal(isDeciding(sentence), true, sentence);
  });

  it("and no other does", () => {
    const sentences = [
      `Of its I/O calls, job.save at line 3 is no part of the numbers: ${ENDS_NONE}`,
      "Time differs much between processes: close what keeps the machine busy, or raise the budget.",
    ];
    for (const sentence of sentences) assert.equal(isDeciding(sentence), false, sentence);
  });

  it("by the code that it has in its result, whatever its words", () => {
    const remarks = [remark("branches-decided", "One."), remark("fails-always", "Another.")];
    assert.deepEqual(
      ["One.", "Another.", "A third."].map((one) => isDeciding(one, remarks)),
      [true, false, false],
    );
  });
});
