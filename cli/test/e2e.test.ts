import { Ajv } from "ajv";
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { COMPILE } from "../../bench-worker/compile-flag.ts";
import { parseBenchmarkDocument } from "../../bench-worker/document.ts";

const root = path.join(import.meta.dirname, "..", "..");

interface Ran {
  code: number | null;
  out: string;
  error: string;
}

function run(
  file: string,
  parameters: readonly string[],
  folder: string,
  stdin = "",
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      parameters,
      { cwd: folder, maxBuffer: 1e8, env: { ...process.env, NO_COLOR: "", ...environment } },
      (_error, out, error) => resolve({ code: child.exitCode, out, error }),
    );
    // A command that reads nothing may be gone before this is written (EPIPE): its exit code tells.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(stdin);
  });
}

const npm = (parameters: readonly string[], folder: string): Promise<Ran> =>
  process.platform === "win32"
    ? run("cmd", ["/c", "npm", ...parameters], folder)
    : run("npm", parameters, folder);

/** What engines of 2013 read, too. */
const OLD_SOURCE = `"use strict";
function wait(done) {
  setTimeout(function (error) {
    if (error) return done(error);
    setTimeout(done, 1);
  }, 5);
}
module.exports = wait;
`;

/** The command as a user has it: packed, installed into a folder of its own, with nothing of this repository. */
describe("the installed command", function () {
  this.timeout(180_000);
  let folder: string;
  let installed: string;

  before(async () => {
    if (
      ![
        ...["cli.cjs", "worker.cjs", "worker-code.cjs", "worker-any-engine.cjs", "schemas"],
        ...["recorder.cjs", "recorder-loader.cjs", "recorder-instrument.cjs"],
      ].every((part) => existsSync(path.join(root, "dist", part)))
    ) {
      const built = await npm(
        [
          ...["run", "build:dev", "--"],
          ...[
            ...["cli", "worker", "worker-code", "worker-any-engine"],
            ...["recorder", "recorder-loader", "recorder-instrument"],
          ].flatMap((name) => ["--config-name", name]),
        ],
        root,
      );
      assert.equal(built.code, 0, built.out + built.error);
    }
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-e2e-"));
    const packed = await npm(["pack", "--json", "--pack-destination", folder], root);
    assert.equal(packed.code, 0, packed.error);
    const [{ filename }] = JSON.parse(packed.out) as [{ filename: string }];
    await writeFile(path.join(folder, "package.json"), `{ "name": "a-user", "private": true }\n`);
    const install = await npm(["install", "--no-audit", "--no-fund", path.join(folder, filename)], folder);
    assert.equal(install.code, 0, install.error);
    installed = path.join(folder, "node_modules", "async-cost");
    await mkdir(path.join(folder, "src"));
    await writeFile(path.join(folder, "src", "a.js"), SOURCE);
    await writeFile(
      path.join(folder, "src", "bad.ts"),
      "export async function bad(x: number) {\n  const = await x;\n}\n",
    );
    await writeFile(path.join(folder, "src", "torn.ts"), "export async function torn(x: {\n  await x(;\n}\n");
    await writeFile(path.join(folder, "src", "binary.js"), Buffer.from([1, 0, 2]));
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  // A cache of its own: what whoever runs this has installed decides nothing.
  const asyncCost = (...parameters: string[]): Promise<Ran> =>
    run(path.join(folder, "node_modules", ".bin", "async-cost"), parameters, folder, "", {
      ASYNC_COST_CACHE: path.join(folder, "cache"),
    });
  const schema = async (name: string): Promise<object> =>
    JSON.parse(await readFile(path.join(installed, "dist", "schemas", name), "utf8")) as object;

  it("counts tokens, following the schema that it ships", async () => {
    const { code, out, error } = await asyncCost("tokens", "src/*.js", "--json");
    assert.equal(code, 1, "binary.js cannot be read");
    assert.equal(error, "");
    const document: unknown = JSON.parse(out);
    const validate = new Ajv().compile(await schema("tokens.schema.json"));
    assert.ok(validate(document), JSON.stringify(validate.errors));
    const [a] = document as [{ file: string; functions: { name: string }[] }];
    assert.equal(a.file, "src/a.js");
    assert.deepEqual(
      a.functions.map(({ name }) => name),
      ["readTwice", "forever"],
    );
  });

  it("reads standard input", async () => {
    const command = path.join(installed, "dist", "cli.cjs");
    const { code, out } = await run(
      process.execPath,
      [command, "tokens", "-", "--language", "ts", "--json"],
      folder,
      "const f = async (x: number) => x;",
    );
    assert.equal(code, 0);
    assert.match(out, /"name": "f"/);
  });

  it("measures, following the schema that it ships, and writes the document where it is told", async () => {
    const { code, out, error } = await asyncCost(
      ...["--json", "bench", "src/a.js#readTwice", "--n", "5,50", "--budget", "2s", "--out", "run.json"],
    );
    assert.equal(code, 0, out + error);
    assert.equal(error, "");
    const document: unknown = JSON.parse(out);
    const validate = new Ajv().compile(await schema("benchmark.schema.json"));
    assert.ok(validate(document), JSON.stringify(validate.errors));
    assert.deepEqual(JSON.parse(await readFile(path.join(folder, "run.json"), "utf8")), document);
    const [result] = parseBenchmarkDocument(document).results;
    assert.equal(result?.target.file, "src/a.js");
    assert.equal(result.state, "completed");
    assert.ok(result.time!.nanosecondsPerCall.median > 0);
    assert.deepEqual(
      result.time!.series.map(({ n }) => n),
      [5, 50],
    );
    assert.ok(result.memory!.bytesInFlightPerCall!.median > 0);
    assert.equal(result.counters?.ioCalls, 2);
    assert.ok(result.stackTraces!.sites.length > 0);
  });

  it("calls back as it is called back, whatever minifying has called what it waits by", async () => {
    await writeFile(
      path.join(folder, "src", "save.js"),
      "module.exports = function save(db, done) {\n  db.put(1, done);\n};\n",
    );
    const { code, out, error } = await asyncCost(
      ...["--json", "bench", "src/save.js", "--only", "memory", "--n", "5", "--budget", "1s"],
    );
    assert.equal(code, 0, out + error);
    const [result] = parseBenchmarkDocument(JSON.parse(out)).results;
    assert.ok(result!.memory!.bytesInFlightPerCall!.median > 0);
  });

  it("records what an ES module does, whichever way this Node has its loading changed", async () => {
    const project = path.join(folder, "recorded");
    await mkdir(project);
    await writeFile(path.join(project, "package.json"), '{ "type": "module" }');
    await writeFile(
      path.join(project, "main.js"),
      'import { size } from "./size.js";\nawait size("size.js");\n',
    );
    await writeFile(
      path.join(project, "size.js"),
      'import { readFile } from "node:fs/promises";\nexport async function size(name) {\n  return (await readFile(name)).length;\n}\n',
    );
    const command = path.join(installed, "dist", "cli.cjs");
    const words = [command, "record", "--", process.execPath, "main.js"];
    const { code, error } = await run(process.execPath, words, project, "", {
      ASYNC_COST_CACHE: path.join(folder, "cache"),
    });
    assert.equal(code, 0, error);
    assert.match(
      error,
      /recorded 1 function, 1 call on 1 path, 1 kept whole.*; next: async-cost bench size\.js#size$/m,
    );
  });

  it("shares a run out, and puts the documents together", async () => {
    const shard = (number: number): Promise<Ran> =>
      asyncCost(
        ...["bench", "src/a.js", "--shard", `${number}/3`, "--only", "stack", "--budget", "500ms"],
        ...["--store", "shards", "--out", `shard-${number}.json`],
      );
    for (const number of [1, 3]) {
      const { error } = await shard(number);
      assert.equal(error, "");
    }
    const { code, out, error } = await asyncCost("merge", "--json", "shards", "shard-1.json", "shard-3.json");
    assert.deepEqual([code, error], [1, "async-cost: shard 2 of 3 is missing\n"]);
    const document: unknown = JSON.parse(out);
    const validate = new Ajv().compile(await schema("benchmark.schema.json"));
    assert.ok(validate(document), JSON.stringify(validate.errors));
    assert.deepEqual(
      parseBenchmarkDocument(document).results.map(({ target }) => target.name),
      ["readTwice"],
    );
  });

  it("prints a table for a person", async () => {
    const { code, out } = await asyncCost("bench", "src/a.js#readTwice", "--only", "stack", "--budget", "1s");
    assert.equal(code, 0);
    assert.match(out, /src\/a\.js:\d+ readTwice +async\/await +\d+ +– .* [1-5](–[1-5])?\/5/);
  });

  it("compares what changed since a commit, renamed and edited, each version with its own imports", async () => {
    const repository = path.join(folder, "repository");
    const git = (...words: string[]): Promise<Ran> =>
      run("git", ["-c", "user.name=a", "-c", "user.email=a@example.invalid", ...words], repository);
    const compare = (...parameters: string[]): Promise<Ran> =>
      run(
        process.execPath,
        [path.join(installed, "dist", "cli.cjs"), "compare", "--base", "HEAD", ...parameters],
        repository,
      );
    await mkdir(repository);
    await git("init", "-q");
    await writeFile(path.join(repository, "times.js"), "exports.times = 1;\n");
    await writeFile(path.join(repository, "old.js"), REPEATS);
    await git("add", "--all");
    await git("commit", "-q", "-m", "a commit");
    const same = await compare();
    assert.deepEqual([same.code, same.error], [0, ""]);
    assert.match(same.out, /^No asynchronous function has changed since HEAD/);

    await git("mv", "old.js", "new.js");
    await writeFile(path.join(repository, "times.js"), "exports.times = 3;\n");
    await writeFile(path.join(repository, "new.js"), `${REPEATS.replace("<", "<=")}// end\n`);
    const { code, out, error } = await compare("--json", "--only", "memory", "--budget", "2s");
    assert.equal(code, 0, out + error);
    const document: unknown = JSON.parse(out);
    const validate = new Ajv().compile(await schema("comparison.schema.json"));
    assert.ok(validate(document), JSON.stringify(validate.errors));
    const { pairs, results } = parseBenchmarkDocument(document);
    assert.deepEqual(
      pairs?.map(({ base, head }) => [base.file, base.revision, head.file]),
      [["old.js", "HEAD", "new.js"]],
    );
    assert.deepEqual(
      results.map(({ counters }) => counters?.ioCalls),
      [1, 4],
    );
    assert.ok(!out.includes("async-cost-base-"), "nothing leads to what is gone");
    const wrong = await compare("no-such.js");
    assert.equal(wrong.code, 2);
    assert.match(wrong.error, /^async-cost: no-such\.js is neither in the working tree nor in HEAD; .*\n$/);
  });

  it("installs a runtime into the cache folder when asked to, and measures on both", async () => {
    // The oldest is the smallest to fetch, and the hardest to run on; not every platform has one.
    const name = `${process.platform}-${process.arch}` === "linux-x64" ? "node@0.10" : "node@22";
    const runtimes = await asyncCost("runtimes", "install", name, "--yes", "--json");
    assert.equal(runtimes.code, 0, runtimes.error);
    const validateList = new Ajv().compile(await schema("runtimes.schema.json"));
    assert.ok(validateList(JSON.parse(runtimes.out)), JSON.stringify(validateList.errors));

    await writeFile(path.join(folder, "src", "old.js"), OLD_SOURCE);
    const { code, out, error } = await asyncCost(
      ...["bench", "src/old.js", "--runtime", "node", "--runtime", name],
      ...["--budget", "1s", "--n", "5", "--json"],
    );
    assert.equal(code, 0, out + error);
    const { results } = parseBenchmarkDocument(JSON.parse(out));
    assert.ok(results.every(({ time }) => time!.nanosecondsPerCall.median > 0));
    assert.ok(results.every(({ memory }) => memory!.bytesInFlightPerCall!.median > 0));
    assert.deepEqual(
      results.map(({ counters }) => [counters?.ioCalls, counters?.turns]),
      results.map(() => [0, 2]),
    );
    const engines = results.map(({ environment }) => environment && `node@${environment.version}`);
    assert.equal(engines.length, process.versions.node.startsWith("22.") && name === "node@22" ? 1 : 2);
    assert.ok(engines.length === 1 || engines[1]?.startsWith(name), engines.join(" "));
  });

  it("says what is wrong with a file that does not compile, and exits with 1", async () => {
    const { code, out } = await asyncCost("bench", "src/bad.ts", "--json", "--budget", "1s");
    assert.equal(code, 1);
    const [result] = parseBenchmarkDocument(JSON.parse(out)).results;
    assert.ok(result?.state === "failed" || result?.state === "unsupported");
    assert.ok(result.reason);
    assert.ok(result.hint);
  });

  for (const [parameters, message] of [
    [["bench", "src/none.js"], /^async-cost: src\/none\.js does not exist\n$/],
    [["bench", "src"], /^async-cost: src is a folder; .*\n$/],
    [["bench", "src/binary.js"], /^async-cost: src\/binary\.js is not text\n$/],
    [
      ["bench", "src/torn.ts"],
      /^async-cost: src\/torn\.ts has no asynchronous function that can be read \(line \d+: .*\n$/,
    ],
    [["bench", "src/a.js#redTwice"], /did you mean readTwice\?.*\n$/],
    [["bench", "src/a.js", "--n", "x"], /^async-cost: --n takes .*\n$/],
    [
      ["bench", "src/a.js", "--runtime", "deno"],
      /^async-cost: --runtime deno is not installed; get it with async-cost runtimes install deno\n$/,
    ],
    [["tokens", "src/a.js", "--nothing"], /^async-cost: unknown option '--nothing'.*\n$/],
  ] as const) {
    it(`refuses ${parameters.join(" ")}`, async () => {
      const { code, out, error } = await asyncCost(...parameters);
      assert.equal(code, 2);
      assert.equal(out, "");
      assert.match(error, message);
    });
  }

  it("ends quietly when nobody reads on", async function () {
    if (process.platform === "win32") this.skip();
    const { code, error } = await run(
      "sh",
      [
        "-c",
        `for i in 1 2 3 4 5; do echo "async function f$i() {}"; done > many.js;
        ./node_modules/.bin/async-cost tokens many.js src/a.js | head -n 1`,
      ],
      folder,
    );
    assert.equal(code, 0);
    assert.equal(error, "");
  });

  it("ends at the first interrupt while it waits for standard input", async function () {
    if (process.platform === "win32") this.skip();
    const command = path.join(installed, "dist", "cli.cjs");
    const child = spawn(process.execPath, [command, "tokens", "-", "--language", "js"], {
      stdio: ["pipe", "ignore", "inherit"],
    });
    const ended = new Promise<string | null>((resolve) => child.once("close", (_code, by) => resolve(by)));
    await sleep(1000);
    child.kill("SIGINT");
    const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
    assert.equal(await ended, "SIGINT");
    clearTimeout(timer);
  });

  it("answers an interrupt with what was measured, and leaves no process", async function () {
    if (process.platform === "win32") this.skip();
    const command = path.join(installed, "dist", "cli.cjs");
    const child = spawn(
      process.execPath,
      [command, "bench", "src/a.js#forever", "--json", "--only", "time"],
      {
        cwd: folder,
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const worker = path.join(installed, "dist", "worker.cjs");
    // The process that compiles the worker for later runs may outlive the command: it runs nobody's code and ends by itself.
    const hasWorker = async (): Promise<boolean> =>
      (await run("ps", ["-eo", "args"], folder)).out
        .split("\n")
        .some((line) => line.includes(worker) && !line.trimEnd().endsWith(COMPILE));
    while (child.exitCode === null && !(await hasWorker())) await sleep(100);
    child.kill("SIGINT");
    assert.equal(await ended, 1);
    assert.equal(parseBenchmarkDocument(JSON.parse(out)).results[0]?.state, "cancelled");
    assert.equal(await hasWorker(), false);
  });
});

/** As many I/O calls as the module beside it says. */
const REPEATS = `const { readFile } = require("node:fs/promises");
const { times } = require("./times.js");
async function repeats() {
  for (let i = 0; i < times; i++) await readFile("a");
}
module.exports = repeats;
`;

const SOURCE = `const { readFile } = require("node:fs/promises");

async function readTwice(name) {
  const first = await readFile(name);
  const second = await readFile(first);
  return second;
}

async function forever() {
  await readFile("x");
  for (;;);
}

module.exports = { readTwice, forever };
`;
