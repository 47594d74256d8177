import assert from "node:assert/strict";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import type { TargetRun } from "../../protocol.ts";
import { runBehindWalls } from "./fixtures/run-behind-walls.ts";

/**
 * Code that tries to reach the world by every way that we know of. Each piece runs as a target; afterwards nothing may
 * have been reached: neither the files beside the project nor a server that waits for connections. `$OUT` is the folder
 * beside the project, `$PORT` the server's port.
 */
interface Hostile {
  readonly what: string;
  /** Runs while the module loads, each line on its own; what throws is swallowed. */
  readonly attempts: readonly string[];
  /** What the result must say of them. */
  readonly says?: readonly RegExp[];
  /** It stops what measures it, or does what has no fake; otherwise it is measured all the same. */
  readonly ends?: "failed" | "unsupported";
  /** Runs in each call of the function. */
  readonly calls?: string;
  /** Gets hold of the real `process` first. */
  readonly seizes?: true;
}

/** Ways to the real `process`: whoever patches a prototype is called with it. */
const REAL_PROCESS = `
const { EventEmitter } = require("node:events");
const found = new Set();
const { emit } = EventEmitter.prototype;
EventEmitter.prototype.emit = function (...all) { found.add(this); return emit.apply(this, all); };
const seize = (use) => {
  for (const real of found) if (real.pid !== undefined && real !== process) use(real);
};
Promise.reject(new Error("the real process tells its listeners of this"));`;

/** What somebody tries who has it. */
const SEIZE = [
  `if (found.size === 0) throw new Error("the real process was not found, so this proves nothing")`,
  ...[
    `real.mainModule.require("fs").writeFileSync("$OUT/seized", "x")`,
    `real.binding("fs").open("$OUT/seized", 65, 438)`,
    `real.getBuiltinModule("fs").writeFileSync("$OUT/seized", "x")`,
    `new real.stderr.constructor().connect($PORT, "127.0.0.1")`,
    `real.kill(real.ppid, "SIGKILL")`,
    `real.dlopen({ exports: {} }, "$OUT/addon.node")`,
    `real.report.writeReport("$OUT/seized")`,
    `real.send({ jsonrpc: "2.0", id: 0, result: { targets: [] } })`,
    `real._send({ jsonrpc: "2.0", id: 0, result: { targets: [] } })`,
    `for (const key of Object.getOwnPropertySymbols(real)) real[key].writeUtf8String({}, '{"jsonrpc":"2.0","id":0,"result":1}\\n')`,
    `real.abort()`,
    `real.reallyExit(0)`,
    `real.exit(0)`,
  ].map((line) => `seize((real) => { try { ${line}; } catch {} });`),
].join("\n");

/** For who makes code of it: code that is made under a script which may import may do so too. */
const IMPORTS_NET = `"import('node:net').then((net) => net.connect($PORT, '127.0.0.1'), () => {})"`;

