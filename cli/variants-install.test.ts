import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { existsSync } from "node:fs";
import type { Npm } from "../bench-worker/host/runtimes/npm.ts";
import { fakeTerminal } from "./fixtures/fake-terminal.ts";
import { UsageError, type Terminal } from "./terminal.ts";
import { variantsInstallCommand, type VariantsInstallOptions } from "./variants-install.ts";

const gallery = path.join(import.meta.dirname, "..", "variants");

describe("async-cost variants install", () => {
  let folder: string;
  let calls: string[][];
  let fails: string | null;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-libraries-"));
    calls = [];
    fails = null;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const npm: Npm = async (words, cwd) => {
    calls.push([...words]);
    const [, name = "", version = ""] = /^(.+)@(.+)$/.exec(words.at(-1) ?? "") ?? [];
    const inside = path.join(cwd, "node_modules", name);
    await mkdir(inside, { recursive: true });
    if (name === fails) return { stdout: "", stderr: "npm error code ENOTFOUND\n", code: 1 };
    await writeFile(path.join(inside, "package.json"), JSON.stringify({ version }));
    return { stdout: "", stderr: "", code: 0 };
  };

  async function run(names: string[], options: VariantsInstallOptions = {}, change: Partial<Terminal> = {}) {
    const terminal = fakeTerminal(folder, change);
    const code = await variantsInstallCommand(names, options, terminal, gallery, { folder, npm });
    return { code, out: terminal.out(), error: terminal.error() };
  }

  it("shows licence and use before it asks, and installs on yes only", async () => {
    const questions: string[] = [];
    const answer = (yes: boolean) => ({
      ask: (question: string) => {
        questions.push(question);
        return Promise.resolve(yes);
      },
    });
    const refused = await run(["rxjs", "kew"], {}, answer(false));
    assert.equal(refused.code, 1);
    assert.match(refused.error, /rxjs@7\.8\.2: licence Apache-2\.0, for rxjs\n/);
    assert.match(refused.error, /Nothing was installed/);
    assert.ok(questions[0]?.includes(folder));
    assert.equal(calls.length, 0);

    const agreed = await run(["rxjs", "kew"], {}, answer(true));
    assert.equal(agreed.code, 0);
    assert.ok(calls.every((words) => words.includes("--ignore-scripts")));
    assert.ok(existsSync(path.join(folder, "rxjs@7.8.2", "node_modules", "rxjs", "package.json")));
  });

  it("installs nothing where nobody can be asked and --yes is missing", async () => {
    await assert.rejects(run(["rxjs"]), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /--yes/);
      return true;
    });
    assert.equal(calls.length, 0);
  });

  it("gets one library for all variants that share it, and none that is there", async () => {
    const first = await run(["when-promises", "when-generator"], { yes: true, json: true });
    assert.deepEqual(JSON.parse(first.out), {
      folder,
      installed: ["when@3.7.8"],
      present: [],
      failed: [],
    });
    const again = await run(["when-generator"], { json: true });
    assert.deepEqual(JSON.parse(again.out), { folder, installed: [], present: ["when@3.7.8"], failed: [] });
    assert.equal(calls.length, 1);
  });

  it("says of each that fails why, leaves nothing half-installed, and gets the others", async () => {
    fails = "kew";
    const { code, error, out } = await run(["kew", "rsvp"], { yes: true });
    assert.equal(code, 1);
    assert.match(error, /kew@0\.7\.0 was not installed: npm cannot reach the registry \(ENOTFOUND\)/);
    assert.match(out, /Installed rsvp@4\.8\.5; failed: kew@0\.7\.0/);
    assert.deepEqual((await readdir(folder)).sort(), ["rsvp@4.8.5"]);
  });

  for (const [names, options, message] of [
    [[], {}, /install what\?/],
    [["rxjs"], { all: true }, /--all takes no names; leave out rxjs/],
    [["qq"], {}, /there is no variant qq; with a library there are .*q-promises/],
    [["galaxy-stack"], {}, /galaxy-stack cannot run here: .*native/],
  ] as const) {
    it(`answers ${JSON.stringify(names)} with ${message.source}`, async () => {
      await assert.rejects(run([...names], options), (error: Error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
