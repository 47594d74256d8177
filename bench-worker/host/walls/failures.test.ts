import assert from "node:assert/strict";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Preparation } from "../../preparation.ts";
import type { TargetRun } from "../../protocol.ts";
import { WorkerFailure } from "../worker-failure.ts";
import { runBehindWalls } from "./fixtures/run-behind-walls.ts";

/** A function in which something goes wrong, and what the user is told. */
interface Failing {
  readonly what: string;
  readonly text: string;
  readonly state: TargetRun["state"];
  /** Of the reason, or of the warnings where it was measured all the same. */
  readonly says: RegExp;
  /** The text of a file beside it, `beside.js`. */
  readonly beside?: string;
  /** How it was prepared, where it was measured all the same. */
  readonly prepared?: Preparation;
}

const throwing = (value: string): string =>
  `module.exports = async function target(db) {\n  await db.get(1);\n  throw ${value};\n};`;

const FAILING: readonly Failing[] = [
  {
    what: "a loop that nothing leaves",
    text: "module.exports = async function target(db) {\n  await db.get(1);\n  for (;;);\n};",
    state: "timed-out",
    says: /does not come back: .* still busy at line 3\./,
  },
  {
    what: "a loop that waits for what is there already",
    text: "module.exports = async function target(db) {\n  const x = Promise.resolve(1);\n  await db.get(1);\n  while (true) await x;\n};",
    state: "timed-out",
    says: /^target does not come back: .* still busy at line 4\./,
  },
  {
    what: "a loop that fills a list of its own",
    text: "const all = [];\nmodule.exports = async function target(db) {\n  await db.get(1);\n  let n = 0;\n  while (all.length >= 0) {\n    all.push(new Array(1000).fill(n++));\n  }\n};",
    state: "timed-out",
    says: /^target does not come back: .* still busy at line [56]\./,
  },
  {
    what: "a loop without end in another file",
    text: 'const { spin } = require("./beside");\nmodule.exports = async function target(db) {\n  await db.get(1);\n  spin();\n};',
    beside: "exports.spin = () => {\n  let n = 0;\n  do {\n    n++;\n  } while (n > 0);\n};",
    state: "timed-out",
    says: /^target does not come back: .* still busy at line 4/,
  },
  {
    what: "a loop that only a value could end",
    text: "module.exports = async function target(db) {\n  const { size } = await db.get(1);\n  let n = 0;\n  while (n !== Number(size) + 0.5) n++;\n};",
    state: "timed-out",
    says: /^target does not come back: .* still busy at line 4/,
  },
  {
    what: "processes without end, which begin at once",
    text: 'const { fork } = require("child_process");\nmodule.exports = async function target() {\n  for (let i = 0; i >= 0; i++) {\n    const child = fork(__filename);\n    await new Promise((begun) => child.on("spawn", begun));\n  }\n};',
    state: "timed-out",
    says: /^target does not come back: after \S+ s it was still busy/,
  },
  {
    what: "a chain of promises that begins itself again",
    text: "function step() {\n  return Promise.resolve().then(step);\n}\nmodule.exports = async function target(db) {\n  await db.get(1);\n  await step();\n};",
    state: "timed-out",
    says: /does not come back: after .* still busy/,
  },
  {
    what: "a tick that asks for the next",
    text: "module.exports = async function target(db) {\n  await db.get(1);\n  await new Promise(() => {\n    const again = () => {\n      process.nextTick(again);\n    };\n    again();\n  });\n};",
    state: "timed-out",
    // At whichever of the two it was looked at.
    says: /^target does not come back: .* still busy at line [45]\./,
  },
  {
    what: "an immediate that sets the next",
    text: "module.exports = async function target(db) {\n  await db.get(1);\n  await new Promise(() => {\n    const again = () => {\n      setImmediate(again);\n    };\n    again();\n  });\n};",
    state: "timed-out",
    // At whichever of the two it was looked at.
    says: /^target does not come back: .* still busy at line [45]\./,
  },
  {
    what: "a wait for a thread that nobody wakes",
    text: "module.exports = async function target(db) {\n  await db.get(1);\n  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\n};",
    state: "unsupported",
    says: /^It calls Atomics\.wait at line 3, which Async Cost cannot fake yet\.$/,
  },
  {
    what: "a regular expression that takes for ever",
    text: 'module.exports = async function target(db) {\n  await db.get(1);\n  /^(a+)+$/.test("a".repeat(60) + "b");\n};',
    state: "timed-out",
    says: /does not come back/,
  },
  {
    what: "a loop that waits without end",
    text: "module.exports = async function target(queue) {\n  while (true) {\n    await queue.take();\n  }\n};",
    state: "timed-out",
    says: /^target goes on without end on made-up values at line [23]\./,
  },
  {
    what: "values without end",
    text: "const all = (queue) => ({\n  [Symbol.asyncIterator]() { return this; },\n  next: async () => ({ done: false, value: await queue.take() }),\n});\nmodule.exports = async function* target(queue) {\n  yield* all(queue);\n};",
    state: "completed",
    says: /^target gives values without an end of its own: a call is taken to end with the first 100\.$/m,
    prepared: { what: "values-cut-off", after: 100 },
  },
  {
    what: "a loop that gives values without end",
    text: "module.exports = async function* target(queue) {\n  for (;;) {\n    yield await queue.take();\n  }\n};",
    state: "completed",
    says: /^target gives values without an end of its own: a call is taken to end with the first 100\.$/m,
    prepared: { what: "values-cut-off", after: 100 },
  },
  {
    what: "calls in flight together of which the next ends what the one before waits for",
    text: "const shared = {};\nmodule.exports = async function target(db) {\n  clearTimeout(shared.timer);\n  await new Promise((r) => { shared.timer = setTimeout(r, 500); });\n  await db.get(1);\n};",
    state: "failed",
    says: /^target settles where it is called alone, but of 3 calls in flight together only 1 did/,
  },
  {
    what: "a promise that never settles",
    text: "module.exports = async function target(db) {\n  await db.get(1);\n  await new Promise(() => {});\n};",
    state: "failed",
    says: /never settled.*db\.get at line 2/,
  },
  {
    what: "an end of the process",
    text: "module.exports = async function target(db) {\n  await db.get(1);\n  process.exit(3);\n};",
    state: "failed",
    says: /process\.exit was called at line 3/,
  },
  {
    what: "an end of the process by a name of its own",
    text: 'import { exit } from "node:process";\nexport default async function target(db) {\n  await db.get(1);\n  exit(3);\n}',
    state: "failed",
    says: /process\.exit was called at line 4: the function would end the process/,
  },
  {
    what: "an end of the process in another file",
    text: 'const { die } = require("./beside");\nmodule.exports = async function target(db) {\n  await db.get(1);\n  die("no");\n};',
    beside: "exports.die = (why) => {\n  console.error(why);\n  process.exit(1);\n};",
    state: "failed",
    says: /process\.exit was called at line 4: the function would end the process/,
  },
  {
    what: "an end of the process while the module loads",
    text: "process.exit();\nmodule.exports = async function target(db) {\n  await db.get(1);\n};",
    state: "failed",
    says: /process\.exit was called at line 1 while target\.js was loading/,
  },
  {
    what: "an end of the process while an import loads",
    text: 'const beside = require("./beside");\nmodule.exports = async function target(db) {\n  await db.get(beside);\n};',
    beside: "const fs = require('fs');\nprocess.exit(2);",
    state: "failed",
    says: /process\.exit was called at beside\.js:2 while target\.js was loading/,
  },
  {
    what: "an end of the process by a signal to itself",
    text: 'module.exports = async function target(db) {\n  await db.get(1);\n  process.kill(process.pid, "SIGKILL");\n};',
    state: "failed",
    says: /process\.kill was called at line 3: the function would end the process/,
  },
  {
    what: "a rejection that nobody handles",
    text: 'module.exports = async function target(db) {\n  await db.get(1);\n  Promise.reject(new Error("nobody"));\n  await new Promise((r) => setTimeout(r, 1));\n};',
    state: "failed",
    says: /escaped from target at line 3 .*unhandled rejection: Error: nobody/,
  },
  {
    what: "a callback that is called twice",
    text: "const fs = require('fs');\nmodule.exports = function target(callback) {\n  fs.stat('a', () => { callback(null); callback(null); });\n};",
    state: "completed",
    says: /calls its callback more than once/,
  },
  {
    what: "a stack that overflows",
    text: "async function deeper(n) {\n  if (n < 1e9) await deeper(n + 1);\n}\nmodule.exports = async function target(db) {\n  await db.get(1);\n  return deeper(0);\n};",
    state: "completed",
    says: /overflows the stack at line [12]/,
  },
  {
    what: "a function that calls itself each time",
    text: "async function deeper(n) {\n  await deeper(n + 1);\n}\nmodule.exports = async function target(db) {\n  await db.get(1);\n  return deeper(0);\n};",
    state: "failed",
    says: /^deeper calls itself at line 2 before it does anything else, so a call of it has no end\.$/,
  },
  {
    what: "a module that throws while it loads",
    text: "module.exports = async function target(db) { await db.get(1); };\nnull.foo;",
    state: "failed",
    says: /threw at line 2 while it was loading: TypeError/,
  },
  {
    what: "an import that is not there",
    text: "const gone = require('./gone');\nmodule.exports = async function target(db) { await db.get(gone.key); };",
    state: "completed",
    says: /imports \.\/gone at line 1/,
  },
  {
    what: "an import of what lies outside of the project",
    text: "const { key } = require('../outside');\nmodule.exports = async function target(db) { await db.get(key); };",
    state: "completed",
    says: /imports \.\.\/outside at line 1, which lies outside of its project and is not read: it is made up\. Open /,
  },
  {
    what: "a syntax error",
    text: "module.exports = async function target(db) {\n  await db.get(1);\n  let = = 3;\n};",
    state: "failed",
    says: /syntax error at line 3/,
  },
  {
    what: "ten thousand lines on the console",
    text: "module.exports = async function target(db) {\n  await db.get(1);\n  for (let i = 0; i < 10_000; i++) console.log('line', i, { a: 1 });\n};",
    state: "completed",
    says: /^db\.get at line \d is taken for an I\/O call of a client[^\n]*$/,
  },
  {
    what: "a hundred megabytes on standard output",
    text: "const text = 'x'.repeat(1e6);\nmodule.exports = async function target(db) {\n  await db.get(1);\n  for (let i = 0; i < 100; i++) process.stdout.write(text);\n};",
    state: "completed",
    says: /^db\.get at line \d is taken for an I\/O call of a client[^\n]*$/,
  },
  {
    what: "a message of fifty megabytes",
    text: throwing('new Error("x".repeat(5e7))'),
    state: "completed",
    says: /failure at line 3 is what was measured: Error: x{200,300}…/,
  },
  { what: "null that is thrown", text: throwing("null"), state: "failed", says: /null/ },
  { what: "a symbol that is thrown", text: throwing('Symbol("s")'), state: "completed", says: /Symbol\(s\)/ },
  {
    what: "a value that does not say what it is",
    text: throwing("{ toString() { return this.toString(); } }"),
    state: "completed",
    says: /something that cannot be shown/,
  },
  {
    what: "a value that takes for ever to say what it is",
    text: throwing("{ toString() { for (;;); } }"),
    state: "completed",
    says: /something that cannot be shown/,
  },
  {
    what: "a proxy that throws whenever it is looked at",
    text: throwing(
      "new Proxy({}, { get() { throw 1; }, has() { throw 2; }, getPrototypeOf() { throw 3; } })",
    ),
    state: "failed",
    says: /failed/,
  },
];