const HOSTILE: readonly Hostile[] = [
  {
    what: "writes and deletes by fs",
    attempts: [
      `require("fs").writeFileSync("$OUT/written", "x")`,
      `require("node:fs").appendFileSync("$OUT/victim", "x")`,
      `require("fs").rmSync("$OUT/victim")`,
      `require("fs").renameSync("$OUT/victim", "$OUT/renamed")`,
      `require("fs").mkdirSync("$OUT/folder")`,
      `require("fs").symlinkSync("$OUT/victim", "$OUT/link")`,
      `require("fs").writeSync(require("fs").openSync("$OUT/opened", "w"), "x")`,
      `require("fs").createWriteStream("$OUT/streamed").end("x")`,
      `new (require("fs").WriteStream)("$OUT/streamed").end("x")`,
      `require("fs").writeFile("$OUT/called-back", "x", () => {})`,
      `require("fs/promises").writeFile("$OUT/promised", "x")`,
      `require("fs").promises.rm("$OUT/victim", { force: true })`,
      `process.getBuiltinModule("fs").writeFileSync("$OUT/builtin", "x")`,
      `require("module").createRequire(__filename)("fs").unlinkSync("$OUT/victim")`,
      `process.binding("fs").open("$OUT/bound", 65, 438)`,
      `process._linkedBinding("fs")`,
      `new (require("node:sqlite").DatabaseSync)("$OUT/database")`,
      `require("v8").writeHeapSnapshot("$OUT/heap")`,
      `require("v8").getHeapSnapshot(); escaped.push("heap")`,
      `process.report.writeReport("$OUT/report")`,
      `process.chdir("$OUT")`,
    ],
    says: [/fs\.writeFileSync at target\.js:\d+ does nothing here/, /fs\.rmSync at target\.js:\d+/],
  },
  {
    what: "reads outside of the project",
    attempts: [
      `if (require("fs").readFileSync("$OUT/victim", "utf8") === "secret") escaped.push("read")`,
      `if (require("fs").readFileSync(__dirname + "/link-out", "utf8") === "secret") escaped.push("link")`,
      `if (require("fs").existsSync("$OUT/victim")) escaped.push("exists")`,
      `if (require("fs").readdirSync("$OUT").length > 0) escaped.push("list")`,
      `if (require("fs").readFileSync("/etc/passwd").length > 0) escaped.push("passwd")`,
      `if (require("$OUT/victim.json").secret) escaped.push("require")`,
      `if (require("../victim.json").secret) escaped.push("relative require")`,
      `if (require("fs").readFileSync("/proc/self/environ").length > 2) escaped.push("environ")`,
      `require("fs").readFile("$OUT/victim", "utf8", (_error, text) => { if (text === "secret") escaped.push("late"); })`,
      `for (const name of Object.keys(process.env)) if (/TOKEN|SSH|AWS|SECRET/.test(name)) escaped.push(name)`,
      `if (require("os").homedir() === "$HOME" || require("os").userInfo().homedir === "$HOME") escaped.push("home")`,
    ],
  },
  {
    what: "starts programs",
    attempts: [
      `require("child_process").execSync("touch $OUT/executed")`,
      `require("child_process").spawn("touch", ["$OUT/spawned"])`,
      `require("child_process").spawnSync("touch", ["$OUT/spawned"])`,
      `require("child_process").exec("touch $OUT/executed")`,
      `require("child_process").execFile("touch", ["$OUT/executed"])`,
      `require("child_process").fork("$OUT/program.js")`,
      `new (require("child_process").ChildProcess)().spawn({ file: "touch", args: ["touch", "$OUT/spawned"] })`,
      `require("cluster").fork()`,
      `process.binding("spawn_sync").spawn({ file: "touch", args: ["touch", "$OUT/spawned"] })`,
      `process.binding("process_wrap")`,
      `process.execve("/usr/bin/touch", ["touch", "$OUT/executed"])`,
      `process.dlopen({ exports: {} }, "$OUT/addon.node")`,
      `require("$OUT/addon.node")`,
      `process.kill(process.ppid, "SIGKILL")`,
      `new (require("wasi").WASI)({ version: "preview1" })`,
    ],
    says: [
      /child_process\.execSync at target\.js:\d+/,
      /cluster\.fork at target\.js:\d+ was refused/,
      /process\.kill at/,
    ],
  },
  {
    what: "connects by every module",
    attempts: [
      `require("net").connect($PORT, "127.0.0.1")`,
      `new (require("net").Socket)().connect($PORT, "127.0.0.1")`,
      `require("tls").connect($PORT, "127.0.0.1")`,
      `require("http").get("http://127.0.0.1:$PORT/")`,
      `require("https").get("https://127.0.0.1:$PORT/")`,
      `new (require("http").ClientRequest)("http://127.0.0.1:$PORT/").end()`,
      `require("http2").connect("http://127.0.0.1:$PORT/").request({ ":path": "/" })`,
      `require("dgram").createSocket("udp4").send("x", $UDP, "127.0.0.1")`,
      `require("dns").setServers(["127.0.0.1:$UDP"]), require("dns").resolve4("example.invalid", () => {})`,
      `new (require("dns").Resolver)().resolve4("example.invalid", () => {})`,
      `fetch("http://127.0.0.1:$PORT/")`,
      `new WebSocket("ws://127.0.0.1:$PORT/")`,
      `new EventSource("http://127.0.0.1:$PORT/")`,
      `for (const key of Object.getOwnPropertySymbols(globalThis)) globalThis[key]?.request?.({ origin: "http://127.0.0.1:$PORT", path: "/", method: "GET" }).catch(() => {})`,
      `process.binding("tcp_wrap")`,
      `new (Object.getPrototypeOf(require("tty").WriteStream))().connect($PORT, "127.0.0.1")`,
      `new (process.stderr.constructor)().connect($PORT, "127.0.0.1")`,
      `new (require("inspector").console._stderr.constructor)().connect($PORT, "127.0.0.1")`,
      `require("net").createServer().listen(0)`,
      `require("inspector").open(0)`,
      `require("repl").start()`,
      `require("trace_events").createTracing({ categories: ["node"] }).enable()`,
    ],
    says: [
      /http\.ClientRequest at target\.js:\d+ was refused/,
      /inspector\.open at/,
      /trace_events\.createTracing at/,
    ],
  },
  {
    what: "comes in through code that is made at run time",
    attempts: [
      `eval("require('net').connect($PORT, '127.0.0.1')")`,
      `(0, eval)("process.binding('tcp_wrap')")`,
      `new Function("return process")().binding("fs").open("$OUT/made", 65, 438)`,
      `require("vm").runInThisContext("process").binding("fs")`,
      `require("vm").runInNewContext("this.constructor.constructor('return process')()").mainModule.require("fs").writeFileSync("$OUT/made", "x")`,
      `new Function("return import('node:fs')")().then((fs) => fs.writeFileSync("$OUT/imported", "x"), () => {})`,
      `eval("import('node:fs')").then((fs) => fs.writeFileSync("$OUT/imported", "x"), () => {})`,
      `require("vm").runInThisContext("import('node:fs')").then((fs) => fs.writeFileSync("$OUT/imported", "x"), () => {})`,
      `import("node:fs").then((fs) => fs.writeFileSync("$OUT/imported", "x"), () => {})`,
      `import("data:text/javascript,import fs from 'node:fs'; fs.writeFileSync('$OUT/data', 'x')").catch(() => {})`,
      `import("file://$OUT/program.mjs").catch(() => {})`,
      `new Function("return import('file://$OUT/program.mjs')")().catch(() => {})`,
      `new Function("return import('data:text/javascript,import(\\"node:fs\\").then((fs) => fs.writeFileSync(\\"$OUT/data\\", \\"x\\"))')")().catch(() => {})`,
      `new (require("worker_threads").Worker)("require('fs').writeFileSync('$OUT/thread', 'x')", { eval: true })`,
      `setTimeout("require('fs').writeFileSync('$OUT/timer', 'x')", 1)`,
      `new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), WebAssembly.instantiate`,
      `module.constructor._load("fs").writeFileSync("$OUT/loaded", "x")`,
      `const made = new module.constructor("$OUT/made.js"); made.filename = "$OUT/made.js"; made._compile("require('child_process').execSync('touch $OUT/compiled')", "$OUT/made.js")`,
      `const session = new (require("inspector").Session)(); session.connect(); session.post("Runtime.evaluate", { expression: "require('fs').writeFileSync('$OUT/evaluated', 'x')", includeCommandLineAPI: true })`,
      `require("node:test").run({ files: ["$OUT/program.js"] })`,
      `require.main.require("fs").writeFileSync("$OUT/loaded", "x")`,
      `process.mainModule.require("fs").writeFileSync("$OUT/loaded", "x")`,
      `Error.prepareStackTrace = (_error, sites) => sites, new Error().stack.map((site) => site.getThis()?.process?.binding("fs")), delete Error.prepareStackTrace`,
    ],
    says: [/module\.Module\._load|process\.binding at/],
  },
  {
    what: "hands eval to those that call it back",
    attempts: [
      `setTimeout(eval, 0, ${IMPORTS_NET})`,
      `setImmediate(eval, ${IMPORTS_NET})`,
      `process.nextTick(eval, ${IMPORTS_NET})`,
      `Promise.resolve(${IMPORTS_NET}).then(eval)`,
      `new (require("events"))().on("x", eval).emit("x", ${IMPORTS_NET})`,
      `require("async_hooks").AsyncResource.bind(eval)(${IMPORTS_NET})`,
      `setTimeout((make, code) => make(code)(), 0, Function, ${IMPORTS_NET})`,
    ],
    calls: `setTimeout(eval, 1, ${IMPORTS_NET});
  setImmediate(eval, ${IMPORTS_NET});
  process.nextTick(eval, ${IMPORTS_NET});
  await new Promise((done) => setTimeout(done, 50));`,
  },
  {
    what: "speaks in the worker's name",
    attempts: [
      `process.send({ jsonrpc: "2.0", id: 0, result: { targets: [] } })`,
      `process.emit("message", { jsonrpc: "2.0", id: 0, method: "async-cost/run" })`,
      `for (let fd = 1; fd < 12; fd++) try { require("fs").writeSync(fd, '{"jsonrpc":"2.0","id":0,"result":{"targets":[]}}\\n'); } catch {}`,
      `Object.prototype.toJSON = function () { return this.result ? { ...this, result: { targets: [] } } : this; }`,
      `Array.prototype.toJSON = () => ["forged"]`,
      `Object.prototype.nanosecondsPerCall = [1]; Object.prototype.message = "forged"`,
      `process.exitCode = 7`,
      `JSON.stringify = () => '{"jsonrpc":"2.0","id":0,"result":{"targets":[]}}'`,
      `Object.defineProperty(Object.prototype, "result", { set() {}, get: () => ({ targets: [] }), configurable: true })`,
    ],
  },
  {
    what: "takes the real process from a prototype that it patches",
    attempts: [],
    says: [/It calls process\.binding at line \d+/],
    seizes: true,
    ends: "unsupported",
  },
  {
    what: "poisons what measures it",
    attempts: [
      `performance.now = () => 0`,
      `process.hrtime.bigint = () => 0n`,
      `process.cpuUsage = () => ({ user: 0, system: 0 })`,
      `Date.now = () => 0`,
      `const { push } = Array.prototype; Array.prototype.push = function (...all) { return push.apply(this, all); }`,
      `Array.prototype.hostile = 1`,
      `Object.prototype.hostile = { kind: "forged" }`,
      `Promise.prototype.finally = () => { throw new Error("poisoned"); }`,
      `String.prototype.slice = () => "poisoned"`,
      `globalThis.setImmediate = () => { throw new Error("poisoned"); }`,
      `process.nextTick = () => { throw new Error("poisoned"); }`,
    ],
    says: [/A module replaces .*Array\.prototype\.push/],
  },
  {
    what: "takes away what measures it needs",
    attempts: [
      `Map.prototype.set = function () { return this; }`,
      `Array.prototype.push = () => { throw new Error("poisoned"); }`,
    ],
    says: [/A module replaces .*Map\.prototype\.set/],
    ends: "failed",
  },
];

