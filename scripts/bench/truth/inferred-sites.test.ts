import assert from "node:assert/strict";
import type { PlacedCall } from "../corpus/placed.ts";
import { inferredSites } from "./inferred-sites.ts";

/** `4 read` of the function's own file, `b.js:4 read` of another; made by a package with a `P` before it. */
const call = (text: string, depth: number): PlacedCall => {
  const [, packages, file = "own.js", line, expression = ""] = /^(P )?(?:(.+):)?(\d+) (.+)$/.exec(text)!;
  const place = { file, line: Number(line) };
  const way = `${file}:${line}`;
  return {
    ...{ line: null, expression, depth, place, way, within: expression },
    ...{ isOfPackage: packages !== undefined, isHandedIn: false },
  };
};

const sitesOf = (calls: readonly [string, number][], waitedFor = Infinity) => {
  const made = calls.map(([text, depth]) => call(text, depth));
  const { sites, inSequence, loops } = inferredSites(made, "own.js", waitedFor);
  const told = ({ file, line, expression }: (typeof sites)[number]) => `${file ?? ""}:${line} ${expression}`;
  return [sites.map(told), inSequence, loops.map(told)];
};

describe("The call sites of an inferred call", () => {
  it("have one call for all that a package does for it", () => {
    const moved: [string, number][] = [
      ["3 write", 0],
      ["P 4 mkdir", 1],
      ["P 4 rename", 2],
      ["b.js:5 stat", 3],
    ];
    assert.deepEqual(sitesOf(moved), [[":3 write", ":4 mkdir", "b.js:5 stat"], 3, []]);
  });

  it("tell the calls of the project's text that led to them", () => {
    const { sites } = inferredSites([{ ...call("b.js:5 stat", 0), way: "b.js:5 own.js:28" }], "own.js", 1);
    assert.deepEqual(sites[0]!.via, ["b.js:5", ":28"]);
  });

  it("have another one where the project has done something in between, which shows a loop", () => {
    const twice: [string, number][] = [
      ["P 4 mkdir", 0],
      ["P 4 rename", 1],
      ["5 stat", 2],
      ["P 4 mkdir", 3],
      ["P 4 rename", 4],
    ];
    assert.deepEqual(sitesOf(twice), [[":4 mkdir", ":5 stat", ":4 mkdir"], 3, [":4 mkdir"]]);
  });

  it("have two calls of a package that begin beside each other in the same way", () => {
    const both: [string, number][] = [
      ["P 4 stat", 0],
      ["P 4 lstat", 0],
      ["P 4 stat", 0],
      ["P 4 lstat", 0],
      ["P 4 read", 1],
    ];
    assert.deepEqual(sitesOf(both), [[":4 stat", ":4 stat"], 1, [":4 stat"]]);
  });

  it("are in sequence where one was done before the other began, as far as the call waited", () => {
    const beside: [string, number][] = [
      ["P 4 mkdir", 0],
      ["5 stat", 0],
      ["P 4 rename", 1],
      ["6 read", 1],
      ["7 log", 2],
    ];
    assert.deepEqual(sitesOf(beside)[1], 3);
    assert.deepEqual(sitesOf(beside, 2)[1], 2);
    assert.deepEqual(sitesOf(beside, 0)[1], 0);
  });
});
