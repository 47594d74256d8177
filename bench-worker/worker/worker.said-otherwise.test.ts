import assert from "node:assert/strict";
import type { Setting } from "../contract/setting.ts";
import { changed, withSetting } from "../fakes-file/edit.ts";
import { completed } from "./fixtures/run-worker.ts";

const TEXT = `module.exports = async function target(db, user) {
  if (!["admin", "owner"].includes(user.role)) throw new Error("not allowed");
  const row = await db.get(process.env.TENANT);
  if (user.role === "owner") await db.audit(user);
  if (row.isOld === 1) await db.renew(row);
  return row;
};`;

const described = { name: "target", callsBack: false, constructedOf: null, fakes: [], parameters: [] };

/** Measures it with a fakes file that says something of each setting. */
async function measured(said: readonly (readonly [Setting, string])[]) {
  let fakesFile = "module.exports = {};";
  for (const [setting, text] of said) {
    const edit = withSetting(fakesFile, described, setting, text);
    assert.ok("changes" in edit);
    fakesFile = changed(fakesFile, edit.changes);
  }
  const { counters, scenario } = await completed("recorded.js", { text: TEXT, fakesFile });
  const values = scenario!.values!;
  const settingOf = (name: string) => values.find(({ what }) => what === name)?.setting;
  return { ioCalls: counters.ioCalls, values, settingOf };
}

describe("What a call was made of", () => {
  it("tells where a fakes file says it otherwise, and is so then", async () => {
    const { ioCalls, settingOf, values } = await measured([]);
    assert.equal(ioCalls, 1);
    const role = values.find(({ text }) => text === '"admin"')!;
    const said = await measured([
      [role.setting!, '"owner"'],
      [settingOf("answer of db.get at line 3")!, "{ isOld: 1 }"],
    ]);
    assert.equal(said.ioCalls, 3, "audit and renew are called as well");
    assert.deepEqual(
      said.values.filter(({ origin }) => origin === "given").map(({ what }) => what),
      ["answer of db.get at line 3"],
    );
  });

  it("may be an argument", async () => {
    const { settingOf } = await measured([]);
    const setting = settingOf("argument 1 (user)")!;
    const parameters = ["db", "user"].map((name) => ({ name }) as never);
    const edit = withSetting(
      "module.exports = {};",
      { ...described, parameters },
      setting,
      '{ role: "owner" }',
    );
    assert.ok("changes" in edit);
    const fakesFile = changed("module.exports = {};", edit.changes);
    const { counters, scenario } = await completed("recorded.js", { text: TEXT, fakesFile });
    assert.equal(counters.ioCalls, 2);
    const given = scenario!.values!.find(({ what }) => what === "argument 1 (user)")!;
    assert.deepEqual([given.origin, given.setting], ["given", undefined], "it is changed in the file itself");
  });
});
