import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { variablesToSet } from "./variables-to-set.ts";

describe("Variables to set", () => {
  let folder: string;
  const source = () => ({ file: path.join(folder, "target.js"), text: "use(process.env.KEY)" });
  const at = (file: string): string => `Error: here\n    at load (${path.join(folder, file)}:1:1)`;
  const told = (reads: Record<string, string>, failure = "") =>
    variablesToSet(
      new Map(Object.entries(reads).map(([name, stack]) => [name, [stack]])),
      failure,
      source(),
    ).map(({ name, is }) => `${name}=${is}`);

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "async-cost-variables-"));
    writeFileSync(path.join(folder, "package.json"), "{}");
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it("are those that the project's files name, and none that packages ask for by themselves", () => {
    writeFileSync(path.join(folder, "settings.js"), "validate({ SERVICE_URL: text() });");
    const reads = { SERVICE_URL: at("settings.js"), DEBUG: at("settings.js"), KEY: at("target.js") };
    assert.deepEqual(told(reads), ["SERVICE_URL=http://localhost", "KEY=KEY"]);
  });

  it("are all that a file reads through which the error went", () => {
    writeFileSync(path.join(folder, "settings.js"), "use(process.env.MODE, process.env.NODE_ENV);");
    assert.deepEqual(told({}, at("settings.js")), ["MODE=MODE", "NODE_ENV=production"]);
  });

  it("are none that a file does without where it reads them, whatever it does with them elsewhere", () => {
    writeFileSync(
      path.join(folder, "settings.js"),
      "if (process.env.HIDE) {\n  hide(process.env.HIDE.split());\n}",
    );
    const at2 = at("settings.js").replace(":1:1", ":2:1");
    assert.deepEqual(told({ HIDE: at("settings.js") }, at("settings.js")), []);
    assert.deepEqual(told({ HIDE: at2 }), ["HIDE=HIDE"]);
  });

  it("are what a sample says, whoever reads them", () => {
    writeFileSync(
      path.join(folder, ".env.example"),
      `# how to start it
export KEY = "a # b" # one
DEBUG=all # of them
EMPTY=
=
no line`,
    );
    const elsewhere = at("node_modules/picky/index.js");
    assert.deepEqual(told({ KEY: at("target.js"), DEBUG: elsewhere, EMPTY: elsewhere }), [
      "KEY=a # b",
      "DEBUG=all",
    ]);
  });

  it("are none that are set, or that nobody named", () => {
    assert.deepEqual(told({ ASYNC_COST_OTHER: at("target.js") }, "Error: from nowhere"), []);
    writeFileSync(path.join(folder, "settings.js"), "use(process.env.PATH);");
    assert.deepEqual(told({}, at("settings.js")), []);
  });
});
