import Mocha from "mocha";
import { writeFileSync } from "node:fs";
import { COUNTS_FILE, countRun } from "./counts.ts";

/** Mocha's usual report, and the counts into the file that the environment names. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const file = process.env[COUNTS_FILE];
    if (file !== undefined) countRun(runner, (counts) => writeFileSync(file, JSON.stringify(counts)));
  }
}
