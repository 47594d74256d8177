import { Unmeasurable } from "../harness/unmeasurable.ts";

/** The fakes file is wrong: nothing else can be tried before it is put right. */
export class FakesFileError extends Unmeasurable {
  constructor(reason: string, hint = "Put it right there and benchmark again.") {
    super("failed", reason, hint);
  }
}
