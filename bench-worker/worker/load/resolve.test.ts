import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createResolve, type Resolve, type Resolved } from "./resolve.ts";

describe("resolving what a module imports", () => {
  let folder: string;

  before(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "resolve-")));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const write = (files: Readonly<Record<string, unknown>>): void => {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    }
  };
  const link = (from: string, to: string): void => {
    mkdirSync(path.dirname(path.join(folder, from)), { recursive: true });
    symlinkSync(path.join(folder, to), path.join(folder, from), "junction");
  };
  /** Where each specifier leads to from a folder, relative to the test's own. */
  const where = (from: string, specifiers: readonly string[], resolve?: Resolve): (string | undefined)[] => {
    const at = path.join(folder, from);
    const find = resolve ?? createResolve(at);
    const relative = (resolved: Resolved): string | undefined =>
      resolved.kind === "file"
        ? path.relative(folder, resolved.file).replaceAll(path.sep, "/")
        : resolved.kind === "missing"
          ? undefined
          : resolved.name;
    return specifiers.map((specifier) => relative(find(specifier, at)));
  };

  it("takes a number sign for a part of the path, in folders of the project and in specifiers", () => {
    const project = path.join(folder, "C#");
    const file = path.join(project, "string", "#", "contains", "index.js");
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "");
    const resolve = createResolve(project);
    assert.deepEqual(resolve("./string/#/contains", project), { kind: "file", file });
    assert.deepEqual(resolve("./index", path.dirname(file)), { kind: "file", file });
    assert.deepEqual(resolve("./string/#/missing", project), { kind: "missing" });
  });

  it("finds what a package imports of itself in source form, also where it is installed", () => {
    const manifest = {
      name: "@me/kit",
      exports: { ".": "./dist/index.js", "./deep/*": { types: "./dist/deep/*.d.ts" } },
      imports: { "#log": "./dist/log.mjs", "#parts/*": { default: "./build/parts/*.js" }, "#pg": "pg-gone" },
    };
    const files = ["index.ts", "log.mts", "deep/a.ts", "parts/b.ts", "vendor/is-plain.ts", "pg-gone.ts"];
    for (const root of ["self", "self-installed/node_modules/@me/kit"]) {
      write({
        [`${root}/package.json`]: manifest,
        ...Object.fromEntries(files.map((name) => [`${root}/src/${name}`, ""])),
      });
      const specifiers = ["@me/kit", "@me/kit/deep/a", "@me/kit/vendor/is-plain", "#log", "#parts/b", "#pg"];
      assert.deepEqual(where(`${root}/src/deep`, specifiers), [
        `${root}/src/index.ts`,
        `${root}/src/deep/a.ts`,
        `${root}/src/vendor/is-plain.ts`,
        `${root}/src/log.mts`,
        `${root}/src/parts/b.ts`,
        undefined,
      ]);
    }
  });

  it("takes no package of a workspace for what an installed package lacks", () => {
    write({
      "lacks/package.json": { name: "app", workspaces: ["packages/*"] },
      "lacks/packages/own/package.json": { name: "own" },
      "lacks/packages/own/src/index.ts": "",
      "lacks/node_modules/other/index.js": "",
    });
    assert.deepEqual(where("lacks/node_modules/other", ["own"]), [undefined]);
    assert.deepEqual(where("lacks", ["own"]), ["lacks/packages/own/src/index.ts"]);
  });

  it("follows the aliases that a tsconfig inherits, relative to the file that has them", () => {
    write({
      "inherits/tsconfig.base.json":
        '{ // shared\n "compilerOptions": { "baseUrl": ".", "paths": { "@core/*": ["core/src/*"], "~ui": ["ui/index.tsx"], } }, }',
      "inherits/app/tsconfig.json": { extends: ["./tsconfig.own.json", "../tsconfig.base.json"] },
      "inherits/app/tsconfig.own.json": {},
      "inherits/core/src/money.ts": "",
      "inherits/ui/index.tsx": "",
      "inherits/shared/log.ts": "",
    });
    assert.deepEqual(where("inherits/app/src", ["@core/money", "~ui", "shared/log", "@core/gone"]), [
      "inherits/core/src/money.ts",
      "inherits/ui/index.tsx",
      "inherits/shared/log.ts",
      undefined,
    ]);
  });

  it("takes the aliases of the projects that a tsconfig only refers to", () => {
    write({
      "refers/tsconfig.json": { files: [], references: [{ path: "./tsconfig.app.json" }, { path: "gone" }] },
      "refers/tsconfig.app.json": { compilerOptions: { paths: { "$/*": ["./app/*"] } } },
      "refers/app/a.ts": "",
    });
    assert.deepEqual(where("refers", ["$/a"]), ["refers/app/a.ts"]);
  });

  it("follows what can be followed of a tsconfig that TypeScript would refuse", () => {
    const paths = { "%/*": ["src/*"], "=*/*": ["src/*"], "~*": ["*/*", "other/*"], "!*": [] };
    write({
      "lenient/package.json": {},
      "lenient/tsconfig.json": { compilerOptions: { paths } },
      "lenient/src/a.ts": "",
      "lenient/other/b.ts": "",
      "lenient/node_modules/p/index.js": "",
    });
    assert.deepEqual(where("lenient/src", ["%/a", "~b", "=x/a", "!a", "p"]), [
      "lenient/src/a.ts",
      "lenient/other/b.ts",
      undefined,
      undefined,
      "lenient/node_modules/p/index.js",
    ]);
  });

  it("finds packages whatever a tsconfig has in the place of paths and references", () => {
    const odd = [
      { compilerOptions: { paths: "src" } },
      { compilerOptions: { paths: { a: "src" } } },
      { compilerOptions: 1, references: [] },
      { references: "app" },
      { references: [{}, null, 3, { path: 4 }, { path: "./tsconfig.app.json" }] },
      { extends: "./tsconfig.json" },
      "{ not JSON",
    ];
    for (const [index, tsconfig] of odd.entries()) {
      write({
        [`odd/${index}/tsconfig.json`]: tsconfig,
        [`odd/${index}/tsconfig.app.json`]: { compilerOptions: { paths: { "%/*": ["./app/*"] } } },
        [`odd/${index}/app/a.ts`]: "",
        [`odd/${index}/node_modules/p/index.js`]: "",
      });
      const found = where(`odd/${index}`, ["p", "%/a"]);
      const aliased = index === 4 ? "odd/4/app/a.ts" : undefined;
      assert.deepEqual(found, [`odd/${index}/node_modules/p/index.js`, aliased], JSON.stringify(tsconfig));
    }
  });

  it("gives each package the aliases of its own tsconfig, and installed ones none", () => {
    const paths = { "@/*": ["./*"] };
    write({
      "each/a/tsconfig.json": { compilerOptions: { paths } },
      "each/b/tsconfig.json": { compilerOptions: { paths } },
      "each/a/x.ts": "",
      "each/b/x.ts": "",
      "each/a/node_modules/p/index.js": "",
    });
    const resolve = createResolve(path.join(folder, "each/a"));
    assert.deepEqual(where("each/a", ["@/x"], resolve), ["each/a/x.ts"]);
    assert.deepEqual(where("each/b", ["@/x"], resolve), ["each/b/x.ts"]);
    assert.deepEqual(where("each/a/node_modules/p", ["@/x"], resolve), [undefined]);
  });

  it("takes @/ for the source of a package that says nothing of it", () => {
    write({ "vue/package.json": {}, "vue/src/api/user.js": "", "vue/deep/x.js": "" });
    assert.deepEqual(where("vue/deep", ["@/api/user", "~/deep/x", "@/gone"]), [
      "vue/src/api/user.js",
      "vue/deep/x.js",
      undefined,
    ]);
  });

  it("finds a package of the same workspace in its source where it was not built, linked or not", () => {
    write({
      "mono/package.json": { workspaces: ["packages/*"] },
      "mono/packages/app/package.json": { name: "app" },
      "mono/packages/app/src/main.ts": "",
      "mono/packages/core/package.json": {
        name: "@acme/core",
        exports: {
          ".": { types: "./dist/index.d.ts", import: "./dist/index.js" },
          "./features/*": "./dist/esm/features/*.js",
        },
      },
      "mono/packages/core/src/index.ts": "",
      "mono/packages/core/src/features/pay.ts": "",
      "mono/packages/old/package.json": { name: "old", main: "lib/main.js" },
      "mono/packages/old/src/main.js": "",
      "mono/packages/built/package.json": { name: "built", main: "dist/index.js" },
      "mono/packages/built/dist/index.js": "",
      "mono/packages/built/src/index.ts": "",
    });
    link("mono/node_modules/@acme/core", "mono/packages/core");
    link("mono/node_modules/built", "mono/packages/built");
    const specifiers = ["@acme/core", "@acme/core/features/pay", "old", "built", "app", "@acme/gone"];
    assert.deepEqual(where("mono/packages/app/src", specifiers), [
      "mono/packages/core/src/index.ts",
      "mono/packages/core/src/features/pay.ts",
      "mono/packages/old/src/main.js",
      "mono/packages/built/dist/index.js",
      undefined,
      undefined,
    ]);
  });

  it("leaves installed packages as they are: one that lacks its file is missing", () => {
    write({
      "broken/package.json": {},
      "broken/node_modules/p/package.json": { name: "p", main: "dist/index.js" },
      "broken/node_modules/p/src/index.js": "",
    });
    assert.deepEqual(where("broken", ["p"]), [undefined]);
  });
});
