import assert from "node:assert/strict";
import { answerAt, recordedCall } from "./fixtures/recorded-call.ts";
import { completed, type Job } from "./fixtures/run-worker.ts";

const TEXT = `module.exports = async function target(db, id) {
  const row = await db.get(id);
  if (row === null) return "none";
  await db.put(row);
  return row.name;
};`;

const handle = { $: "handle", class: "Database", properties: {} };
const RECORDED = recordedCall({
  arguments: [handle, 7],
  answers: [
    answerAt(TEXT, "db.get", { value: { name: "a" } }),
    answerAt(TEXT, "db.put", { startMilliseconds: 1 }),
  ],
  outcome: { how: "value", value: "a" },
});

const run = (fakesFile: string, job: Job = {}) =>
  completed("recorded.js", {
    ...{ text: TEXT, recorded: RECORDED, fakesFile, budget: 1, options: { concurrency: [10] } },
    ...job,
  });

const origins = ({ scenario }: Awaited<ReturnType<typeof run>>) =>
  Object.fromEntries(scenario!.values!.map(({ what, origin }) => [what, origin]));

describe("a recorded call of which the user gives a part", () => {
  it("answers as that says, and is recorded in all else", async () => {
    const target = await run(`module.exports = { target: { fakes: { "db.get": { returns: null } } } };`);
    assert.equal(target.scenario?.origin, "recorded", target.scenario?.notReplayed?.text);
    assert.equal(target.counters.ioCalls, 1, "there is nothing to put");
    assert.deepEqual(origins(target), {
      "argument 0 (db)": "recorded",
      "argument 1 (id)": "recorded",
      "answer of db.get at line 2": "given",
      "answer of db.put at line 4": "recorded",
    });
    assert.deepEqual(
      target.fakes.map(({ expression, from }) => [expression, from]),
      [["db.get", "file"]],
    );
    assert.ok(
      target.warnings.some((one) =>
        one.endsWith("Given in place of what was recorded: answer of db.get at line 2."),
      ),
    );
    assert.equal(target.fakesFileLine, 1);
    assert.equal(target.io, undefined, "it made other I/O calls than those that were recorded");
  });

  it("is called with the arguments that are given, and those behind them that were recorded", async () => {
    const target = await run(
      `module.exports = { target: { arguments: (fake) => [fake("db")], fakes: { "db.put": {} } } };`,
    );
    assert.equal(target.scenario?.origin, "recorded", target.scenario?.notReplayed?.text);
    const { "argument 0 (db)": first, "argument 1 (id)": second } = origins(target);
    assert.deepEqual([first, second], ["given", "recorded"]);
    assert.equal(target.counters.ioCalls, 2);
    assert.equal(target.io?.length, 2);
  });

  it("fails as is given, in whatever style it was recorded", async () => {
    const text = `module.exports = function target(db, done) {
  db.get(1, (error, row) => {
    if (error) return db.log(error.message, () => done(null, "failed"));
    done(null, row);
  });
};`;
    const back = (at: number, values: unknown[]) => ({
      ...{ style: "callback" as const, arguments: [at, { $: "function", name: "" }] },
      callbacks: [{ at: [1], milliseconds: 1, arguments: values }],
    });
    const recorded = recordedCall({
      arguments: [handle, { $: "function", name: "done" }],
      answers: [
        answerAt(text, "db.get", back(1, [{ $: "error", class: "Error", message: "no", properties: {} }])),
        answerAt(text, "db.log", back(1, [null])),
      ],
      outcome: { how: "callback", at: [1], value: [null, "failed"] },
    });
    const ok = await run(`module.exports = { target: { fakes: { "db.get": { returns: 5 } } } };`, {
      text,
      recorded,
    });
    assert.equal(ok.scenario?.origin, "recorded", ok.scenario?.notReplayed?.text);
    assert.equal(ok.counters.ioCalls, 1);
    const other = await run(`module.exports = { target: { fakes: { "db.get": { throws: "off" } } } };`, {
      text,
      recorded,
    });
    assert.equal(other.scenario?.origin, "recorded", other.scenario?.notReplayed?.text);
    assert.equal(other.counters.ioCalls, 2);
  });

  it("says which entries it did not use, and where what is given does not play, why", async () => {
    const unused = await run(`module.exports = { target: { fakes: { "db.gone": { returns: 1 } } } };`);
    assert.equal(unused.scenario?.origin, "recorded");
    assert.ok(unused.warnings.some((one) => one.includes("target did not use db.gone")));
    const text = TEXT.replace("await db.put(row)", "if (row.more) await db.more(row)");
    const { scenario, counters } = await run(
      `module.exports = { target: { fakes: { "db.get": { returns: { more: true, name: "a" } } } } };`,
      {
        text,
        recorded: { ...RECORDED, call: { ...RECORDED.call, answers: RECORDED.call.answers.slice(0, 1) } },
      },
    );
    assert.equal(scenario?.origin, "given");
    assert.equal(scenario.notReplayed?.code, "other-outcome");
    assert.equal(counters.ioCalls, 2, "nothing answers db.more but inference");
  });

  it("is as it was recorded where it is only compared with its recording", async () => {
    const { played } = await run(`module.exports = { target: { fakes: { "db.get": { returns: null } } } };`, {
      onlyPlays: true,
    });
    assert.notEqual(played, undefined);
  });
});