/** What ends with its process at the benchmark's time limit, or with the heap. */
const FOUND_WHEN_WATCHED: readonly (Failing & { readonly flags?: readonly string[] })[] = [
  {
    what: "a loop that does not end after many calls",
    text: "let calls = 0;\nmodule.exports = async function target(db) {\n  await db.get(1);\n  if (++calls < 300) return;\n  for (;;) {\n    calls++;\n  }\n};",
    state: "timed-out",
    says: /target does not come back, after calls that did: it was still busy at line 5\./,
  },
  {
    what: "one nextTick after the other",
    text: "let calls = 0;\nfunction again() {\n  process.nextTick(again);\n}\nmodule.exports = async function target(db) {\n  await db.get(1);\n  if (++calls > 50) again();\n};",
    state: "timed-out",
    says: /still busy at line 2\./,
  },
  {
    what: "what is kept from call to call",
    text: "const kept = [];\nfunction keep(row) {\n  for (let i = 0; i < 1000; i++) kept.push(new Array(100).fill(row));\n}\nmodule.exports = async function target(db) {\n  keep(await db.get(1));\n};",
    flags: ["--max-old-space-size=200"],
    state: "failed",
    says: /ran out of memory: target(?:\.js)? was filling it at line [23]\./,
  },
  {
    what: "a module that fills the heap while it loads",
    text: "const all = [];\nfor (;;) {\n  all.push(new Array(1000).fill(0));\n}\nmodule.exports = async function target(db) { await db.get(1); };",
    flags: ["--max-old-space-size=200"],
    state: "failed",
    says: /ran out of memory: target\.js was filling it at line 2\./,
  },
];

