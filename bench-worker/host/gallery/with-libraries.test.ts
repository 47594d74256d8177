import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createResolve } from "../../worker/load/resolve.ts";
import type { WorkerJob } from "../worker-process.ts";
import { WorkerFailure } from "../worker-failure.ts";
import { LIBRARY_RECIPE } from "./installed.ts";
import { withLibraries } from "./with-libraries.ts";

const galleryFile = path.join(import.meta.dirname, "..", "..", "..", "variants", "rxjs.js");

describe("the libraries of the gallery", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-roots-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const rootsOf = async (file: string): Promise<readonly string[] | undefined> => {
    const target = { id: "1", file, text: "", language: "js", functionStart: 0 } as const;
    const job = { request: { targets: [target] } } as unknown as WorkerJob;
    return (await withLibraries(job, folder)).request.targets[0]?.moduleRoots;
  };
  const install = async (version = "7.8.2"): Promise<string> => {
    const own = path.join(folder, `rxjs@${version}`);
    const root = path.join(own, "node_modules");
    await mkdir(path.join(root, "rxjs"), { recursive: true });
    await writeFile(path.join(root, "rxjs", "index.js"), "");
    await writeFile(path.join(own, "ready.json"), JSON.stringify({ recipe: LIBRARY_RECIPE }));
    return root;
  };

  it("are named by a failure that says how to get them where they are missing", async () => {
    await install("6.0.0");
    await assert.rejects(rootsOf(galleryFile), (error: unknown) => {
      assert.ok(error instanceof WorkerFailure);
      assert.match(error.message, /RxJS 7 needs rxjs@7\.8\.2, which is not installed/);
      assert.match(error.hint, /async-cost variants install rxjs$/);
      return true;
    });
  });

  it("are found by a variant, and by no program that a catalogue does not name", async () => {
    const root = await install();
    assert.deepEqual(await rootsOf(galleryFile), [root]);
    assert.equal(await rootsOf(path.join(import.meta.dirname, "rxjs.js")), undefined);
    assert.equal(await rootsOf(path.join(path.dirname(galleryFile), "other.js")), undefined);
    assert.equal(await rootsOf(path.join(path.dirname(galleryFile), "async-await.js")), undefined);
  });

  it("come before what lies in a folder above, for the target's own modules only", async () => {
    const root = await install();
    const project = path.join(folder, "project");
    for (const place of [project, path.join(project, "node_modules", "other")]) {
      await mkdir(path.join(place, "node_modules", "rxjs"), { recursive: true });
      await writeFile(path.join(place, "node_modules", "rxjs", "index.js"), "");
    }
    const resolve = createResolve(project, [root]);
    const rooted = { kind: "file", file: path.join(root, "rxjs", "index.js") };
    assert.deepEqual(resolve("rxjs", project), rooted);
    assert.deepEqual(resolve("rxjs", path.join(project, "data-layer")), rooted);
    const own = path.join(project, "node_modules", "other");
    assert.deepEqual(resolve("rxjs", own), {
      kind: "file",
      file: path.join(own, "node_modules", "rxjs", "index.js"),
    });
    const plain = createResolve(project)("rxjs", project);
    assert.deepEqual(plain, {
      kind: "file",
      file: path.join(project, "node_modules", "rxjs", "index.js"),
    });
  });
});
