import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { briefGit, GitCommand } from "./git-command.ts";

describe("asking git for the last commit", () => {
  let folder = "";
  const git = (...gitArguments: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.invalid", ...gitArguments], {
      cwd: folder,
      encoding: "utf8",
    }).trim();

  before(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost-git-")));
    git("init", "-q");
    await mkdir(path.join(folder, "a folder"));
    await writeFile(path.join(folder, "a folder", "$(b) ä.js"), "before\n");
    git("add", ".");
    git("commit", "-q", "-m", "one");
    await writeFile(path.join(folder, "a folder", "$(b) ä.js"), "after\n");
  });
  after(() => rm(folder, { recursive: true }));

  const allowed = new GitCommand(briefGit, () => true);
  const file = () => path.join(folder, "a folder", "$(b) ä.js");

  it("gives the commit and the committed text, whatever the path looks like", async () => {
    const commit = await allowed.commitOf(file());
    assert.equal(commit, git("rev-parse", "HEAD"));
    assert.equal(await allowed.textAt(commit, file()), "before\n");
  });

  it("says when the commit has no such file", async () => {
    const commit = git("rev-parse", "HEAD");
    assert.equal(await allowed.textAt(commit, path.join(folder, "new.js")), null);
  });

  it("knows nothing outside of a repository, before the first commit, and where the folder is gone", async () => {
    const outside = await mkdtemp(path.join(os.tmpdir(), "async-cost-git-"));
    try {
      assert.equal(await allowed.commitOf(path.join(outside, "a.js")), undefined);
      execFileSync("git", ["init", "-q"], { cwd: outside });
      assert.equal(await allowed.commitOf(path.join(outside, "a.js")), undefined);
      assert.equal(await allowed.commitOf(path.join(outside, "gone", "a.js")), undefined);
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it("takes a failure for no file that is missing", async () => {
    assert.equal(await allowed.textAt("0".repeat(40), file()), undefined);
  });

  it("asks about the folder's repository, whatever one a hook of git has in its environment", async () => {
    const other = await mkdtemp(path.join(os.tmpdir(), "async-cost-git-"));
    try {
      execFileSync("git", ["init", "-q"], { cwd: other });
      process.env.GIT_DIR = path.join(other, ".git");
      assert.equal(await allowed.textAt((await allowed.commitOf(file())) ?? "", file()), "before\n");
    } finally {
      delete process.env.GIT_DIR;
      await rm(other, { recursive: true });
    }
  });

  it("runs nothing where it is not allowed to", async () => {
    let runs = 0;
    const forbidden = new GitCommand(
      () => () => {
        runs++;
        return Promise.resolve(Buffer.from("a".repeat(40)));
      },
      () => false,
    );
    assert.equal(await forbidden.commitOf(file()), undefined);
    assert.equal(await forbidden.textAt("HEAD", file()), undefined);
    assert.equal(runs, 0);
  });
});
