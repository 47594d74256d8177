import assert from "node:assert/strict";
import * as v from "valibot";
import { DEFAULT_OPTIONS } from "./default-options.ts";
import { optionsSchema } from "./benchmark-options.ts";
import {
  backEndInWords,
  latencyInWords,
  LatencyError,
  type LatencyChoice,
  parseLatency,
  typicalMilliseconds,
} from "./latency.ts";
import { parseSamples, readLatency } from "./latency-samples.ts";

describe("a latency as it is written", () => {
  for (const [text, expected, words, typical] of [
    ["fixed:1.5", { model: "fixed", milliseconds: 1.5 }, "fixed, 1.5 ms", 1.5],
    ["fixed:2ms", { model: "fixed", milliseconds: 2 }, "fixed, 2 ms", 2],
    [" recorded ", { model: "recorded" }, "as recorded, 1 ms where nothing is", 1],
    [
      "lognormal:median=5 ms,sigma=0.5",
      { model: "lognormal", medianMilliseconds: 5, sigma: 0.5 },
      "lognormal, median 5 ms, sigma 0.5",
      5,
    ],
    [
      "load:.1",
      { model: "load-dependent", millisecondsPerCallInFlight: 0.1 },
      "load-dependent, n × 0.1 ms",
      10,
    ],
    [
      "lognormal: sigma=0.5, median=5",
      { model: "lognormal", medianMilliseconds: 5, sigma: 0.5 },
      "lognormal, median 5 ms, sigma 0.5",
      5,
    ],
    [
      "pareto:minimum=2,shape=1",
      { model: "pareto", minimumMilliseconds: 2, shape: 1 },
      "Pareto, from 2 ms, shape 1",
      4,
    ],
  ] as const) {
    it(`is understood: ${text}`, () => {
      const latency: LatencyChoice = parseLatency(text);
      if (latency.model === "file") assert.fail();
      assert.deepEqual(latency, expected);
      assert.ok(v.is(optionsSchema, { ...DEFAULT_OPTIONS, latency }));
      assert.equal(latencyInWords(latency), words);
      assert.equal(typicalMilliseconds(latency, 100), typical);
    });
  }

  it("may be a file, whose name may hold anything", () => {
    assert.deepEqual(parseLatency("file:C:\\a, b=1.txt"), { model: "file", path: "C:\\a, b=1.txt" });
  });

  for (const [text, message] of [
    ["", /write fixed:1, load:0\.1/],
    ["5", /not "5"/],
    ["normal:1", /lognormal:median=5,sigma=0\.5/],
    ["fixed:0", /fixed takes a number above 0; not "0"/],
    ["fixed:1e9", /fixed takes/],
    ["fixed:ms", /fixed takes a number above 0; not "ms"/],
    ["lognormal:median=5,sigma=0.5ms", /sigma of lognormal takes a number above 0; not "0.5ms"/],
    ["lognormal:median=5", /median and sigma, such as/],
    ["lognormal:median=5,sigma=0.5,mean=1", /median and sigma/],
    ["lognormal:median=x,sigma=1", /median of lognormal takes a number above 0; not "x"/],
    ["pareto:minimum=1,shape=-1", /shape of pareto/],
  ] as const) {
    it(`is refused in one line that says what is right: ${text}`, () => {
      assert.throws(
        () => parseLatency(text),
        (error) =>
          error instanceof LatencyError && message.test(error.message) && !error.message.includes("\n"),
      );
    });
  }
});

describe("samples of a latency", () => {
  it("are one number a line, or a JSON array", () => {
    const expected = { model: "samples", file: "f", milliseconds: [1, 2.5, 30] };
    assert.deepEqual(parseSamples("1\r\n 2.5\n\n3e1\n", "f"), expected);
    assert.deepEqual(parseSamples(" [1, 2.5,\n30]", "f"), expected);
    assert.equal(typicalMilliseconds(parseSamples("9\n1\n5", "f"), 1), 5);
    assert.equal(latencyInWords(parseSamples("9", "f")), "drawn from f, 1 sample");
  });

  for (const [text, message] of [
    ["", /f has no latency in it/],
    ["1\ntwo", /f:2 is no number of milliseconds above 0: "two"/],
    ["0", /f:1/],
    ["[1,", /begins as JSON but is none/],
    ["[1, null]", /entry 2/],
    ["1\n".repeat(100_001), /at most 100000/],
  ] as const) {
    it(`are refused with the place that is wrong: ${JSON.stringify(text.slice(0, 10))}`, () => {
      assert.throws(
        () => parseSamples(text, "f"),
        (error) => error instanceof LatencyError && message.test(error.message),
      );
    });
  }
});

describe("a latency out of a file", () => {
  it("has the file's samples", async () => {
    const latency = await readLatency({ model: "file", path: "f" }, () => Promise.resolve("1\n2\n"));
    assert.deepEqual(latency, { model: "samples", file: "f", milliseconds: [1, 2] });
  });

  it("is refused with the file's name where that cannot be read", async () => {
    await assert.rejects(
      readLatency({ model: "file", path: "f" }, () => Promise.reject(new Error("not there"))),
      /f cannot be read: not there/,
    );
  });
});

describe("the back end in words", () => {
  it("says what is out of the ordinary only", () => {
    assert.deepEqual(backEndInWords({}), []);
    assert.deepEqual(backEndInWords({ connections: 1, errorRate: 0.015 }), [
      "1 connection",
      "1.5 % of the I/O calls fail",
    ]);
  });
});
