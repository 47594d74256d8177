import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { parseRecording } from "../bench-worker/contract/recording.ts";
import { bundledWorker } from "../bench-worker/fixtures/bundled-worker.ts";
import type { RunCommand } from "../bench-worker/host/recordings/run-command.ts";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { identityOf } from "../bench-worker/host/identity.ts";
import { resolveTarget } from "../bench-worker/host/targets.ts";
import { tellStale } from "./scenario-option.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { recordCommand, type RecordOptions } from "./record.ts";
import { recordingsCommand } from "./recordings.ts";
import { runOnTerminal } from "./run-command.ts";
import { UsageError, type Terminal } from "./terminal.ts";

const RECORDER = path.join(import.meta.dirname, "fixtures", "fake-recorder.cjs");
const SOURCE = `async function place(order) {
  await read(order);
}
module.exports = { place };
`;

describe("async-cost record", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost record-")));
    await mkdir(path.join(folder, "src"));
    await writeFile(path.join(folder, "package.json"), '{ "scripts": {} }');
    await writeFile(path.join(folder, "src", "orders.js"), SOURCE);
    await writeFile(
      path.join(folder, "main.js"),
      'require("./src/orders.js");\nprocess.exitCode = Number(process.argv[2] ?? 0);\n',
    );
  });
  afterEach(() => rm(folder, { recursive: true }));

  const node = process.execPath;
  async function record(
    words: string[],
    options: RecordOptions = {},
    change: Partial<Terminal> & { environment?: NodeJS.ProcessEnv; recorder?: string; run?: RunCommand } = {},
  ) {
    const { environment = {}, recorder = RECORDER, run = runOnTerminal, ...terminalChange } = change;
    const terminal = fakeTerminal(folder, terminalChange);
    const services = {
      environment: { PATH: process.env["PATH"], ...environment },
      cache: path.join(folder, "node_modules", ".cache"),
      run,
      now: () => new Date(),
    };
    const code = await recordCommand(words, options, terminal, recorder, services);
    assert.equal(terminal.out(), "");
    return { code, error: terminal.error() };
  }
  const recorded = async (file = ".async-cost/recordings/src/orders.js.json") =>
    parseRecording(JSON.parse(await readFile(path.join(folder, file), "utf8")));
  const leftovers = async (): Promise<string[]> =>
    (await readdir(path.join(folder, "node_modules/.cache/recording"), { recursive: true })).filter((name) =>
      name.endsWith(".jsonl"),
    );

  it("writes what the recorder saw, and says so in one line with the next step", async () => {
    const { code, error } = await record([node, "main.js"]);
    assert.equal(code, 0);
    const [git, line, ...rest] = error.split("\n");
    assert.match(
      git!,
      /^async-cost: recordings are ignored by git, by \.async-cost\/\.gitignore; remove that file to/,
    );
    assert.equal(
      line,
      "async-cost: recorded 1 function, 1 call on 1 path, 1 kept whole. In .async-cost/recordings; next: async-cost bench src/orders.js#place",
    );
    assert.deepEqual(rest, [""]);
    const { functions } = await recorded();
    assert.deepEqual([functions[0]!.name, functions[0]!.paths[0]!.sites], ["place", ["2:9 read"]]);
    assert.equal(functions[0]!.paths[0]!.kept[0]!.command, [node, "main.js"].join(" "));
    assert.deepEqual(await leftovers(), []);
  });

  it("gives the exit code of the command, also where a signal ended it", async () => {
    assert.equal((await record([node, "main.js", "7"])).code, 7);
    assert.equal((await record([node, "-e", "process.kill(process.pid, 'SIGTERM')"])).code, 128 + 15);
  });

  it("takes in what an earlier run left that was killed, but for a half line", async function () {
    if (process.platform === "win32") this.skip();
    // The whole of the earlier command is killed: nobody comes to make recordings of it.
    const script = path.join(folder, "killed.mts");
    const url = (file: string): string => JSON.stringify(path.join(import.meta.dirname, file));
    await writeFile(
      script,
      `import { recordCommand } from ${url("record.ts")};
import { bundledWorker } from "../bench-worker/fixtures/bundled-worker.ts";
import { fakeTerminal } from ${url("fixtures/fake-terminal.ts")};
const run = async (words, folder, environment) => {
  (await import("node:child_process")).spawnSync(words[0], words.slice(1), { cwd: folder, env: { ...environment, FAKE_RECORDER: "die" } });
  process.kill(process.pid, "SIGKILL");
};
await recordCommand([process.execPath, "src/orders.js"], {}, fakeTerminal(${JSON.stringify(folder)}), ${JSON.stringify(RECORDER)},
  { environment: {}, cache: ${JSON.stringify(path.join(folder, "node_modules", ".cache"))}, run, now: () => new Date() });
`,
    );
    const started = promisify(execFile)(node, ["--import", "tsx", script], { cwd: import.meta.dirname });
    await assert.rejects(started, { signal: "SIGKILL" });
    assert.equal((await leftovers()).length, 1);
    assert.ok(!existsSync(path.join(folder, ".async-cost")));
    await writeFile(path.join(folder, "other.js"), "");
    const { error } = await record([node, "other.js"]);
    assert.match(error, /took in 1 call of 1 function that .* src\/orders\.js left, which was killed/);
    assert.equal((await recorded()).functions.length, 1);
    assert.deepEqual(await leftovers(), []);
  });

  it("tells the recorder what was asked for, and keeps what NODE_OPTIONS has", async () => {
    await writeFile(path.join(folder, "first.cjs"), "globalThis.isFirst = true;\n");
    await writeFile(
      path.join(folder, "main.js"),
      'require("node:fs").writeFileSync("seen.json", JSON.stringify([isFirst, process.env.ASYNC_COST_RECORDER_OPTIONS]));',
    );
    const options = { only: ["src/**"], calls: "2", shapesOnly: true };
    await record([node, "main.js"], options, { environment: { NODE_OPTIONS: " --require=./first.cjs " } });
    const [isFirst, seen] = JSON.parse(await readFile(path.join(folder, "seen.json"), "utf8")) as [
      boolean,
      string,
    ];
    assert.equal(isFirst, true);
    assert.deepEqual(JSON.parse(seen), {
      root: folder,
      command: `${node} main.js`,
      callsOfPath: 2,
      shapesOnly: true,
      only: ["src/**"],
      texts: path.join(folder, "node_modules/.cache/recorder-texts"),
    });
  });

  it("loads a recorder whose path has spaces and quotes", async function () {
    if (process.platform === "win32") this.skip();
    const recorder = path.join(folder, `it's "my" back\\slash.cjs`);
    await writeFile(recorder, await readFile(RECORDER, "utf8"));
    assert.equal((await record([node, "main.js"], {}, { recorder })).code, 0);
    assert.equal((await recorded()).functions.length, 1);
  });

  it("is of the package around the folder that it runs in", async () => {
    const terminal = { folder: path.join(folder, "src") };
    const { error } = await record([node, "orders.js"], {}, terminal);
    assert.match(error, /next: async-cost bench orders\.js#place$/m);
    assert.equal((await recorded()).file, "src/orders.js");
  });

  it("asks at the first run whether git is to have recordings, and never again", async () => {
    const questions: string[] = [];
    const ask = (answer: boolean) => ({
      ask: (question: string) => {
        questions.push(question);
        return Promise.resolve(answer);
      },
    });
    const { error } = await record([node, "main.js"], {}, ask(true));
    assert.doesNotMatch(error, /ignored by git/);
    await record([node, "main.js"], {}, ask(false));
    assert.equal(questions.length, 1);
    assert.ok(!existsSync(path.join(folder, ".async-cost", ".gitignore")));
    await rm(path.join(folder, ".async-cost"), { recursive: true });
    await record([node, "main.js"], {}, ask(false));
    const ignored = await readFile(path.join(folder, ".async-cost", ".gitignore"), "utf8");
    assert.equal(ignored, "/.gitignore\n/recordings/\n");
  });

  it("writes to another folder, and nothing beside it", async () => {
    const { error } = await record([node, "main.js"], { out: "mine" });
    assert.match(error, /In mine; next/);
    assert.equal((await recorded("mine/src/orders.js.json")).functions.length, 1);
    assert.ok(!existsSync(path.join(folder, ".async-cost")));
  });

  it("leaves a damaged recording alone, and says what to do", async () => {
    await record([node, "main.js"]);
    const file = path.join(folder, ".async-cost/recordings/src/orders.js.json");
    await writeFile(file, "<<<<<<< HEAD");
    const { error, code } = await record([node, "main.js"]);
    assert.equal(code, 0);
    assert.match(
      error,
      /recordings\/src\/orders\.js\.json is damaged: .* What was recorded of src\/orders\.js is not kept/,
    );
    assert.equal(await readFile(file, "utf8"), "<<<<<<< HEAD");
  });

  for (const [what, words, scripts, message] of [
    ["no Node", ["git", "--version"], {}, /git --version started no Node with the recorder in it/],
    [
      "a script that replaces NODE_OPTIONS",
      ["git", "--version"],
      { test: "NODE_OPTIONS=--expose-gc mocha" },
      /the script test of package\.json sets NODE_OPTIONS itself; begin its value with \$NODE_OPTIONS/,
    ],
    [
      "a script that keeps NODE_OPTIONS",
      ["git", "--version"],
      { test: 'NODE_OPTIONS="$NODE_OPTIONS --expose-gc" mocha' },
      /started no Node/,
    ],
    [
      "a command that fails",
      [process.execPath, "not-there.js"],
      {},
      /not-there\.js ended with exit code 1 before it loaded any file; its output says why/,
    ],
  ] as const) {
    it(`says why nothing was loaded: ${what}`, async () => {
      await writeFile(path.join(folder, "package.json"), JSON.stringify({ scripts }));
      const { code, error } = await record([...words]);
      assert.equal(code, words[0] === "git" ? 2 : 1);
      assert.match(error, message);
      assert.match(error, /^async-cost: nothing was recorded: [^\n]*\n$/);
      assert.ok(!existsSync(path.join(folder, ".async-cost")));
    });
  }

  it("says that nothing was called, which is no failure", async () => {
    await writeFile(path.join(folder, "empty.js"), "");
    const { code, error } = await record([node, "empty.js"]);
    assert.equal(code, 0);
    assert.match(
      error,
      /no asynchronous function of the project was called, in 1 file of it that were loaded/,
    );
  });

  it("refuses a call that is wrong", async () => {
    const wrong = (words: string[], options: RecordOptions, message: RegExp) =>
      assert.rejects(
        record(words, options),
        (error) => error instanceof UsageError && message.test(error.message),
      );
    await wrong([], {}, /record needs the command to run, as in async-cost record -- npm test/);
    await wrong(["no-such-command-here"], {}, /there is no command no-such-command-here; write what/);
    for (const calls of ["0", "x", "1.5"]) await wrong([node], { calls }, /--calls is how many/);
    assert.deepEqual(await leftovers().catch(() => []), []);
  });

  describe("and async-cost recordings", () => {
    async function recordings(words: string[], options = {}, change: Partial<Terminal> = {}) {
      const terminal = fakeTerminal(folder, change);
      const code = await recordingsCommand(words, options, terminal, bundledWorker());
      return { code, out: terminal.out(), error: terminal.error() };
    }
    beforeEach(() => record([node, "main.js"]));
    const listed = async (): Promise<unknown> => JSON.parse((await recordings(["list"], { json: true })).out);

    it("list what there is, and whether it is stale", async () => {
      const { out } = await recordings([]);
      assert.match(out, /src\/orders\.js:1 +place +1 +1 +1 +\d{4}-\d\d-\d\d .*main\.js/);
      assert.doesNotMatch(out, /stale/);
      const [{ file, functions }] = (await listed()) as [
        { file: string; functions: [Record<string, unknown>] },
      ];
      const { name, line, calls, paths, kept, stale } = functions[0];
      assert.deepEqual(
        [file, name, line, calls, paths, kept, stale],
        ["src/orders.js", "place", 1, 1, 1, 1, false],
      );
      await writeFile(path.join(folder, "src", "orders.js"), SOURCE.replace("read(order)", "read(order, 1)"));
      assert.match((await recordings([])).out, / stale$/m);
    });

    it("call no function stale whose calls are only counted", async () => {
      const file = path.join(folder, ".async-cost", "recordings", "src", "orders.js.json");
      const recording = JSON.parse(await readFile(file, "utf8")) as {
        functions: { paths: { kept: unknown[] }[] }[];
      };
      for (const one of recording.functions.flatMap(({ paths }) => paths)) one.kept = [];
      await writeFile(file, JSON.stringify(recording));
      const { out } = await recordings([]);
      assert.match(out, /src\/orders\.js:1 +place +1 +1 +0/);
      assert.doesNotMatch(out, /stale/);
    });

    it("are told to be stale by what was measured, and not by what was not", async () => {
      const text = SOURCE.replace("read(order)", "read(order, 1)");
      await writeFile(path.join(folder, "src", "orders.js"), text);
      const [target] = await resolveTarget("src/orders.js#place", diskSource(folder));
      for (const state of ["completed", "failed"] as const) {
        const terminal = fakeTerminal(folder);
        const result = { target: identityOf(target!, folder), state, warnings: [], fakes: [] };
        await tellStale([target!], [result], terminal);
        assert.equal(/so what was measured is inferred/.test(terminal.error()), state === "completed");
      }
    });

    it("show the paths and calls of a function, by name or line", async () => {
      for (const target of ["src/orders.js#place", "src/orders.js:2", "src/orders.js"]) {
        const { out } = await recordings(["show", target]);
        assert.match(
          out,
          /^src\/orders\.js:1 place\n {2}path 1: 1 call, 100 %\n {4}2:9 read\n {4}\(\[\]\) → value, 1 ms, /,
        );
      }
      const inSource = await recordings(
        ["show", "orders.js#place"],
        { json: true },
        { folder: path.join(folder, "src") },
      );
      assert.equal((JSON.parse(inSource.out) as [{ file: string }])[0].file, "src/orders.js");
    });

    it("show values as a program would write them", async () => {
      const file = path.join(folder, ".async-cost", "recordings", "src", "orders.js.json");
      const recording = parseRecording(JSON.parse(await readFile(file, "utf8")));
      const [call] = recording.functions[0]!.paths[0]!.kept;
      const error = { $: "error", class: "RangeError", message: "no", properties: {} };
      Object.assign(call!, {
        arguments: [{ id: 1 }, { $: "undefined" }],
        outcome: { how: "error", value: error },
      });
      await writeFile(file, JSON.stringify(recording));
      const { out } = await recordings(["show", "src/orders.js#place"]);
      assert.match(out, /\n {4}\(\{ id: 1 \}, undefined\) → error RangeError: no, 1 ms, /);
    });

    it("tell what of a call could not be kept", async () => {
      const file = path.join(folder, ".async-cost", "recordings", "src", "orders.js.json");
      const recording = parseRecording(JSON.parse(await readFile(file, "utf8")));
      const [call] = recording.functions[0]!.paths[0]!.kept;
      Object.assign(call!, { cut: ["cov_1, which ran in it, is not in the text"] });
      await writeFile(file, JSON.stringify(recording));
      const { out } = await recordings(["show", "src/orders.js#place"]);
      assert.match(out, /\n {6}not kept: cov_1, which ran in it, is not in the text\n/);
    });

    it("tell of texts that were replaced where they stood", async () => {
      const file = path.join(folder, ".async-cost", "recordings", "src", "orders.js.json");
      const recording = parseRecording(JSON.parse(await readFile(file, "utf8")));
      const [call] = recording.functions[0]!.paths[0]!.kept;
      Object.assign(call!, { redacted: 2, redactedAt: [".token of argument 0", "the outcome"] });
      await writeFile(file, JSON.stringify(recording));
      assert.match((await recordings([])).out, / 2 texts replaced$/m);
      const { out } = await recordings(["show", "src/orders.js#place"]);
      assert.match(out, /\n {6}2 texts replaced that may be secrets: \.token of argument 0; the outcome\n/);
    });

    it("remove those of a function, a file, or all", async () => {
      const source = `${SOURCE}async function cancel() {\n  await read();\n}\n`;
      await writeFile(path.join(folder, "src", "orders.js"), source);
      await record([node, "main.js"]);
      assert.equal(
        (await recordings(["remove", "src/orders.js#cancel"])).out,
        "src/orders.js: removed cancel\n",
      );
      assert.deepEqual(
        (await recorded()).functions.map(({ name }) => name),
        ["place"],
      );
      assert.equal((await recordings(["remove"])).out, "src/orders.js: removed all\n");
      assert.deepEqual(await listed(), []);
      assert.match((await recordings([])).out, /No call is recorded here; async-cost record -- npm test/);
    });

    it("leave alone what is none, which the exit code tells", async () => {
      const file = path.join(folder, ".async-cost/recordings/src/orders.js.json");
      await writeFile(file, "{}");
      const { code, error } = await recordings(["remove"]);
      assert.equal(code, 1);
      assert.match(error, /^async-cost: \.async-cost\/recordings\/src\/orders\.js\.json is no recording/);
      assert.equal(await readFile(file, "utf8"), "{}");
    });

    it("refuse what is wrong", async () => {
      for (const [words, message] of [
        [["frob"], /recordings takes list, show, check, remove; not "frob"/],
        [["toString"], /recordings takes/],
        [["show"], /show what\?/],
        [
          ["show", "src/orders.js#gone"],
          /nothing is recorded of src\/orders\.js#gone; of src\/orders\.js there is place/,
        ],
        [["remove", "a.js"], /nothing is recorded of a\.js; async-cost recordings lists what is/],
      ] as const) {
        await assert.rejects(
          recordings([...words]),
          (error) => error instanceof UsageError && message.test(error.message),
        );
      }
    });
  });
});
