import type { Suite } from "mocha";

/** Lets the tests of a suite, each of which goes on where the one before it ended, end with the first that fails. */
export function inSteps(suite: Suite): void {
  let hasFailed = false;
  // Mocha's own `bail` would leave out such suites after failures elsewhere, too.
  suite.beforeEach(function () {
    if (hasFailed) this.skip();
  });
  suite.afterEach(function () {
    hasFailed ||= this.currentTest?.state === "failed";
  });
}