describe("whatever goes wrong is an answer:", () => {
  let folder: string;
  before(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost-failures-")));
    await writeFile(path.join(folder, "package.json"), "{}");
  });
  after(async () => {
    await rm(folder, { recursive: true });
  });

  const run = (text: string, flags: readonly string[] = []) =>
    runBehindWalls({ file: path.join(folder, "target.js"), text, flags });

  for (const { what, text, beside, state, says, prepared } of FAILING) {
    it(what, async () => {
      if (beside !== undefined) await writeFile(path.join(folder, "beside.js"), beside);
      const { target } = await run(text);
      if (target.state !== "completed") {
        assert.match(target.reason, /\.$/);
        assert.match(target.hint, /\.$/);
      }
      const said = target.state === "completed" ? target.warnings.join("\n") : target.reason;
      assert.equal(target.state, state, said);
      assert.match(said, says);
      if (prepared !== undefined && target.state === "completed")
        assert.deepEqual(target.preparations, [prepared]);
    });
  }

  for (const { what, text, state, says, flags = [] } of FOUND_WHEN_WATCHED) {
    it(`${what}, whose place is found when it runs once more`, async () => {
      const { target } = await runBehindWalls({
        file: path.join(folder, "target.js"),
        text,
        flags,
        watchMilliseconds: 8_000,
      });
      if (target.state === "completed") assert.fail("it was not found");
      assert.equal(target.state, state);
      assert.match(target.reason, says);
    });
  }

  it("does not find a place in what comes to its end", async () => {
    const text =
      "module.exports = async function target(db) {\n  for (let i = 0; i < 1e5; i++) await db.get(1);\n};";
    const { target } = await runBehindWalls({
      file: path.join(folder, "target.js"),
      text: text.replace("1e5", "100"),
      watchMilliseconds: 600,
    });
    assert.equal(target.state, "completed");
  });

  it("a heap that is full", async () => {
    const text =
      "const all = [];\nfor (;;) all.push(new Array(1000).fill(0));\nmodule.exports = async function target(db) { await db.get(1); };";
    await assert.rejects(run(text, ["--max-old-space-size=40"]), (error) => {
      assert.ok(error instanceof WorkerFailure);
      assert.match(error.message, /ran out of memory/);
      assert.match(error.hint, /grows without end/);
      return true;
    });
  });
});
