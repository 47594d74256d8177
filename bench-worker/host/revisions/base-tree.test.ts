import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import path from "node:path";
import { checkOutBase, type BaseTree } from "./base-tree.ts";
import { temporaryRepository, type TemporaryRepository } from "./fixtures/temporary-repository.ts";
import { gitIn } from "./git.ts";
import { copyIgnored } from "./ignored-files.ts";
import { changedFiles, openRepository, resolveRevision, type Repository } from "./repository.ts";

describe("the code of a revision", () => {
  let made: TemporaryRepository;
  let repository: Repository;
  let tree: BaseTree;
  before(async () => {
    made = temporaryRepository();
    made.write("src/a.ts", "import './b.js'; // old\n");
    made.write("src/b.ts", "export const b = 'old';\n");
    made.write("package.json", '{ "workspaces": ["packages/*"] }\n');
    made.write("packages/own/package.json", '{ "name": "own" }\n');
    made.write("packages/own/index.js", "module.exports = 'old';\n");
    made.write("movie.mp4", Buffer.alloc(100));
    made.write(".gitignore", "node_modules\ngenerated\n*.gen.ts\n");
    made.write("crlf.js", "a();\r\nb();\r\n");
    made.write("linked/real.js", "old();\n");
    if (process.platform !== "win32") symlinkSync("linked", path.join(made.folder, "link"));
    made.commit();
    made.write("src/c.gen.ts", "export const c = 'generated';\n");
    made.write("packages/own/generated/deep/x.js", "module.exports = 'built';\n");
    made.write("packages/own/generated/movie.mp4", Buffer.alloc(100));
    made.write("packages/own/generated/node_modules/y.js", "");
    made.write("untracked.js", "new();\n");
    made.write("src/b.ts", "export const b = 'new';\n");
    made.write("packages/own/index.js", "module.exports = 'new';\n");
    made.write("node_modules/lib/index.js", "module.exports = 1;\n");
    made.write("node_modules/@scope/lib/index.js", "module.exports = 2;\n");
    made.write("packages/own/node_modules/deep/index.js", "module.exports = 3;\n");
    symlinkSync(
      path.join(made.folder, "packages/own"),
      path.join(made.folder, "node_modules/own"),
      "junction",
    );
    repository = await openRepository(made.folder, gitIn);
    tree = await checkOutBase(repository, await resolveRevision(repository, "HEAD"));
  });
  after(async () => {
    await tree.remove();
    made.remove();
  });

  it("stands in a folder of its own, without what nothing imports", () => {
    assert.equal(readFileSync(path.join(tree.folder, "src/b.ts"), "utf8"), "export const b = 'old';\n");
    assert.ok(!existsSync(path.join(tree.folder, "movie.mp4")));
    assert.equal(realpathSync(tree.folder), tree.folder);
  });

  it("has what git ignores as it is now, where it can be imported, and nothing else that is new", () => {
    const textOf = (file: string): string => readFileSync(path.join(tree.folder, file), "utf8");
    assert.equal(textOf("src/c.gen.ts"), "export const c = 'generated';\n");
    assert.equal(textOf("packages/own/generated/deep/x.js"), "module.exports = 'built';\n");
    assert.equal(
      realpathSync(path.join(tree.folder, "packages/own/generated/deep/x.js")),
      path.join(tree.folder, "packages/own/generated/deep/x.js"),
    );
    for (const file of ["untracked.js", "packages/own/generated/movie.mp4"]) {
      assert.ok(!existsSync(path.join(tree.folder, file)), file);
    }
    assert.ok(!existsSync(path.join(tree.folder, "packages/own/generated/node_modules")));
  });

  it("has contents as git stores them, links included, and runs no filter for them", async () => {
    assert.equal(readFileSync(path.join(tree.folder, "crlf.js"), "utf8"), "a();\r\nb();\r\n");
    const linked = process.platform === "win32" ? "linked/real.js" : "link/real.js";
    assert.equal(readFileSync(path.join(tree.folder, linked), "utf8"), "old();\n");
    const ran = path.join(made.folder, ".git", "ran");
    made.write(".git/info/attributes", "*.ts filter=mine\n*.js filter=mine\n");
    for (const what of ["clean", "smudge"]) made.git("config", `filter.mine.${what}`, `touch "${ran}"; cat`);
    try {
      const filtered = await openRepository(made.folder, gitIn);
      const revision = await resolveRevision(filtered, "HEAD");
      await changedFiles(filtered, revision);
      await (await checkOutBase(filtered, revision)).remove();
      assert.ok(!existsSync(ran), "a filter ran");
      made.git("diff", "--stat", "HEAD");
      assert.ok(existsSync(ran), "the filter works");
    } finally {
      made.git("config", "--remove-section", "filter.mine");
    }
  });

  it("writes through no link of the revision, which may lead out of the tree", async function () {
    if (process.platform === "win32") this.skip();
    const own = path.join(made.folder, ".git", "links");
    const outside = path.join(made.folder, ".git", "outside");
    mkdirSync(outside);
    mkdirSync(path.join(own, "packages/own"), { recursive: true });
    symlinkSync(outside, path.join(own, "src"));
    symlinkSync(outside, path.join(own, "packages/own/generated"));
    await copyIgnored(repository, own, () => true);
    assert.deepEqual(readdirSync(outside), []);
  });

  it("copies no more of what git ignores than is said", async () => {
    const other = path.join(made.folder, ".git", "few");
    mkdirSync(other);
    await copyIgnored(repository, other, () => true, { files: 1, bytes: 1000 });
    assert.deepEqual(readdirSync(other, { recursive: true }).map(String).sort(), [
      "src",
      path.join("src", "c.gen.ts"),
    ]);
  });

  it("finds the packages that are installed, and those of the repository in its own version", () => {
    const at = (file: string): string => realpathSync(path.join(tree.folder, "node_modules", file));
    assert.equal(at("lib"), path.join(made.folder, "node_modules/lib"));
    assert.equal(at("@scope/lib"), path.join(made.folder, "node_modules/@scope/lib"));
    assert.equal(at("own"), path.join(tree.folder, "packages/own"));
    assert.ok(existsSync(path.join(tree.folder, "packages/own/node_modules/deep/index.js")));
  });

  it("leaves the repository and its index alone", () => {
    assert.equal(made.git("diff", "--cached", "--name-only"), "");
    assert.equal(made.git("diff", "--name-only"), "packages/own/index.js\nsrc/b.ts");
    assert.ok(!existsSync(path.join(made.folder, ".git/worktrees")));
  });

  it("is taken away without what it leads to, also when it could not be made", async () => {
    const scratch = path.join(made.folder, ".git", "scratch");
    mkdirSync(scratch);
    const revision = await resolveRevision(repository, "HEAD");
    const other = await checkOutBase(repository, revision, scratch);
    await other.remove();
    assert.deepEqual(readdirSync(scratch), []);
    assert.ok(existsSync(path.join(made.folder, "node_modules/lib/index.js")));

    const failing: Repository = {
      ...repository,
      git: (words, input) =>
        words[0] === "cat-file" ? Promise.reject(new Error("no space")) : repository.git(words, input),
    };
    await assert.rejects(checkOutBase(failing, revision, scratch), /no space/);
    assert.deepEqual(readdirSync(scratch), []);
  });

  it("is refused when it is too much", async () => {
    const listing = "100644 blob 0000000000000000000000000000000000000000 2000000000\tbig.js\0";
    const huge: Repository = { ...repository, git: () => Promise.resolve(Buffer.from(listing)) };
    await assert.rejects(
      checkOutBase(huge, { name: "main", commit: "0" }),
      /main has 1 files of code, 2000 MB, .* git worktree add/,
    );
  });
});