/** Set in the environment of this test, and so of the host. */
const SECRETS = ["ASYNC_COST_TEST_TOKEN", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "NPM_CONFIG__AUTH"];

describe("code that means harm", function () {
  let folder: string;
  let project: string;
  let server: Server;
  let udp: Socket;
  let reached = 0;

  before(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost-hostile-")));
    project = path.join(folder, "project");
    await mkdir(project);
    await writeFile(path.join(project, "package.json"), "{}");
    await symlink(path.join(folder, "victim"), path.join(project, "link-out"));
    await writeFile(path.join(folder, "victim"), "secret");
    await writeFile(path.join(folder, "victim.json"), '{ "secret": true }');
    const program = `require("fs").writeFileSync(${JSON.stringify(path.join(folder, "program-ran"))}, "x")`;
    await writeFile(path.join(folder, "program.js"), program);
    const source = `import fs from "node:fs"; fs.writeFileSync(${JSON.stringify(path.join(folder, "program-ran"))}, "x")`;
    await writeFile(path.join(folder, "program.mjs"), source);
    await writeFile(path.join(folder, "addon.node"), "");
    server = createServer((socket) => {
      reached++;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    udp = createSocket("udp4", () => reached++).bind(0, "127.0.0.1");
    await Promise.all([once(server, "listening"), once(udp, "listening")]);
    for (const name of SECRETS) process.env[name] = "secret";
  });
  after(async () => {
    for (const name of SECRETS) Reflect.deleteProperty(process.env, name);
    server.close();
    udp.close();
    await rm(folder, { recursive: true });
  });

  /** Everything beside the project, with its content. */
  async function outside(): Promise<Record<string, string>> {
    const names = (await readdir(folder)).filter((name) => name !== "project");
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, await readFile(path.join(folder, name), "utf8")] as const),
      ),
    );
  }

  function textOf({ attempts, seizes, calls = "" }: Hostile): string {
    const { port } = server.address() as { port: number };
    const replaced = (code: string): string =>
      code
        .replaceAll("$OUT", folder)
        .replaceAll("$PORT", String(port))
        .replaceAll("$UDP", String(udp.address().port))
        .replaceAll("$HOME", os.homedir());
    const lines = attempts.map((line) => `try { ${line}; } catch {}`).join("\n");
    return replaced(`const escaped = [];${seizes === true ? REAL_PROCESS : ""}
${lines}
module.exports = async function target() {
  await require("fs").promises.stat("a");
  ${seizes === true ? SEIZE : ""}
  ${calls}
  for (const one of escaped) throw new Error("escaped: " + one);
};
`);
  }

  const said = (target: TargetRun): string =>
    [...target.warnings, ...(target.state === "completed" ? [] : [target.reason])].join("\n");

  for (const hostile of HOSTILE) {
    it(`and ${hostile.what} reaches nothing, and the result says what it tried`, async () => {
      const before = await outside();
      const { target } = await runBehindWalls({
        file: path.join(project, "target.js"),
        text: textOf(hostile),
      });
      assert.equal(target.state, hostile.ends ?? "completed", said(target));
      for (const pattern of hostile.says ?? []) assert.match(said(target), pattern);
      assert.deepEqual(await outside(), before);
      assert.equal(reached, 0, "something was connected to");
    });
  }
});
