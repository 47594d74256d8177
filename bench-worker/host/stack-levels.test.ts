import assert from "node:assert/strict";
import type { IoLayer } from "../stack-traces.ts";
import type { StackRun } from "../protocol.ts";
import { debuggability, stackLevel } from "./stack-levels.ts";

type Site = StackRun["sites"][number];
type Change = (site: Site) => Partial<Site>;

/** Two call sites × two modes × with and without a helper × two I/O layers, exact unless changed. */
function sites(change: Change = () => ({}), flag: string | null = null): Site[] {
  const layers: IoLayer[] = ["calls-back", "async"];
  return layers.flatMap((layer) =>
    [12, 15].flatMap((line) =>
      (["error", "throw"] as const).flatMap((mode) =>
        (["none", "hands-on"] as const).map((helper): Site => {
          const site: Site = {
            line,
            expression: "db.get",
            mode,
            flag,
            layer,
            helper,
            reportedLine: line,
            crash: null,
            swallowed: false,
            stack: `Error\n    at upload (a.js:${line}:3)`,
          };
          return { ...site, ...change(site) };
        }),
      ),
    ),
  );
}

const run = (all: Site[], more: Partial<StackRun> = {}): StackRun => ({
  ownLayer: "calls-back",
  sites: all,
  options: [],
  nativeOptions: [],
  sourceMaps: { level: 4, why: "TypeScript keeps its lines." },
  ...more,
});

const levelOf = (all: Site[], more: Partial<StackRun> = {}) => stackLevel(run(all, more))!;

const lostBehindHelper: Change = (site) => (site.helper === "none" ? {} : { reportedLine: null });
const lostWhenDelivered: Change = (site) => (site.mode === "error" ? { reportedLine: null } : {});
const lostWhenCalledBack: Change = (site) =>
  site.mode === "error" && site.layer === "calls-back" ? { reportedLine: null } : {};

