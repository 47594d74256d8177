import assert from "node:assert/strict";
import { chromiumCandidates, findChromium } from "./find-chromium.mjs";

describe("findChromium", () => {
  const before = process.env.CHROMIUM;
  afterEach(() => {
    if (before === undefined) delete process.env.CHROMIUM;
    else process.env.CHROMIUM = before;
  });

  it("takes the executable that CHROMIUM names", () => {
    process.env.CHROMIUM = process.execPath;
    assert.equal(findChromium(), process.execPath);
  });

  it("refuses a CHROMIUM that cannot be run, rather than take another", () => {
    process.env.CHROMIUM = "/nowhere/chromium";
    assert.throws(findChromium, /CHROMIUM names \/nowhere\/chromium/);
  });

  it("looks on Linux for every name along the PATH, Chromium without a window first", () => {
    const candidates = chromiumCandidates("linux", { PATH: "/opt/a::/opt/b" });
    assert.deepEqual(
      candidates.slice(0, 3),
      ["/opt/a", "/opt/b", "/usr/bin"].map((folder) => `${folder}/chromium-headless-shell`),
    );
    assert.ok(candidates.includes("/opt/b/google-chrome"));
  });

  it("takes only what has a window where that is to be seen", () => {
    const candidates = chromiumCandidates("linux", { PATH: "/opt/a", ASYNC_COST_HEADED: "1" });
    assert.deepEqual(candidates.slice(0, 2), ["/opt/a/chromium", "/usr/bin/chromium"]);
  });

  it("looks on macOS in both folders of applications", () => {
    const candidates = chromiumCandidates("darwin", { HOME: "/Users/me" });
    assert.ok(candidates.includes("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"));
    assert.ok(candidates.includes("/Users/me/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"));
  });

  it("looks on Windows under the folders that are set", () => {
    assert.deepEqual(
      chromiumCandidates("win32", { ProgramFiles: "C:\\Program Files" })[0],
      "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    );
  });
});
