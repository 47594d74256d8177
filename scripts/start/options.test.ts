import assert from "node:assert/strict";
import { parseStartOptions } from "./options.ts";

describe("the options of npm start", () => {
  it("opens the gallery on a free port when nothing is said", () => {
    assert.deepEqual(parseStartOptions([]), {
      folder: null,
      port: 0,
      open: true,
      browser: false,
      help: false,
    });
  });
  it("takes options before and after the folder", () => {
    const options = parseStartOptions(["--no-open", "src", "--port", "8000", "--browser"]);
    assert.deepEqual(options, { folder: "src", port: 8000, open: false, browser: true, help: false });
    assert.equal(parseStartOptions(["--port=81"]).port, 81);
  });
  it("refuses what it would misunderstand", () => {
    assert.throws(() => parseStartOptions(["--port", "many"]), /--port wants a number.*"many"/);
    assert.throws(() => parseStartOptions(["--port"]), /--port wants a number/);
    assert.throws(() => parseStartOptions(["--port=70000"]), /up to 65535/);
    assert.throws(() => parseStartOptions(["a", "b"]), /two: a, b/);
    assert.throws(() => parseStartOptions(["--opne"]), /--opne is no option/);
  });
});
