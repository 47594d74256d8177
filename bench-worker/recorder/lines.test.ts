import assert from "node:assert/strict";
import { Activation, type Kept } from "./activation.ts";
import { statesOf } from "./hooks.ts";
import { callLine } from "./lines.ts";
import { Pauses } from "./pauses.ts";

describe("what is written of a call", () => {
  it("has no time in it for which the recorder kept values", () => {
    let now = 0;
    const pauses = new Pauses(() => now);
    const { module } = statesOf("/project/a.js", { mark: "", functions: [], sites: [], classes: [] });
    const by = new Activation(module, null, null, null, 1);
    pauses.during(() => (now = 41));
    const kept: Kept = {
      ...{ wallTime: 0, self: null, given: [], around: null, variables: [], promises: [] },
      ...{ functions: new Set(), known: new Set() },
    };
    const options = { root: "/project", command: "npm test", callsOfPath: 3, shapesOnly: false, only: [] };
    const line = callLine(by, kept, { how: "value", value: 1, at: [], by: null }, 43, options, pauses);
    assert.equal(line.milliseconds, 2);
  });
});
