import assert from "node:assert/strict";
import { WRITE_FAKES_COMMAND, withTargetNamed } from "./command.ts";

describe("a sentence that says how to write fakes", () => {
  const sentence = `Say so: “Write” or ${WRITE_FAKES_COMMAND}.`;

  it("names the target as it can be typed", () => {
    assert.equal(
      withTargetNamed(sentence, { file: "src/lib/up.js", line: 3 }),
      "Say so: “Write” or async-cost fakes src/lib/up.js:3 --write.",
    );
  });

  it("has what a shell would take apart in quotes", () => {
    for (const file of ["/my files/up.js", "src/[id]/$&.ts", "C:\\up.js"])
      assert.equal(
        withTargetNamed(sentence, { file, line: 12 }),
        `Say so: “Write” or async-cost fakes "${file}:12" --write.`,
      );
  });

  it("stays as it is where it names no command", () => {
    assert.equal(withTargetNamed("Give it a TARGET.", { file: "a.js", line: 1 }), "Give it a TARGET.");
  });
});
