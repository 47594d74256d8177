import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { temporaryRepository, type TemporaryRepository } from "./fixtures/temporary-repository.ts";
import { gitIn, RevisionError } from "./git.ts";
import {
  changedFiles,
  isInRevision,
  openRepository,
  pathInRepository,
  readBlobs,
  resolveRevision,
  type Repository,
} from "./repository.ts";

const LONG = "export const lines = [\n" + '  "one line of many",\n'.repeat(20) + "];\n";

describe("a git repository", () => {
  let made: TemporaryRepository;
  let repository: Repository;
  before(async () => {
    made = temporaryRepository();
    made.write("a.js", "const a = 1;\n");
    made.write("gone.js", "const gone = 1;\n");
    made.write("old name.js", LONG);
    made.write("src/inner.ts", "let b = 2;\n");
    made.write("binary.js", Buffer.from([1, 0, 2]));
    made.write(".gitignore", "ignored.js\n");
    made.commit();
    made.git("tag", "v1");
    made.write("a.js", "\uFEFFconst a = 2;\n");
    made.commit();
    made.git("rm", "--quiet", "gone.js");
    made.git("mv", "old name.js", "src/new\tnäme.js");
    made.write("src/inner.ts", "let b = 3;\n");
    made.write("binary.js", Buffer.from([1, 0, 3]));
    made.write("untracked.js", "let c;\n");
    made.write("ignored.js", "let d;\n");
    repository = await openRepository(path.join(made.folder, "src"), gitIn);
  });
  after(() => made.remove());

  const changes = async (revision: string) =>
    (await changedFiles(repository, await resolveRevision(repository, revision)))
      .map(({ base, head }) => [base?.path ?? null, head])
      .sort((a, b) => String(a).localeCompare(String(b)));

  it("is found from a folder in it", () => {
    assert.equal(repository.root, made.folder);
  });

  it("tells what differs from the working tree, saved or committed, with renames and files not yet known", async () => {
    assert.deepEqual(
      await changes("HEAD"),
      [
        ["binary.js", "binary.js"],
        ["gone.js", null],
        ["old name.js", "src/new\tnäme.js"],
        ["src/inner.ts", "src/inner.ts"],
        [null, "untracked.js"],
      ].sort((a, b) => String(a).localeCompare(String(b))),
    );
    assert.ok((await changes("v1")).some(([base]) => base === "a.js"));
  });

  it("reads contents, without a byte order mark, and nothing of what is not text", async () => {
    const revision = await resolveRevision(repository, "v1");
    const files = await changedFiles(repository, revision);
    const blobs = ["a.js", "binary.js", "src/inner.ts"].map(
      (file) => files.find(({ base }) => base?.path === file)!.base!.blob,
    );
    assert.deepEqual(await readBlobs(repository, blobs), ["const a = 1;\n", null, "let b = 2;\n"]);
    assert.deepEqual(await readBlobs(repository, []), []);
  });

  it("knows what is in a revision", async () => {
    const revision = await resolveRevision(repository, "HEAD");
    assert.equal(await isInRevision(repository, revision, "src"), true);
    assert.equal(await isInRevision(repository, revision, "untracked.js"), false);
  });

  for (const name of ["no-such-branch", "", "--all", "HEAD:a.js"]) {
    it(`refuses ${JSON.stringify(name)} as a revision`, async () => {
      await assert.rejects(resolveRevision(repository, name), (error) => {
        assert.ok(error instanceof RevisionError);
        assert.match(error.message, /write a branch, a tag or a commit/);
        assert.ok(!error.message.includes("\n"));
        return true;
      });
    });
  }

  it("says that a clone is shallow", async () => {
    const clone = temporaryRepository();
    try {
      clone.git("fetch", "--quiet", "--depth=1", `file://${made.folder}`, "main");
      clone.git("reset", "--quiet", "--hard", "FETCH_HEAD");
      const shallow = await openRepository(clone.folder, gitIn);
      await assert.rejects(
        resolveRevision(shallow, "HEAD~1"),
        /this clone is shallow .* git fetch --unshallow/,
      );
    } finally {
      clone.remove();
    }
  });

  it("takes paths relative to a folder, and refuses those outside", async () => {
    const folder = path.join(made.folder, "src");
    assert.equal(await pathInRepository(repository, folder, "inner.ts"), "src/inner.ts");
    assert.equal(await pathInRepository(repository, folder, ".."), "");
    await assert.rejects(
      pathInRepository(repository, folder, "../../x.js"),
      /lies outside of the repository/,
    );
  });

  it("is not there in a folder without one, nor without a working tree, nor without git", async () => {
    const outside = path.join(made.folder, "..", `async-cost-outside-${process.pid}`);
    mkdirSync(outside, { recursive: true });
    if (path.dirname(outside) === os.tmpdir()) {
      await assert.rejects(openRepository(outside, gitIn), /is in no git repository; change to one/);
    }
    await assert.rejects(openRepository(path.join(made.folder, ".git"), gitIn), /no working tree/);
    const saved = process.env["PATH"];
    process.env["PATH"] = outside;
    try {
      await assert.rejects(openRepository(made.folder, gitIn), /git was not found on PATH; install it/);
    } finally {
      process.env["PATH"] = saved;
      rmSync(outside, { recursive: true });
    }
  });
});
