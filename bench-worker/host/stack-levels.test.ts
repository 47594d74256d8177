import assert from "node:assert/strict";
import type { StackRun } from "../protocol.ts";
import { debuggability, stackLevel } from "./stack-levels.ts";

type Site = StackRun["sites"][number];

/** Two call sites × two modes × both layers, exact unless changed. */
function sites(change: (site: Site) => Partial<Site> = () => ({}), flag: string | null = null): Site[] {
  return [12, 15].flatMap((line) =>
    (["error", "throw"] as const).flatMap((mode) =>
      (["bare", "wrapped"] as const).map((layer): Site => {
        const site: Site = {
          line,
          expression: "db.get",
          mode,
          flag,
          layer,
          reportedLine: line,
          crashed: false,
          swallowed: false,
          stack: `Error\n    at upload (a.js:${line}:3)`,
        };
        return { ...site, ...change(site) };
      }),
    ),
  );
}

const lostWhenWrapped = (site: Site): Partial<Site> =>
  site.layer === "wrapped" ? { reportedLine: null } : {};
const lostWhenDelivered = (site: Site): Partial<Site> =>
  site.mode === "error" ? { reportedLine: null } : {};

describe("the stack-trace level", () => {
  it("is 5 when every line is exact with and without a wrapped layer", () => {
    const { level, flag, why } = stackLevel(sites())!;
    assert.deepEqual({ level, flag }, { level: 5, flag: null });
    assert.match(why, /^4 of 4 injected errors name the line/);
  });

  it("is 4 when a wrapped layer loses the line", () => {
    const { level, why } = stackLevel(sites(lostWhenWrapped))!;
    assert.equal(level, 4);
    assert.match(why, /only 0 of 4 injected errors with the I\/O layer wrapped/);
  });

  it("is 3 when only a flag finds the lines, and names the flag and shows its stacks", () => {
    const withFlag = sites(
      (site) => ({ ...lostWhenWrapped(site), stack: "long" }),
      "Bluebird longStackTraces",
    );
    const { level, flag, why, sites: shown } = stackLevel([...sites(lostWhenDelivered), ...withFlag])!;
    assert.deepEqual({ level, flag }, { level: 3, flag: "Bluebird longStackTraces" });
    assert.match(why, /^Only 2 of 4 injected errors .* all of them with Bluebird longStackTraces\.$/);
    assert.deepEqual(new Set(shown.map((site) => site.stack)), new Set(["long"]));
  });

  it("is 1 when a flag helps only in part", () => {
    const { level, flag, why } = stackLevel([
      ...sites(lostWhenDelivered),
      ...sites(lostWhenDelivered, "Q.longStackSupport"),
    ])!;
    assert.deepEqual({ level, flag }, { level: 1, flag: null });
    assert.match(why, /Q\.longStackSupport does not change that/);
  });

  it("is 1 for a line that is one off, which is found but not exact", () => {
    const { level, sites: shown } = stackLevel(sites(({ line }) => ({ reportedLine: line + 1 })))!;
    assert.equal(level, 1);
    assert.ok(shown.every((site) => site.found && !site.exact));
  });

  it("does not need a flag that is not needed", () => {
    assert.equal(stackLevel([...sites(), ...sites(undefined, "Q.longStackSupport")])!.flag, null);
  });

  it("shows errors that an operation throws on its own, but does not count them", () => {
    const escaped = sites(() => ({ mode: "async-throw", crashed: true, reportedLine: null }));
    const { level, why, sites: shown } = stackLevel([...sites(), ...escaped])!;
    assert.equal(level, 5);
    assert.match(why, /escape and do not count/);
    assert.ok(shown.some((site) => site.mode === "async-throw" && site.crashed && !site.found));
  });

  it("counts an error that the function swallowed as missing, and says so", () => {
    const {
      level,
      why,
      sites: shown,
    } = stackLevel(sites((site) => (site.line === 15 ? { swallowed: true, reportedLine: null } : {})))!;
    assert.equal(level, 1);
    assert.match(why, /2 never reached the caller/);
    assert.equal(shown.filter((site) => site.swallowed).length, 2);
  });

  it("shows each site and mode once, from the bare layer", () => {
    const shown = stackLevel(sites())!.sites;
    assert.deepEqual(
      shown.map(({ line, mode }) => `${line} ${mode}`),
      ["12 error", "12 throw", "15 error", "15 throw"],
    );
  });

  it("is not there for a function without I/O calls", () => {
    assert.equal(stackLevel([]), null);
  });
});

describe("the debuggability score", () => {
  it("is the sum of both levels", () => {
    const sourceMaps = { level: 4, why: "TypeScript keeps its lines." };
    assert.equal(debuggability({ sites: sites(lostWhenWrapped), sourceMaps }).debuggability, 8);
  });

  it("is left out when one level is missing", () => {
    const sourceMaps = { level: 5, why: "Runs as written." };
    assert.deepEqual(debuggability({ sites: [], sourceMaps }), { sourceMaps });
  });
});
