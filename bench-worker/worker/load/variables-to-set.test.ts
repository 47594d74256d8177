import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { variablesToSet } from "./variables-to-set.ts";

describe("Variables to set", () => {
  let folder: string;
  const source = () => ({ file: path.join(folder, "target.js"), text: "use(process.env.KEY)" });
  const at = (file: string): string => `Error: here\n    at load (${path.join(folder, file)}:1:1)`;
  const told = (reads: Record<string, string>, failure = "", failedIn?: string) =>
    variablesToSet(
      {
        reads: new Map(Object.entries(reads).map(([name, stack]) => [name, [stack]])),
        failure,
        ...(failedIn !== undefined && { failedIn: path.join(folder, failedIn) }),
      },
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
    writeFileSync(path.join(folder, "flags.js"), "if (process.env.HIDE) hide();");
    const at2 = at("settings.js").replace(":1:1", ":2:1");
    assert.deepEqual(told({ HIDE: at("settings.js") }, at("settings.js")), []);
    assert.deepEqual(told({ HIDE: at2 }), ["HIDE=HIDE"]);
    assert.deepEqual(told({ HIDE: at("settings.js") }, "", "settings.js"), ["HIDE=HIDE"]);
    assert.deepEqual(told({ HIDE: at("settings.js") }, "", "target.js"), []);
    assert.deepEqual(told({ HIDE: at("flags.js") }, "", "flags.js"), []);
  });

  it("are URLs of the servers that their names tell of, as clients take no others", () => {
    const names = ["MONGO_URI", "DATABASE_URL", "CACHE_REDIS_URL", "API_URL"];
    writeFileSync(path.join(folder, "settings.js"), `use(${names.join()})`);
    assert.deepEqual(told(Object.fromEntries(names.map((name) => [name, at("settings.js")]))), [
      "MONGO_URI=mongodb://localhost",
      "DATABASE_URL=postgres://localhost",
      "CACHE_REDIS_URL=redis://localhost",
      "API_URL=http://localhost",
    ]);
  });

  it("are what a file of Compose sets them to, unless a sample says it", () => {
    writeFileSync(
      path.join(folder, "compose.yaml"),
      "services:\n  app:\n    environment:\n      - KEY=one\n      MODE: ${MODE:-quick}\n      SITE_URL: https://${DOMAIN}/\n      HOST: db\n",
    );
    writeFileSync(path.join(folder, ".env.sample"), "HOST=localhost");
    writeFileSync(path.join(folder, "settings.js"), "use(KEY, MODE, HOST, SITE_URL)");
    const reads = { KEY: at("settings.js"), MODE: at("settings.js"), HOST: at("settings.js") };
    const withUrl = { ...reads, SITE_URL: at("settings.js") };
    assert.deepEqual(told(withUrl), ["KEY=one", "MODE=quick", "HOST=localhost", "SITE_URL=http://localhost"]);
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
    const byNode = `Error: here\n    at node:internal/util/debuglog:1:1\n    at f (${path.join(folder, "target.js")}:1:1)`;
    assert.deepEqual(told({ KEY: byNode }), []);
  });
});
