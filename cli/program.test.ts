import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as v from "valibot";
import type { RawBenchOptions } from "./bench-options.ts";
import type { RawCompareOptions } from "./compare-options.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { runProgram } from "./program.ts";

/** Runs a command line and tells what was printed, and what reached the bench part. */
async function run(...words: string[]) {
  const terminal = fakeTerminal(import.meta.dirname);
  const benched: [string[], RawBenchOptions][] = [];
  const compared: [string[], RawCompareOptions][] = [];
  const asked: string[][] = [];
  const code = await runProgram(words, terminal, {
    version: "1.2.3",
    fakes: (words) => {
      asked.push(words);
      return Promise.resolve(0);
    },
    record: (words, options) => {
      asked.push(words, [JSON.stringify(options)]);
      return Promise.resolve(137);
    },
    recordings: (words) => {
      asked.push(words);
      return Promise.resolve(0);
    },
    runtimes: (words) => {
      asked.push(words);
      return Promise.resolve(0);
    },
    variants: (words) => {
      asked.push(words);
      return Promise.resolve(0);
    },
    merge: (words, options) => {
      asked.push(words, [JSON.stringify(options)]);
      return Promise.resolve(0);
    },
    compare: (words, options) => {
      compared.push([words, options]);
      return Promise.resolve(0);
    },
    bench: (targets, options) => {
      benched.push([targets, options]);
      return Promise.resolve(1);
    },
  });
  return { code, out: terminal.out(), error: terminal.error(), benched, compared, asked };
}

describe("the command line", () => {
  it("takes options anywhere, before the command too", async () => {
    for (const words of [
      ["bench", "--json", "a.js", "b.js", "--n", "5"],
      ["--json", "bench", "a.js", "--n", "5", "b.js"],
      ["--n", "5", "bench", "a.js", "b.js", "--json"],
      ["bench", "a.js", "--n=5", "--json", "b.js"],
    ]) {
      assert.deepEqual((await run(...words)).benched, [[["a.js", "b.js"], { json: true, n: "5" }]]);
    }
  });

  it("passes the exit code of the command on", async () => {
    assert.equal((await run("bench", "a.js")).code, 1);
  });

  it("takes revisions, paths and what fails to the comparison", async () => {
    const { compared } = await run(
      "compare",
      "src",
      "--base",
      "main",
      "--fail-on",
      "slower",
      "--threshold",
      "5%",
    );
    assert.deepEqual(compared, [[["src"], { base: "main", failOn: "slower", threshold: "5%" }]]);
  });

  it("takes what compare is judged by to what is merged", async () => {
    const { asked } = await run(
      "merge",
      "a.json",
      "--fail-on",
      "slower",
      "--threshold",
      "5%",
      "shards",
      "--json",
    );
    assert.deepEqual(asked[0], ["a.json", "shards"]);
    assert.deepEqual(JSON.parse(asked[1]![0]!), { failOn: "slower", threshold: "5%", json: true });
  });

  it("lists runtimes where nothing else is said, and takes names", async () => {
    assert.deepEqual((await run("runtimes", "--json")).asked, [["list"]]);
    assert.deepEqual((await run("runtimes", "install", "node@22", "--yes", "bun")).asked, [
      ["install", "node@22", "bun"],
    ]);
  });

  it("leaves what is behind -- to the command that is recorded, and takes its exit code", async () => {
    for (const words of [
      ["record", "--calls", "2", "--", "npm", "run", "bench", "--", "--help", "-x"],
      ["--calls", "2", "record", "--", "npm", "run", "bench", "--", "--help", "-x"],
    ]) {
      const { asked, code } = await run(...words);
      assert.deepEqual(asked, [["npm", "run", "bench", "--", "--help", "-x"], ['{"calls":"2"}']]);
      assert.equal(code, 137);
    }
    assert.deepEqual((await run("recordings", "show", "a.js")).asked, [["show", "a.js"]]);
  });

  it("passes the names of variants on", async () => {
    assert.deepEqual((await run("variants", "install", "rxjs", "--yes", "kew")).asked, [
      ["install", "rxjs", "kew"],
    ]);
  });

  it("takes --runtime more than once", async () => {
    const { benched } = await run("bench", "a.js", "--runtime", "node", "--runtime", "bun");
    assert.deepEqual(benched[0]?.[1].runtime, ["node", "bun"]);
  });

  for (const words of [
    ["--help"],
    ["tokens", "--help"],
    ["bench", "--help"],
    ["compare", "-h"],
    ["merge", "--help"],
    ["fakes", "--help"],
    ["record", "--help"],
    ["recordings", "--help"],
    ["runtimes", "--help"],
    ["variants", "--help"],
  ]) {
    it(`answers ${words.join(" ")} with examples`, async () => {
      const { code, out, error } = await run(...words);
      assert.equal(code, 0);
      assert.match(out, /^Usage: async-cost/);
      assert.match(out, /Examples:\n +async-cost/);
      assert.equal(error, "");
    });
  }

  it("sends nobody to a page that is not installed with it", async () => {
    const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
    const { files } = v.parse(v.object({ files: v.array(v.string()) }), JSON.parse(text));
    const { out } = await run("fakes", "--help");
    const pages = [...out.matchAll(/[\w/-]+\.md\b/g)].map(([page]) => page);
    assert.ok(pages.includes("docs/fixtures.md"));
    for (const page of pages) assert.ok(files.includes(page), page);
  });

  it("tells its version", async () => {
    assert.deepEqual(await run("--version"), {
      code: 0,
      out: "1.2.3\n",
      error: "",
      benched: [],
      compared: [],
      asked: [],
    });
  });

  it("knows no command that does not work yet", async () => {
    const { out } = await run("--help");
    assert.doesNotMatch(out, /gallery list/);
    assert.equal((await run("gallery", "list")).code, 2);
  });

  for (const [words, message] of [
    [[], /no command; write async-cost tokens FILE/],
    [
      ["frobnicate", "a.js"],
      /there is no command frobnicate; write .*, record -- COMMAND, or async-cost --help/,
    ],
    [["recrod", "--", "npm", "test"], /there is no command recrod; did you mean async-cost record\?/],
    [
      ["tokens"],
      /tokens wants the files to read, such as src\/a\.js or "src\/\*\*\/\*\.ts"; - reads standard input/,
    ],
    [
      ["tokens", "a.js", "--jsn"],
      /unknown option '--jsn' \(Did you mean --json\?\); see async-cost tokens --help/,
    ],
    [["bench", "a.js", "--n"], /'--n <list>' argument missing; see async-cost bench --help/],
    [["tokens", "-", "--language", "py"], /Allowed choices are js, jsx, ts, tsx; see/],
    [["--frob"], /unknown option '--frob'; see async-cost --help/],
  ] as const) {
    it(`refuses ${JSON.stringify(words.join(" "))} in one line and with exit code 2`, async () => {
      const { code, out, error } = await run(...words);
      assert.equal(code, 2);
      assert.equal(out, "");
      assert.match(error, message);
      assert.match(error, /^async-cost: [^\n]*\n$/);
    });
  }
});
