import assert from "node:assert/strict";
import { parseCommandLine } from "./command-line.ts";

describe("the command line of our editor", () => {
  it("understands what runTests writes", () => {
    const parsed = parseCommandLine([
      "/work/folder",
      "--user-data-dir=/tmp/u",
      "--no-sandbox",
      "--disable-gpu-sandbox",
      "--disable-updates",
      "--skip-welcome",
      "--skip-release-notes",
      "--disable-workspace-trust",
      "--extensionTestsPath=/work/out/suite.cjs",
      "--extensionDevelopmentPath=/work/a",
      "--extensionDevelopmentPath=/work/b",
      "--extensions-dir=/tmp/e",
    ]);
    assert.deepEqual(parsed, {
      extensionDevelopmentPaths: ["/work/a", "/work/b"],
      extensionTestsPath: "/work/out/suite.cjs",
      userDataFolder: "/tmp/u",
      extensionsFolder: "/tmp/e",
      paths: ["/work/folder"],
      trustEverything: true,
    });
  });

  it("takes a value that stands by itself, and one that has an equals sign in it", () => {
    const parsed = parseCommandLine(["--user-data-dir", "/tmp/a=b", "--extensionTestsPath=/x=y"]);
    assert.equal(parsed.userDataFolder, "/tmp/a=b");
    assert.equal(parsed.extensionTestsPath, "/x=y");
  });

  it("asks for trust unless told otherwise", () => {
    assert.equal(parseCommandLine([]).trustEverything, false);
  });

  it("refuses a flag that it would ignore, and one without its value", () => {
    assert.throws(() => parseCommandLine(["--locale=de"]), /--locale is not a flag/);
    assert.throws(() => parseCommandLine(["--user-data-dir"]), /--user-data-dir needs a value/);
    assert.throws(() => parseCommandLine(["--extensionTestsPath="]), /needs a value/);
  });
});
