import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { parseAs } from "../../bench-worker/document.ts";
import { benchmarkOptions, DEFAULT_SETTINGS, readSettings, SETTING_KEYS } from "./settings.ts";

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
      latencyMilliseconds: Number.NaN,
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
        "The setting asyncCost.latencyMilliseconds is null but must be a number; 1 is used.",
        'The setting asyncCost.clock is "atomic" but must be virtual or real; "virtual" is used.',
      ],
    );
  });
});

describe("the options of a benchmark", () => {
  it("follow the settings", () => {
    const options = benchmarkOptions({ ...DEFAULT_SETTINGS, budgetSeconds: 2, concurrency: [10] });
    assert.equal(options.budgetMilliseconds, 2000);
    assert.deepEqual(options.concurrency, [10]);
    assert.deepEqual(options.latency, { model: "fixed", milliseconds: 1 });
  });

  it("give way to what the panel chooses", () => {
    const options = benchmarkOptions(DEFAULT_SETTINGS, { clock: "real", latencyModel: "load-dependent" });
    assert.equal(options.clock, "real");
    assert.deepEqual(options.latency, { model: "load-dependent", millisecondsPerCallInFlight: 0.1 });
  });
});
