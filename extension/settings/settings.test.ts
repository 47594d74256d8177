import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { DEFAULT_OPTIONS } from "../../bench-worker/default-options.ts";
import type { BenchmarkOptions } from "../../bench-worker/benchmark-options.ts";
import { parseAs } from "../../bench-worker/parse-as.ts";
import {
  DEFAULT_SETTINGS,
  optionsAgain,
  readSettings,
  SETTING_KEYS,
  wantedOptions,
  type OptionsOverride,
} from "./settings.ts";

const manifestSchema = v.object({
  contributes: v.object({
    configuration: v.object({
      properties: v.record(v.string(), v.object({ default: v.unknown(), markdownDescription: v.string() })),
    }),
  }),
});

function read(given: Record<string, unknown>) {
  return readSettings((key) => given[key]);
}

describe("the settings", () => {
  it("have the defaults that the manifest shows, and are not too many", () => {
    const manifest: unknown = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    const { properties } = parseAs(manifestSchema, manifest, "manifest").contributes.configuration;
    const defaults = Object.fromEntries(
      Object.entries(properties).map(([name, { default: value }]) => [name.replace("asyncCost.", ""), value]),
    );
    assert.deepEqual(defaults, DEFAULT_SETTINGS);
    assert.ok(SETTING_KEYS.length <= 15);
  });

  it("are the defaults where nothing is set", () => {
    assert.deepEqual(read({}), { settings: DEFAULT_SETTINGS, problems: [] });
  });

  it("are what the user says", () => {
    const { settings, problems } = read({ budgetSeconds: 30, clock: "real", hints: "line-end" });
    assert.deepEqual(problems, []);
    assert.deepEqual(settings, {
      ...DEFAULT_SETTINGS,
      budgetSeconds: 30,
      clock: "real",
      hints: "line-end",
    });
  });

  it("that are wrong are named, with what is right, and the others hold", () => {
    const { settings, problems } = read({
      budgetSeconds: 0,
      concurrency: [100, 1.5],
      latency: "fixed:0",
      connections: 1.5,
      errorRate: 2,
      clock: "atomic",
      hints: false,
      nodePath: "/usr/bin/node",
    });
    assert.deepEqual(settings, { ...DEFAULT_SETTINGS, nodePath: "/usr/bin/node" });
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        'The setting asyncCost.hints is false but must be lens, line-end, both or none; "lens" is used.',
        "The setting asyncCost.budgetSeconds is 0 but must be from 1 to 600; 5 is used.",
        "The setting asyncCost.concurrency is [100,1.5] but must be whole numbers from 1 to 1000000; " +
          "[100,500,1000,1500,2000] is used.",
        'The setting asyncCost.latency is "fixed:0" but fixed takes a number above 0; "fixed:1" is used.',
        "The setting asyncCost.connections is 1.5 but must be a whole number, 0 for any number of them; 0 is used.",
        "The setting asyncCost.errorRate is 2 but must be from 0 to 1; 0 is used.",
        'The setting asyncCost.clock is "atomic" but must be virtual or real; "virtual" is used.',
      ],
    );
  });
});

describe("the options of a benchmark", () => {
  it("follow the settings", () => {
    const options = wantedOptions({
      ...DEFAULT_SETTINGS,
      budgetSeconds: 2,
      concurrency: [10],
      latency: "pareto:minimum=1,shape=1.5",
      connections: 10,
      errorRate: 0.01,
    });
    assert.equal(options.budgetMilliseconds, 2000);
    assert.deepEqual(options.concurrency, [10]);
    assert.deepEqual(options.latency, { model: "pareto", minimumMilliseconds: 1, shape: 1.5 });
    assert.deepEqual([options.connections, options.errorRate], [10, 0.01]);
  });

  it("are those of a document where nothing is set", () => {
    assert.deepEqual(wantedOptions(DEFAULT_SETTINGS), DEFAULT_OPTIONS);
  });
});

describe("the options of a benchmark that is run again", () => {
  const measured: BenchmarkOptions = {
    ...DEFAULT_OPTIONS,
    latency: { model: "lognormal", medianMilliseconds: 5, sigma: 0.5 },
    connections: 4,
    clock: "real",
    seed: 9,
  };

  it("are as they were", () => {
    assert.deepEqual(optionsAgain(measured, DEFAULT_SETTINGS, DEFAULT_SETTINGS, {}), measured);
  });

  it("follow the settings that were changed since, and no others", () => {
    const then = { ...DEFAULT_SETTINGS, connections: 4 };
    const now = { ...DEFAULT_SETTINGS, budgetSeconds: 1 };
    const { connections, ...rest } = measured;
    assert.equal(connections, 4);
    assert.deepEqual(optionsAgain(measured, then, now, {}), { ...rest, budgetMilliseconds: 1000 });
  });

  it("give way to what the panel chooses", () => {
    const again = (latency: string, override: OptionsOverride) =>
      optionsAgain(measured, DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, latency }, override);
    assert.equal(again("fixed:1", { clock: "virtual" }).clock, "virtual");
    assert.deepEqual(again("fixed:1", { latencyModel: "load-dependent" }).latency, {
      model: "load-dependent",
      millisecondsPerCallInFlight: 0.1,
    });
    assert.deepEqual(again("fixed:3", { latencyModel: "fixed" }).latency, {
      model: "fixed",
      milliseconds: 3,
    });
  });
});

describe("a latency in the settings", () => {
  it("is refused with what is right", () => {
    const [problem] = read({ latency: "often" }).problems;
    assert.match(
      problem!.message,
      /is "often" but must be fixed:1, load:0\.1, .* file:PATH or recorded; "fixed:1" is used/,
    );
  });
});
