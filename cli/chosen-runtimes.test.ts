import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fakeStore, type FakeStore } from "../bench-worker/host/runtimes/fixtures/fake-store.ts";
import { parseSpecification } from "../bench-worker/host/runtimes/packages.ts";
import { installRuntime, planRuntime } from "../bench-worker/host/runtimes/store.ts";
import { chosenRuntimes } from "./chosen-runtimes.ts";
import { UsageError } from "./terminal.ts";

const major = process.versions.node.split(".")[0]!;

describe("--runtime", () => {
  let folder: string;
  let store: FakeStore;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-runtimes-"));
    store = fakeStore(path.join(folder, "runtimes"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const refuses = (name: string, message: RegExp) =>
    assert.rejects(chosenRuntimes([name], store), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, message);
      return true;
    });

  it("is the Node that runs the command where nothing is said, once however it is called", async () => {
    const paths = async (names?: string[]) =>
      (await chosenRuntimes(names, store)).map((runtime) => runtime.path);
    const here = await paths();
    assert.equal(here.length, 1);
    assert.deepEqual(await paths(["node", `node@${major}`, "node"]), here);
  });

  it("says how to get what is not installed", async () => {
    await refuses("node@99", /^--runtime node@99 is not installed; .*async-cost runtimes install node@99$/);
    await refuses("bun", /^--runtime bun is not installed; .*async-cost runtimes install bun$/);
  });

  it("is refused when it is no name", async () => {
    await refuses("chrome", /^--runtime: "chrome" is no runtime; write node/);
  });

  it("does not measure on an installed one that does not answer", async () => {
    const name = major === "24" ? "node@22" : "node@24";
    const planned = await planRuntime(parseSpecification(name), store, new AbortController().signal);
    await installRuntime(planned, store, () => undefined, new AbortController().signal);
    await refuses(name, new RegExp(`Cannot measure on .*--runtime ${name}.*cannot be run`));
  });
});
