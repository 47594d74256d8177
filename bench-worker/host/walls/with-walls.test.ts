import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DEFAULT_OPTIONS } from "../../default-options.ts";
import type { Runtime } from "../api.ts";
import { WorkerFailure } from "../worker-failure.ts";
import { runInWorker, type WorkerJob } from "../worker-process.ts";
import { permissionFlag } from "./permission-flag.ts";
import { wallServices, withDenoWalls, withWalls } from "./with-walls.ts";

const node: Runtime = { name: "node", path: process.execPath, foundBy: "the test", environment: {} };

describe("the flag of a runtime's permission model", () => {
  const asked = async (answers: Record<string, string>, runtime = node) => {
    const tried: string[] = [];
    const flag = await permissionFlag(runtime, (_command, [flag = ""]) => {
      tried.push(flag);
      return Promise.resolve({ stdout: answers[flag] ?? "", error: "exit code 9" });
    });
    return { flag, tried };
  };

  it("is the newer spelling where the runtime takes it, else the older", async () => {
    assert.equal((await asked({ "--permission": "false\n" })).flag, "--permission");
    assert.equal((await asked({ "--experimental-permission": "false\n" })).flag, "--experimental-permission");
  });

  it("is none where the runtime takes neither, or takes it and refuses nothing", async () => {
    assert.equal((await asked({})).flag, null);
    assert.equal((await asked({ "--permission": "true\n" })).flag, null);
  });

  it("is not even tried on another runtime than Node", async () => {
    assert.deepEqual(await asked({ "--permission": "false" }, { ...node, name: "bun" }), {
      flag: null,
      tried: [],
    });
  });

  it("is known of the Node that runs this test, and asked for once", async () => {
    let asks = 0;
    const services = wallServices((runtime) => {
      asks++;
      return permissionFlag(runtime);
    });
    const flags = await Promise.all([services.permissionFlag(node), services.permissionFlag(node)]);
    assert.match(flags[0] ?? "", /^--(experimental-)?permission$/);
    assert.equal(flags[1], flags[0]);
    assert.equal(asks, 1);
  });

  it("is asked for again where the runtime took none, or did not answer", async () => {
    const answers = [null, new Error("too busy"), "--permission"];
    const services = wallServices(() => {
      const answer = answers.shift()!;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    });
    assert.equal(await services.permissionFlag(node), null);
    await assert.rejects(services.permissionFlag(node), /too busy/);
    assert.equal(await services.permissionFlag(node), "--permission");
  });

  it("is not taken for none where the machine is too busy to tell", async () => {
    const never = permissionFlag(node, () => Promise.resolve({ stdout: "", error: "timed out" }));
    await assert.rejects(never, (error) => error instanceof WorkerFailure && error.kind === "starved");
  });
});

describe("a worker on Deno", () => {
  const flagsFor = (name: string, readable: string[]): readonly string[] => {
    const runtime = { ...node, name } as Runtime;
    const job = { runtime, workerFile: "/dist/worker.cjs", flags: ["run", "--allow-read"], request: {} };
    return withDenoWalls(job as unknown as WorkerJob, { readableFor: () => readable }).flags;
  };

  it("may read what its project needs, and itself", () => {
    const flags = flagsFor("deno", ["/a/project", "/a/tsconfig*"]);
    assert.deepEqual(flags, ["run", "--allow-read=/dist,/a/project,/a/tsconfig.json"]);
  });

  it("may read everything where a path cannot be told, and no other runtime is asked", () => {
    assert.deepEqual(flagsFor("deno", ["/a, b"]), ["run", "--allow-read"]);
    assert.deepEqual(flagsFor("bun", ["/a"]), ["run", "--allow-read"]);
  });
});

describe("a worker behind walls", () => {
  let folder: string;
  before(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost-walls-")));
  });
  after(() => rm(folder, { recursive: true }));

  it("is refused by the runtime itself what is not its project's, whatever the folder is called", async () => {
    const project = path.join(folder, "a project, with spaces & (signs) ü");
    const store = path.join(folder, "store/dependency@1");
    await mkdir(path.join(project, "node_modules"), { recursive: true });
    await mkdir(store, { recursive: true });
    const names = ["package.json", "file, with comma.js", "node_modules/dependency/index.js"];
    await symlink(store, path.join(project, "node_modules/dependency"), "junction");
    for (const name of names) await writeFile(path.join(project, name), "{}");
    await writeFile(path.join(store, "package.json"), "{}");
    // As an extension that is under development is installed.
    const installed = path.join(folder, "installed");
    await symlink(import.meta.dirname, installed, "junction");
    const outside = path.join(folder, "id_rsa");
    await writeFile(outside, "secret");
    const inside = [...names.map((name) => path.join(project, name)), path.join(store, "index.js")];
    const canary = path.join(folder, "canary");
    const job: WorkerJob = {
      runtime: node,
      workerFile: path.join(installed, "fixtures/trespasses.cjs"),
      flags: [],
      request: {
        measure: "time",
        targets: [
          {
            id: "a",
            file: path.join(project, "file, with comma.js"),
            text: JSON.stringify({ outside, inside, canary }),
            language: "js",
            functionStart: 0,
          },
        ],
        options: DEFAULT_OPTIONS,
        processBudgetMilliseconds: 100,
        processIndex: 0,
        withConstants: true,
        workspaceFolder: null,
      },
      timeLimitMilliseconds: 60_000,
      onReady: () => undefined,
      onProgress: () => undefined,
    };
    const walled = await withWalls(job, wallServices());
    // The fixture needs what lies beside its folder, as the bundle does not.
    const own = `--allow-fs-read=${path.resolve(import.meta.dirname, "../fixtures")}`;
    const { targets } = await runInWorker(
      { ...walled, flags: [...walled.flags, own] },
      AbortSignal.timeout(60_000),
    );
    const denied = "ERR_ACCESS_DENIED";
    assert.deepEqual(JSON.parse(targets[0]!.warnings[0]!), {
      ...Object.fromEntries(inside.map((file) => [`read ${path.basename(file)}`, "done"])),
      "read outside": denied,
      "list outside": denied,
      write: denied,
      "write inside": denied,
      "write at home": denied,
      delete: denied,
      spawn: denied,
      thread: denied,
      binding: denied,
      "add-on": "ERR_DLOPEN_DISABLED",
      inspector: denied,
    });
    assert.ok(existsSync(outside));
    assert.ok(!existsSync(canary));
  });
});
