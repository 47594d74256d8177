import assert from "node:assert/strict";
import { noteOnCoverage } from "./coverage.ts";

describe("coverage while calls are recorded", () => {
  it("is said to be wrong where the engine counts it, by c8 or by Node's own tests", () => {
    assert.match(noteOnCoverage({ NODE_V8_COVERAGE: "/project/coverage/tmp" }, [])!, /does not count/);
    assert.match(noteOnCoverage({}, ["--test", "--experimental-test-coverage"])!, /does not count/);
    assert.equal(noteOnCoverage({ NODE_V8_COVERAGE: "" }, ["--test"]), null);
  });
});
