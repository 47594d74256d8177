import assert from "node:assert/strict";
import * as v from "valibot";
import { recordedIn, scenarioOfCall, scenarioSchema, withoutRecorded, type ToReplay } from "./scenario.ts";

const recorded: ToReplay = {
  ...{ root: "/project", path: 1, paths: 2, share: 0.75, calls: 12, stale: false },
  call: {
    ...{ recordedAt: "2026-11-25T12:00:00.000Z", command: "npm test", node: "20.20.2", milliseconds: 3 },
    this: { $: "instance", class: "Orders", file: "a.js", line: 1, properties: {} },
    arguments: [{ id: 1 }, { $: "undefined" }],
    around: { $: "scope", file: "a.js", variables: { limit: 3 } },
    variables: [{ file: "a.js", scope: "module", name: "db", value: { $: "handle", class: "Db" } }],
    outcome: { how: "value", value: 1 },
    answers: [
      {
        ...{ file: "a.js", line: 2, column: 9, expression: "db.get", kind: "package", style: "promise" },
        ...{ startMilliseconds: 0, endMilliseconds: 1, inFlight: 0, arguments: [1], outcome: "value" },
        value: { name: "a" },
      },
    ],
    functions: [{ file: "a.js", name: "Orders.get", line: 1, textHash: "1" }],
  },
};

describe("a scenario", () => {
  it("has each part of a recorded call with its origin, and gives the call back as it was", () => {
    const scenario = v.parse(scenarioSchema, JSON.parse(JSON.stringify(scenarioOfCall(recorded))));
    const { this: self, arguments: given = [], surroundings = [], answers = [] } = scenario;
    for (const { origin } of [self!, ...given, ...surroundings, ...answers]) assert.equal(origin, "recorded");
    assert.deepEqual(
      surroundings.map((one) => [one.scope, "name" in one ? one.name : ""]),
      [
        ["around", ""],
        ["module", "db"],
      ],
    );
    const again = recordedIn(scenario)!;
    const origin = "recorded";
    assert.deepEqual(JSON.parse(JSON.stringify(again)), {
      ...recorded,
      call: {
        ...recorded.call,
        variables: recorded.call.variables.map((one) => ({ origin, ...one })),
        answers: recorded.call.answers.map((one) => ({ origin, ...one })),
      },
    });
  });

  it("has no recorded call where none of its parts was recorded", () => {
    assert.equal(recordedIn({ arguments: [{ origin: "typed", text: "1" }] }), null);
    const fakesFile = { file: "/a.async-cost.js", text: "" };
    assert.equal(recordedIn(withoutRecorded({ ...scenarioOfCall(recorded), fakesFile })), null);
    assert.deepEqual(withoutRecorded({ ...scenarioOfCall(recorded), fakesFile }).fakesFile, fakesFile);
  });
});
