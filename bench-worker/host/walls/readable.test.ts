import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readableFor } from "./readable.ts";

describe("what a worker may read", () => {
  let root: string;
  const at = (name: string): string => path.join(root, name);
  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(os.tmpdir(), "async-cost-readable-")));
  });
  afterEach(() => rm(root, { recursive: true }));

  async function write(...names: string[]): Promise<void> {
    for (const name of names) {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(at(name), "");
    }
  }
  async function link(name: string, to: string): Promise<void> {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await mkdir(at(to), { recursive: true });
    await writeFile(path.join(at(to), "package.json"), "{}");
    await symlink(at(to), at(name), "junction");
  }
  /** Whether each file is covered by what may be read, by the rules of the permission model. */
  function may(file: string, names: string[], workspaceFolder: string | null = null): boolean[] {
    const paths = readableFor(
      {
        targets: [{ id: "a", file: at(file), text: "", language: "js", functionStart: 0 }],
        workspaceFolder: workspaceFolder === null ? null : at(workspaceFolder),
      },
      { home: at("home"), temporary: os.tmpdir() },
    );
    return names.map((name) =>
      paths.some((allowed) =>
        allowed.endsWith("*")
          ? at(name).startsWith(allowed.slice(0, -1))
          : at(name) === allowed || at(name).startsWith(allowed + path.sep),
      ),
    );
  }

  it("is the repository, and nothing beside it", async () => {
    await write("home/work/app/.git/HEAD", "home/work/app/packages/a/src/a.js", "home/.ssh/id_rsa");
    assert.deepEqual(
      may(
        "home/work/app/packages/a/src/a.js",
        ["home/work/app/packages/b/b.js", "home/work/other/a.js", "home/.ssh/id_rsa", "home/.npmrc"],
        "home/work/app/packages/a",
      ),
      [true, false, false, false],
    );
  });

  it("is the repository where the workspace folder is wider", async () => {
    await write("home/work/app/.git/HEAD", "home/work/app/a.js", "home/work/package.json");
    assert.deepEqual(may("home/work/app/a.js", ["home/work/app/b.js", "home/work/other/a.js"], "home/work"), [
      true,
      false,
    ]);
    await write("home/work/plain/a.js");
    assert.deepEqual(may("home/work/plain/a.js", ["home/work/other/a.js"], "home/work"), [true]);
  });

  it("is never a home folder, even where that is a repository and the workspace", async () => {
    await write(
      "home/.git/HEAD",
      "home/package.json",
      "home/a.js",
      "home/b.js",
      "home/.ssh/id_rsa",
      "home/.npmrc",
    );
    await write("home/node_modules/c/index.js");
    assert.deepEqual(
      may(
        "home/a.js",
        ["home/a.js", "home/b.js", "home/node_modules/c/index.js", "home/.ssh/id_rsa", "home/.npmrc"],
        "home",
      ),
      [true, true, true, false, false],
    );
    await write("home/scripts/x.js");
    assert.deepEqual(may("home/scripts/x.js", ["home/scripts/y.js", "home/.ssh/id_rsa"], "home"), [
      true,
      false,
    ]);
  });

  it("is what is above a package and belongs to its loading", async () => {
    await write(
      "mono/node_modules/d/index.js",
      "mono/tsconfig.base.json",
      "mono/package.json",
      "mono/a/package.json",
    );
    await write("node_modules/e/index.js", "tsconfig.json", "secret.json");
    assert.deepEqual(
      may("mono/a/src/a.js", [
        "mono/node_modules/d/index.js",
        "mono/tsconfig.base.json",
        "node_modules/e/index.js",
        "tsconfig.json",
        "secret.json",
      ]),
      [true, true, true, true, false],
    );
  });

  it("is what links among packages lead to, with the packages that those have", async () => {
    await write("app/package.json", "app/a.js");
    await link("app/node_modules/d", "store/links/d/1/node_modules/d");
    await link("store/links/d/1/node_modules/e", "store/links/e/1/node_modules/e");
    await link("app/node_modules/@my/lib", "lib");
    await link("lib/node_modules/f", "elsewhere/f");
    assert.deepEqual(
      may("app/a.js", [
        "store/links/d/1/node_modules/d/index.js",
        "store/links/e/1/node_modules/e/index.js",
        "lib/index.js",
        "elsewhere/f/index.js",
        "store/links/other/1/node_modules/g/index.js",
      ]),
      [true, true, true, true, false],
    );
  });

  it("is not where a link leads that is no package", async () => {
    await write("home/app/package.json", "home/app/a.js", "home/.keys/private");
    await mkdir(at("home/app/node_modules"));
    await symlink(at("home/.keys"), at("home/app/node_modules/keys"), "junction");
    assert.deepEqual(may("home/app/a.js", ["home/app/b.js", "home/.keys/private"]), [true, false]);
  });

  it("is not what a link among packages leads to where that is a home folder, or holds one", async () => {
    await write("home/app/package.json", "home/app/a.js", "home/.ssh/id_rsa");
    await link("home/app/node_modules/x", "home");
    await link("home/app/node_modules/y", ".");
    assert.deepEqual(may("home/app/a.js", ["home/app/b.js", "home/.ssh/id_rsa", "other/a.js"]), [
      true,
      false,
      false,
    ]);
  });

  it("is given by whole stores where there are too many links for a command line, and the project as before", async () => {
    await write("home/work/app/package.json", "home/work/app/a.js", "home/work/other/a.js");
    for (let i = 0; i < 250; i++)
      await link(`home/work/app/node_modules/d${i}`, `home/store/links/d${i}/1/node_modules/d${i}`);
    const reading = {
      targets: [
        { id: "a", file: at("home/work/app/a.js"), text: "", language: "js" as const, functionStart: 0 },
      ],
      workspaceFolder: null,
    };
    const paths = readableFor(reading, { home: at("home"), temporary: os.tmpdir() });
    assert.ok(paths.length <= 200, `${paths.length} paths`);
    assert.deepEqual(
      may("home/work/app/a.js", [
        "home/work/app/b.js",
        "home/work/other/a.js",
        "home/store/links/d9/1/node_modules/d9/index.js",
      ]),
      [true, false, true],
    );
  });
});