describe("the stack-trace level", () => {
  it("is 5 when every line is exact with and without a helper", () => {
    const { level, flag, why } = levelOf(sites());
    assert.deepEqual({ level, flag }, { level: 5, flag: null });
    assert.match(
      why,
      /^5 of 5 whether the I\/O layer calls back or is async itself: Each of 4 injected errors names/,
    );
  });

  it("says which I/O layer was tried where it is only one, and nothing of the other", () => {
    const { level, why } = levelOf(sites().filter(({ layer }) => layer === "calls-back"));
    assert.equal(level, 5);
    assert.match(why, /^5 of 5 where the I\/O layer calls back: Each of 4 injected errors names/);
    assert.doesNotMatch(why, /async itself/);
  });

  it("is 4 when a helper loses the line", () => {
    const { level, why } = levelOf(sites(lostBehindHelper));
    assert.equal(level, 4);
    assert.match(why, /but none of 4 behind a helper that is not yours/);
  });

  it("is 3 when only an option finds the lines, and names the option and shows its stacks", () => {
    const withFlag = sites(
      (site) => ({ ...lostBehindHelper(site), stack: "long" }),
      "Bluebird longStackTraces",
    );
    const { level, flag, why, sites: shown } = levelOf([...sites(lostWhenDelivered), ...withFlag]);
    assert.deepEqual({ level, flag }, { level: 3, flag: "Bluebird longStackTraces" });
    assert.match(
      why,
      /2 of 4 injected errors name the I\/O call's line \(2 of 2 thrown at the call, 0 of 2 delivered later\); all do with Bluebird longStackTraces/,
    );
    assert.deepEqual(new Set(shown.map((site) => site.stack)), new Set(["long"]));
  });

  it("is 1 when an option helps only in part, and says how many lines are found", () => {
    const { level, flag, why } = levelOf([
      ...sites(lostWhenDelivered),
      ...sites(lostWhenDelivered, "Q.longStackSupport"),
    ]);
    assert.deepEqual({ level, flag }, { level: 1, flag: null });
    assert.match(why, /2 of 4 injected errors name .*; 2 do with Q\.longStackSupport\./);
  });

  it("says where an option leads to another line", () => {
    const beside = sites(({ line, mode }) => (mode === "error" ? { reportedLine: line + 1 } : {}), "Q");
    assert.match(
      levelOf([...sites(lostWhenDelivered), ...beside]).why,
      /; 2 do and 2 name another line with Q\./,
    );
  });

  it("is 1 for a line that is one off, which is found but not exact, and tells the distance", () => {
    const { level, sites: shown } = levelOf(sites(({ line }) => ({ reportedLine: line - 1 })));
    assert.equal(level, 1);
    assert.ok(shown.every((site) => site.found && !site.exact && site.distance === 1));
  });

  it("does not need an option that is not needed", () => {
    assert.equal(levelOf([...sites(), ...sites(undefined, "Q.longStackSupport")]).flag, null);
  });

  it("takes the first option that helps where there are several", () => {
    const all = [
      ...sites(lostWhenDelivered),
      ...sites(lostWhenDelivered, "Q.longStackSupport"),
      ...sites(undefined, "longjohn"),
    ];
    assert.equal(levelOf(all).flag, "longjohn");
  });

  it("tells both I/O layers and says why the level is that of one of them", () => {
    const all = sites(lostWhenCalledBack);
    const known = levelOf(all, { ownLayer: "async" });
    assert.deepEqual([known.level, known.layer], [5, "async"]);
    assert.match(known.why, /^1 of 5 where the I\/O layer calls back: .*; 5 of 5 where it is async itself: /);
    assert.match(
      known.why,
      /The level is the latter, since all its I\/O calls are known to be async functions/,
    );
    const unknown = levelOf(all);
    assert.deepEqual([unknown.level, unknown.layer], [1, "calls-back"]);
    assert.match(
      unknown.why,
      /It is one of the two, since nothing tells .*; where one number is needed, the former is taken/,
    );
    assert.deepEqual(
      unknown.layers?.map(({ layer, level, named, injected }) => [layer, level, named, injected]),
      [
        ["calls-back", 1, 2, 4],
        ["async", 5, 4, 4],
      ],
    );
  });

  it("says what an I/O layer that makes its errors at the call would change", () => {
    const atTheCall = sites().map((site): Site => ({ ...site, layer: "keeps-stack" }));
    const { why, sites: shown } = levelOf([...sites(lostWhenCalledBack), ...atTheCall]);
    assert.match(why, /makes its errors at the call would raise it to 5\./);
    assert.ok(shown.every(({ layer }) => layer !== "keeps-stack"));
  });

  it("names a native module that might help and was not loaded", () => {
    const { why } = levelOf(sites(lostWhenDelivered), { nativeOptions: ["galaxy-stack"] });
    assert.match(why, /Whether galaxy-stack helps was not tried: it is native/);
  });

  it("tells what an option costs", () => {
    const { options } = levelOf(sites(), {
      options: [{ flag: "Q.longStackSupport", timeRatios: [2, 3, 4], bytesInFlightPerCall: 900 }],
    });
    assert.deepEqual(options, [
      { flag: "Q.longStackSupport", bytesInFlightPerCall: 900, timeRatio: { median: 3, low: 2, high: 4 } },
    ]);
  });

  it("shows errors that escape from inside an operation, named, but does not count them", () => {
    const escaped = sites(() => ({ mode: "async-throw", crash: "unhandledRejection", reportedLine: null }));
    const { level, why, sites: shown } = levelOf([...sites(), ...escaped]);
    assert.equal(level, 5);
    assert.match(why, /escape, and do not count/);
    assert.ok(
      shown.some(({ mode, crash, found }) => mode === "async-throw" && crash !== undefined && !found),
    );
  });

  it("counts an error that the function swallowed as missing, and says so", () => {
    const swallowing: Change = ({ line }) => (line === 15 ? { swallowed: true, reportedLine: null } : {});
    const { level, why, sites: shown } = levelOf(sites(swallowing));
    assert.equal(level, 1);
    assert.match(why, /2 never reached the caller/);
    assert.equal(shown.filter((site) => site.swallowed).length, 4);
    assert.doesNotMatch(why, /unhandled/);
  });

  it("says of errors for which nobody waited that they end the process", () => {
    const unwaited: Change = ({ line, mode }) =>
      line === 15 && mode !== "async-throw"
        ? { swallowed: true, reportedLine: null, crash: "unhandledRejection" }
        : {};
    assert.match(
      levelOf(sites(unwaited)).why,
      /2 never reached the caller, all of them unhandled rejections, which end a Node process/,
    );
  });

  it("shows each site, mode and layer once, without a helper", () => {
    assert.deepEqual(
      levelOf(sites()).sites.map(({ line, mode, layer }) => `${line} ${mode} ${layer}`),
      ["calls-back", "async"].flatMap((layer) =>
        ["12 error", "12 throw", "15 error", "15 throw"].map((place) => `${place} ${layer}`),
      ),
    );
  });

  it("is not there for a function without I/O calls", () => {
    assert.equal(stackLevel(run([])), null);
  });
});

describe("the debuggability score", () => {
  it("is the sum of both levels", () => {
    assert.equal(debuggability(run(sites(lostBehindHelper))).debuggability, 8);
  });

  it("is left out when one level is missing", () => {
    const nothing = run([]);
    assert.deepEqual(debuggability(nothing), { sourceMaps: nothing.sourceMaps });
  });
});
