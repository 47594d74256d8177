import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runWorker } from "../fixtures/run-worker.ts";
import { classSetTo } from "./classes-set.ts";

/** A project that puts instances of its classes where its functions find them. */
const PROJECT: Readonly<Record<string, string>> = {
  "package.json": '{ "dependencies": { "redis": "1" } }',
  "lib/shell.js": `const fs = require("node:fs/promises");
fs.readFile("settings").catch(() => {});
module.exports = class Shell {
  constructor({ log }) { this.log = log; }
  async exec(command) { await fs.writeFile("log", command); return await fs.readFile("answer"); }
};`,
  "lib/stores.ts": `export class Orders { find(id: string) { return fetch(id); } }
export class Items { find(id: string) { return fetch(id); } }
export class Keys { has(id: string) { throw new Error("no " + Date.now()); } }`,
  "lib/index.js": `const Shell = require("./shell");
const { Orders: OrderStore, Items, Keys } = require("./stores");
const Redis = require("redis");
module.exports = (container = {}, options) => Object.assign(container, {
  shell: options.shell ?? new Shell(container),
  orders: new OrderStore(),
  items: options.isOld ? new OrderStore() : new Items(),
  keys: null,
  cache: new Map(),
  redis: new Redis(),
  queue: options.queue(),
  mailer: options.mailer,
});`,
  "lib/more.js": `const Shell = require("./shell").Shell;
const { mailer: { send } } = require("./keys");
import { Aliased } from "$lib/aliased";
exports.long = ${Array.from({ length: 1200 }, () => "1").join(" + ")};
exports.start = (app) => { app.aliased = new Aliased(); app.printer = new Shell(); };`,
  "lib/keys.js": `const stores = require("./stores");
exports.start = (app) => { app.keys = new stores.Keys(); };
exports.mailer = class Mailer {};`,
  "lib/plugin.js": `module.exports = class Plugin {
  constructor({ container }) { this.shell = container.shell; this.keys = container.keys; }
  async status() { return String(await this.shell.exec("git status")).trim(); }
  async known(id) { return await this.keys.has(id); }
};
module.exports.status = module.exports.prototype.status;
module.exports.known = module.exports.prototype.known;`,
};

describe("members that a project sets to instances of its classes", () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "async-cost-classes-")));
    for (const [name, text] of Object.entries(PROJECT)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("are of the one class that all of the project says", () => {
    const said = (name: string) => {
      const found = classSetTo(name, path.join(folder, "lib/plugin.js"));
      if (found === undefined || "packageName" in found) return found?.packageName;
      return [path.relative(folder, found.file), found.exported];
    };
    assert.deepEqual(said("shell"), [path.join("lib", "shell.js"), "default"]);
    assert.deepEqual(said("orders"), [path.join("lib", "stores.ts"), "Orders"]);
    assert.deepEqual(said("keys"), [path.join("lib", "stores.ts"), "Keys"]);
    assert.deepEqual(said("printer"), [path.join("lib", "shell.js"), "Shell"]);
    assert.equal(said("redis"), "redis");
    for (const name of ["items", "aliased", "cache", "queue", "mailer", "never"])
      assert.equal(said(name), undefined, name);
  });

  const measured = async (name: string) => {
    const text = PROJECT["lib/plugin.js"]!;
    const functionStart = text.indexOf(`async ${name}`);
    const [run] = await runWorker([path.join(folder, "lib/plugin.js")], { text, functionStart });
    assert.ok(run?.state === "completed", JSON.stringify(run));
    const codes = (run.remarks ?? []).map(({ code }) => code);
    const rules = (run.scenario?.values ?? []).map(({ rule }) => rule);
    return { ioCalls: run.counters.ioCalls, codes, isSet: rules.includes("class-set") };
  };

  it("run where a call would make I/O calls on what stands for them", async () => {
    const { ioCalls, codes, isSet } = await measured("status");
    assert.deepEqual([ioCalls, codes, isSet], [2, [], true]);
  });

  it("are stand-ins where a call fails with them", async () => {
    const { ioCalls, codes, isSet } = await measured("known");
    assert.deepEqual([ioCalls, codes, isSet], [1, ["stand-ins-called"], false]);
  });
});
