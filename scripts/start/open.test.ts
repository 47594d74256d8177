import assert from "node:assert/strict";
import { openCommand } from "./open.ts";

describe("opening a browser", () => {
  const url = "http://127.0.0.1:1/?a=b&c=d";
  it("opens none on Linux without a display", () => assert.equal(openCommand(url, "linux", {}), null));
  it("asks the desktop where there is one", () => {
    assert.deepEqual(openCommand(url, "linux", { WAYLAND_DISPLAY: "wayland-0" }), ["xdg-open", url]);
    assert.deepEqual(openCommand(url, "darwin", {}), ["open", url]);
  });
  it("keeps Windows' shell from cutting the address at an ampersand", () => {
    assert.equal(openCommand(url, "win32", {})?.at(-1), "http://127.0.0.1:1/?a=b^&c=d");
  });
});
