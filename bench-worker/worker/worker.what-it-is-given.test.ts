import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { completed } from "./fixtures/run-worker.ts";

/** The function of a text, measured. */
async function measured(text: string): ReturnType<typeof completed> {
  return await completed("fs-await.js", { text, budget: 1, options: { concurrency: [10] } });
}

/** The function of the first of some files, which stand together in a folder of their own, measured. */
async function inProject(files: Record<string, string>): ReturnType<typeof completed> {
  const folder = mkdtempSync(path.join(tmpdir(), "async-cost-project-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const first = path.join(folder, Object.keys(files)[0]!);
    return await completed(first, { budget: 1, options: { concurrency: [10] } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("a function that stands alone and reads members of `this`", () => {
  it("is called on something made up, as whoever calls it gives it one", async () => {
    const text = `module.exports = async function deploy(args) {
  const config = this.config.deploy;
  await this.generate(args);
  await this.log.info(config);
};`;
    const { counters, warnings } = await measured(text);
    assert.equal(counters.ioCalls, 2);
    assert.doesNotMatch(warnings.join("\\n"), /apart|made up there/);
  });
});

describe("a function that calls what is in a list", () => {
  it("waits for each, whatever its loop or callback calls it", async () => {
    const bodies = [
      "return await Promise.all(tasks.map((task) => task()));",
      "for (const task of tasks) await task();",
      "for (let at = 0; at < tasks.length; at++) await tasks[at]();",
    ];
    for (const body of bodies) {
      const { counters } = await measured(`module.exports = async function all(tasks) { ${body} };`);
      assert.deepEqual([body, counters.ioCalls], [body, 2]);
    }
  });
});

describe("a function whose source gives values by default", () => {
  it("is called without what it has defaults for, wherever it takes them, and is led through none of its empty lists", async () => {
    const IMPORTS = 'const path = require("node:path");\nconst fs = require("node:fs/promises");\n';
    const BODY =
      "for (const hook of hooks) await hook(file); return await fs.readFile(path.join(cwd, file));";
    for (const text of [
      `async function load(file, { cwd = process.cwd(), hooks = [] } = {}) { ${BODY} }`,
      `async function load(file, cwd = process.cwd(), hooks = []) { ${BODY} }`,
      `async function load(file, options) { const { cwd = process.cwd(), hooks = [] } = options; ${BODY} }`,
    ]) {
      const { counters, warnings, fakes } = await measured(`${IMPORTS}module.exports = ${text};`);
      assert.equal(counters.ioCalls, 1, text);
      assert.doesNotMatch(warnings.join("\n"), /decided|apart/);
      assert.deepEqual(
        fakes.map(({ expression }) => expression),
        ["fs.promises.readFile"],
      );
    }
  });

  it("is called without a parameter that its own statements give a value", async () => {
    for (const own of [
      "cwd = cwd || '/'; hooks = hooks || [];",
      "cwd ??= '/'; hooks ||= [];",
      "if (cwd === undefined) cwd = '/'; if (!hooks) { hooks = []; }",
      "cwd = cwd === undefined ? '/' : cwd; hooks = typeof hooks !== 'undefined' ? hooks : [];",
    ]) {
      const { counters, fakes } = await measured(`const fs = require("node:fs/promises");
module.exports = async function load(file, cwd, hooks) {
  ${own}
  for (const hook of hooks) await hook(file);
  return await (cwd === "/" ? fs.readFile(file) : fs.rm(cwd));
};`);
      assert.equal(counters.ioCalls, 1, own);
      assert.deepEqual(
        fakes.map(({ expression }) => expression),
        ["fs.promises.readFile"],
      );
    }
    const { counters } = await measured(`const DEFAULTS = { times: 3 };
module.exports = async function load(db, given) {
  const options = Object.assign({}, DEFAULTS, given);
  for (let i = 0; i < options.times; i++) await db.get(i);
};`);
    assert.equal(counters.ioCalls, 3);
  });

  it("has its rest parameter filled where it comes to its I/O calls only with that", async () => {
    const { counters } = await measured(
      "module.exports = async function all(db, ...ids) { for (const id of ids) await db.get(id); };",
    );
    assert.equal(counters.ioCalls, 2);
  });

  it("takes a number that it gives where an option has none", async () => {
    const text = `const fs = require("node:fs/promises");
const TIMES = 3;
module.exports = async function load(file, options) {
  const times = options.times ?? TIMES, mode = options.mode || "once";
  if (mode === "once") for (let i = 0; i < times; i++) await fs.readFile(file);
  else for (const other of await fs.readdir(file)) await fs.rm(other);
};`;
    const { counters, fakes } = await measured(text);
    assert.deepEqual(
      fakes.map(({ expression }) => expression),
      ["fs.promises.readFile"],
    );
    assert.equal(counters.ioCalls, 3);
  });
});

describe("a function that hands on its options", () => {
  it("has the defaults of the files of its project that take them, and is led through none of their empty lists", async () => {
    const read =
      "for (let i = 0; i < limit; i++) await fs.stat(file); for (const hook of hooks) await hook(file);";
    const ofOptions = read.replace("limit", "options.limit").replace("of hooks", "of options.hooks");
    for (const [text, helper] of [
      [
        "module.exports = async (file, options) => await run(file, options);",
        `exports.run = async (file, { limit = 3, hooks = [] } = {}) => { ${read} };`,
      ],
      [
        `module.exports = async (file, given) => { const options = run(given); ${ofOptions} };`,
        "const defaults = { limit: 3, hooks: [] };\nexports.run = (own) => Object.assign({}, defaults, own);",
      ],
      [
        `const defaults = { limit: 3, hooks: [] };\nmodule.exports = async (file, options) => { options = { ...defaults, ...options }; ${ofOptions} };`,
        "",
      ],
    ] as const) {
      const { counters, warnings } = await inProject({
        "load.js": `const fs = require("node:fs/promises");\nconst { run } = require("./run.js");\n${text}`,
        "run.js": `const fs = require("node:fs/promises");\n${helper}`,
      });
      assert.equal(counters.ioCalls, 3, helper);
      assert.doesNotMatch(warnings.join("\n"), /decided|apart/);
    }
  });
});

describe("a parameter that nothing calls", () => {
  it("has no members that are functions where helpers ask of the last thing that they are given", async () => {
    const universalify = `exports.fromPromise = (run) => (...args) => {
  const last = args[args.length - 1];
  if (typeof last !== "function") return run(...args);
  run(...args.slice(0, -1)).then((value) => last(null, value), last);
};`;
    for (const text of [
      "module.exports = async ({ file, data }) => { await fs.mkdir(file); return await write(file, data); };",
      "module.exports = async (given) => { await fs.mkdir(given.file); return await write(given.file, given.data); };",
    ]) {
      const { counters, warnings } = await inProject({
        "save.js": `const fs = require("node:fs/promises");
const { fromPromise } = require("./universalify.js");
const write = fromPromise(async (file, data) => { await fs.writeFile(file, data); await fs.stat(file); });
${text}`,
        "universalify.js": universalify,
      });
      assert.equal(counters.ioCalls, 3, text);
      assert.doesNotMatch(warnings.join("\n"), /goes on after/);
    }
  });

  it("is no function where somebody asks whether it is one", async () => {
    const { counters, warnings } = await measured(
      `module.exports = async function save(db, value, last) {
  if (typeof last === "function") return last(null);
  return await db.save(typeof value === "function" ? value() : value);
};`,
    );
    assert.equal(counters.ioCalls, 1);
    assert.doesNotMatch(warnings.join("\n"), /decided|made up/);
  });
});

describe("the parts of a call without a recording", () => {
  it("are told with where each came from", async () => {
    const { scenario } = await completed("made.ts", {
      text: `import { readFile } from "node:fs/promises";
export async function place(db, id: string, { limit = 10 } = {}, given = [db]) {
  await readFile(id);
  return await db.insert(limit, given);
}`,
      ...{ budget: 1, options: { concurrency: [10] } },
    });
    assert.deepEqual(scenario, {
      origin: "inferred",
      values: [
        {
          ...{ what: "argument 0 (db)", origin: "stand-in", text: "stand-in for db" },
          setting: ["arguments", "0"],
        },
        { what: "argument 1 (id)", origin: "typed", text: '"id"', setting: ["arguments", "1"] },
        {
          ...{ what: "answer of fs.promises.readFile at line 3", origin: "stand-in", rule: "Node's own fs" },
          setting: ["fakes", "fs.promises.readFile", "returns"],
        },
        {
          ...{ what: "answer of db.insert at line 4", origin: "stand-in" },
          ...{ rule: "its promise is used in line 4", setting: ["fakes", "db.insert", "returns"] },
        },
      ],
    });
  });

  it("are given where a fakes file has them", async () => {
    const { scenario } = await completed("made.ts", {
      text: `export async function place(db, order) {
  return await db.insert(order);
}`,
      fakesFile:
        'module.exports = { place: { arguments: (fake) => [fake("db"), { id: 7 }], fakes: { "db.insert": { returns: { id: 8 } } } } };',
      ...{ budget: 1, options: { concurrency: [10] } },
    });
    assert.deepEqual(
      scenario?.values?.map(({ what, origin, text }) => [what, origin, text]),
      [
        ["argument 0 (db)", "stand-in", "stand-in for db"],
        ["argument 1 (order)", "given", "{ id: 7 }"],
        ["answer of db.insert at line 2", "given", undefined],
      ],
    );
  });
});

describe("what attempts that failed have told", () => {
  it("is said with the rule that told it, behind what the call was given, and in every process that follows", async () => {
    const text = `const path = require("path");
module.exports = async function load(db) {
  const { dir } = await db.settings();
  const data = JSON.parse(await db.read(path.join(dir, "a")));
  return data;
};`;
    const first = await measured(text);
    const learnt = [
      {
        ...{ what: "db.settings().dir", origin: "inferred", text: '"db-settings-dir"', rule: "wrong-type" },
        setting: ["fakes", "db.settings().dir", "value"],
      },
      {
        ...{ what: "db.read()", origin: "inferred", text: "text that holds JSON", rule: "text-by-name" },
        setting: ["fakes", "db.read", "returns"],
      },
    ];
    assert.deepEqual(first.scenario?.values?.slice(-2), learnt);
    const next = await completed("fs-await.js", { text, budget: 1, learnt: first.learnt!, processIndex: 1 });
    assert.deepEqual(next.scenario?.values?.slice(-2), learnt);
  });

  it("is said of files that are not there, of what is nothing where it is read, of what answers hold, and of an end of the process", async () => {
    const told = async (text: string): Promise<unknown[]> => {
      const { scenario } = await measured(text);
      return (scenario?.values ?? []).flatMap(({ what, rule }) =>
        rule === undefined || /^(?:argument|answer)/.test(what) ? [] : [[what, rule]],
      );
    };
    const gap = `const { codec } = require("./not-there.js");
const addresses = new Map();
module.exports = async function ship(store, id) {
  return await store.send(codec.of(id), addresses.get(id).town.name);
};`;
    assert.deepEqual(await told(gap), [
      ["files of the project that are not there", "missing-files"],
      ["what town is read of at line 4 of fs-await.js", "gaps"],
    ]);
    const search = `module.exports = async function read(store, user) {
  const token = user.tokens.find((one) => one.kind === "github");
  return await store.load(token.secret);
};`;
    assert.deepEqual(await told(search), [["every .kind", "found"]]);
    const exit =
      "module.exports = async (server, pool) => { server.close(); await pool.end(); process.exit(0); };";
    assert.deepEqual(await told(exit), [["the call", "exits"]]);
  });
});
