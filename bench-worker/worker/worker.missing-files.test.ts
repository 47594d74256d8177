import assert from "node:assert/strict";
import { completed, runWorker } from "./fixtures/run-worker.ts";

const loadsFrom = (body: string): string => `const fs = require("node:fs");
const path = require("node:path");
module.exports = async function load(folder) {
${body}
};`;

describe("A file that a call reads at once, and that is not there", () => {
  it("is made up, as what is waited for is", async () => {
    for (const body of [
      `  const file = path.join(folder, "settings.json");
  if (!fs.existsSync(file)) throw new Error("no settings");
  return await fs.promises.readFile(file);`,
      `  const settings = JSON.parse(fs.readFileSync(path.join(folder, "settings.json"), "utf8"));
  return await fs.promises.readdir(settings.folder ?? folder);`,
      `  if (!fs.statSync(folder).isFile()) return [];
  return await fs.promises.readFile(folder);`,
    ]) {
      const { counters, scenario } = await completed("reads-settings.js", { text: loadsFrom(body) });
      assert.equal(counters.ioCalls, 1, body);
      const told = (scenario?.values ?? []).find(({ rule }) => rule === "file-there");
      assert.equal(told?.what, "files that are not there", body);
    }
  });

  it("is not there for what does without it, or must not have it", async () => {
    for (const body of [
      `  if (fs.existsSync(path.join(folder, "cache.json"))) return [];
  return await fs.promises.readdir(folder);`,
      `  if (fs.existsSync(path.join(folder, "lock")) || folder.isOff) throw new Error("locked, or off");
  return await fs.promises.readdir(folder);`,
    ]) {
      const { counters, scenario } = await completed("reads-settings.js", { text: loadsFrom(body) });
      assert.equal(counters.ioCalls, 1, body);
      assert.ok(
        (scenario?.values ?? []).every(({ rule }) => rule !== "file-there"),
        body,
      );
    }
  });
});

describe("A text that a function rejects with", () => {
  it("is told by the check in front of it", async () => {
    const [run] = await runWorker(["fs-await.js"], {
      text: `const fs = require("node:fs/promises");
module.exports = async function store(db, user) {
  const known = await db.find(user.name);
  if (known) return Promise.reject("There is one already.");
  await fs.writeFile(user.name, "");
};`,
    });
    assert.ok(run?.state === "completed", JSON.stringify(run));
    assert.equal(run.counters.ioCalls, 2);
  });
});
