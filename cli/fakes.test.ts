import assert from "node:assert/strict";
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { completed, mockServices } from "../bench-worker/host/fixtures/mock-services.ts";
import { WorkerFailure } from "../bench-worker/host/worker-failure.ts";
import { fakesCommand, type FakesOptions } from "./fakes.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";

const SOURCE = `export async function upload(db, name) {
  await db.put(name);
}

export async function download(db) {
  await db.get();
}
`;

const USES = [
  { expression: "db.put", kind: "promise", from: "inferred", why: "its promise is used in line 2", calls: 2 },
] as const;

describe("async-cost fakes", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-fakes-"));
    await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(path.join(folder, "a.js"), SOURCE);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const inFolder = (): Promise<string> => readFile(path.join(folder, "a.async-cost.js"), "utf8");
  async function fakes(
    targets: string[],
    options: FakesOptions = {},
    services = mockServices((id, { request }) => ({ ...completed(id, request.measure), fakes: [...USES] })),
  ) {
    const terminal = fakeTerminal(folder);
    const code = await fakesCommand(targets, options, terminal, "/dist/worker.cjs", services);
    return { code, out: terminal.out(), error: terminal.error(), services };
  }

  it("prints the file that it would write, of one process", async () => {
    const { code, out, error, services } = await fakes(["a.js#upload"]);
    assert.deepEqual([code, error, services.jobs.length], [0, "", 1]);
    assert.match(out, /^export default \{\n {2}upload: \{/m);
    assert.match(out, /\/\/ gives a promise: its promise is used in line 2, 2 times\n {6}"db\.put": \{\},/);
    await assert.rejects(inFolder());
  });

  it("writes the file, adds what it does not have, and keeps what is there", async () => {
    const first = await fakes(["a.js#upload"], { write: true });
    assert.equal(first.out, "a.async-cost.js: written, with upload\n");
    const edited = (await inFolder()).replace('fake("name")', '"mine.txt"');
    await writeFile(path.join(folder, "a.async-cost.js"), edited);
    const second = await fakes(["a.js#upload", "a.js#download"], { write: true });
    assert.equal(second.out, "a.async-cost.js: added download\n");
    assert.equal(second.error, "a.async-cost.js has upload already, which stays as it was\n");
    const both = await inFolder();
    assert.ok(both.startsWith(edited.slice(0, edited.indexOf("\n};"))));
    assert.match(both, /"mine\.txt"[^]*\n {2}download: \{/);
    assert.equal((await fakes(["a.js"], { write: true })).out, "");
    assert.equal(await inFolder(), both);
  });

  it("changes the file that a link leads to, and leaves the link and the mode", async function () {
    if (process.platform === "win32") this.skip();
    const mine = path.join(folder, "mine.js");
    await writeFile(mine, "export default {\n};\n");
    await chmod(mine, 0o640);
    await symlink("mine.js", path.join(folder, "a.async-cost.js"));
    const { code } = await fakes(["a.js#upload"], { write: true });
    assert.equal(code, 0);
    assert.match(await readFile(mine, "utf8"), /upload: \{/);
    assert.ok((await lstat(path.join(folder, "a.async-cost.js"))).isSymbolicLink());
    assert.equal((await stat(mine)).mode & 0o777, 0o640);
    assert.equal((await readdir(folder)).length, 4, "nothing else is left behind");
  });

  it("touches no file that it does not understand", async () => {
    await writeFile(path.join(folder, "a.async-cost.js"), "export default make();\n");
    const { code, error } = await fakes(["a.js#upload"], { write: true });
    assert.equal(code, 1);
    assert.match(error, /^async-cost: a\.async-cost\.js: it does not export an object that can be edited/);
    assert.equal(await inFolder(), "export default make();\n");
  });

  it("writes what a function had used until it failed, and says so", async () => {
    const failing = mockServices(() => {
      throw new WorkerFailure("crashed", "It crashed.", "Look.");
    });
    const { code, out, error } = await fakes(["a.js#upload"], {}, failing);
    assert.equal(code, 0);
    assert.match(error, /^upload: only what it used until it failed: It crashed\. Look\.\n$/);
    assert.match(out, /\/\/ arguments: \(fake\) => \[fake\("db"\), fake\("name"\)\],\n {4}fakes: \{\},/);
  });

  it("refuses a target that is not there", async () => {
    await assert.rejects(fakes([]), /needs a target/);
    await assert.rejects(fakes(["a.js#gone"]), /no asynchronous function named gone/);
  });
});
