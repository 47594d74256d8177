import assert from "node:assert/strict";
import { analyze } from "../../../analysis/analyze.ts";
import type { AsyncFunction } from "../../../analysis/model.ts";
import { isCorrectable } from "../../fakes-file/kinds.ts";
import { describedFunction, newFakesFile } from "../../fakes-file/write.ts";
import type { TargetRun } from "../../protocol.ts";
import { runWorker } from "../fixtures/run-worker.ts";

type Completed = Extract<TargetRun, { state: "completed" }>;

/** A function of each kind that fakes serve in some way of their own. */
const TEXT = `
class Product {}
async function plain(db, id) { const row = await db.get(id); if (!row) throw new Error("none"); return db.put(row); }
async function transaction(source, id) {
  return source.transaction(async (tx) => { await tx.query("lock"); const all = await tx.find(Product); return tx.save(all); });
}
async function retried(retry, db) { return retry(async () => { await db.open(); return db.load(); }); }
async function handedOn(limit, db, ids) { return Promise.all(ids.map((id) => limit(() => db.load(id)))); }
function callsBack(db, id, done) {
  db.get(id, (error, row) => { if (error) return done(error); db.put(row, (failed) => done(failed)); });
}
async function both(db, id) {
  await db.run(id);
  await new Promise((resolve, reject) => db.run(id, (error, row) => error ? reject(error) : resolve(row)));
}
async function streamed(db) { let n = 0; for await (const row of db.rows()) n += row.size; await db.total(n); }
async function paged(client) {
  let token;
  do { const page = await client.list({ token }); await client.keep(page.items); token = page.nextToken; } while (token);
}
function listens(request, done) {
  let text = ""; request.on("data", (one) => { text += one; }); request.on("end", () => done(null, text));
}
async function piped(source, target) {
  await new Promise((resolve, reject) => source.open().pipe(target).on("finish", resolve).on("error", reject));
}
async function constructed(Client, name) { const client = new Client({ name }); await client.connect(); return client.send(name); }
async function lists(db) {
  const rows = await db.find({ open: true });
  const names = rows.filter((row) => row.name).map((row) => row.name);
  for (const name of names) await db.save(name);
}
async function decided(job, db) { if (job.stopped) return null; const rows = await db.query("a"); if (!rows.length) return null; return db.put(rows[0]); }
async function built(knex) { const rows = await knex("a").where("b", 1).orderBy("c"); return knex("d").insert(rows); }
async function typed(name, count, db) { for (let i = 0; i < count; i++) await db.put(name + i); }
`;

/** What one operation does in two ways has no one kind. */
const OF_TWO_KINDS = "both";
const NAMES = Array.from(TEXT.matchAll(/^(?:async )?function\*? (\w+)/gm), ([, name]) => name);
const { functions } = analyze(TEXT, "js");
const TARGETS = functions.filter(({ name }) => NAMES.includes(name));

/** The functions one by one, each with what came of its first call. */
async function measured(
  targets: readonly AsyncFunction[],
  fakesFile?: string,
): Promise<Map<string, Completed>> {
  const runs = await runWorker(
    targets.map(() => "upload.js"),
    {
      text: TEXT,
      ...(fakesFile === undefined ? {} : { fakesFile }),
      functionStarts: targets.map(({ range }) => range.start),
    },
  );
  return new Map(
    runs.map((run, at) => {
      const { name } = targets[at]!;
      if (run.state !== "completed") assert.fail(`${name}: ${run.reason}`);
      return [name, run];
    }),
  );
}

const usesOf = ({ fakes }: Completed): string[] =>
  fakes.map(({ expression, kind, calls }) => `${expression} ${kind} ${calls ?? ""}`);

/** Without what says a share of the time, which is another one each time. */
function unmeasuredWarnings({ warnings, remarks = [] }: Completed): string[] {
  const measured = remarks.find(({ code }) => code === "stand-ins-timed")?.text;
  return warnings.filter((warning) => warning !== measured);
}

describe("a fakes file as it was written", () => {
  let without: Map<string, Completed>;
  before(async function () {
    this.timeout(120_000);
    without = await measured(TARGETS);
  });

  it("leaves all that is counted as it was without it, whatever kind of fakes a function uses", async () => {
    assert.deepEqual(
      TARGETS.map(({ name }) => name),
      NAMES,
    );
    const described = TARGETS.map((one) => describedFunction(one, functions, without.get(one.name)!));
    const withFile = await measured(TARGETS, newFakesFile("upload.js", described, false));
    for (const [name, run] of withFile) {
      const before = without.get(name)!;
      assert.deepEqual([name, run.counters], [name, before.counters]);
      assert.deepEqual([name, run.fakes], [name, before.fakes]);
      assert.deepEqual([name, unmeasuredWarnings(run)], [name, unmeasuredWarnings(before)]);
    }
  }).timeout(120_000);

  it("does so with what was seen in the place of each empty entry", async () => {
    const targets = TARGETS.filter(({ name }) => name !== OF_TWO_KINDS);
    const entries = targets.map((one) => {
      const { fakes } = without.get(one.name)!;
      const kinds = fakes
        .filter(isCorrectable)
        .map(({ expression, kind }) => `${JSON.stringify(expression)}: { kind: ${JSON.stringify(kind)} },`);
      return `${one.name}: { fakes: { ${kinds.join(" ")} } },\n`;
    });
    const withFile = await measured(targets, `module.exports = {\n${entries.join("")}};`);
    for (const [name, run] of withFile) {
      const before = without.get(name)!;
      assert.deepEqual(
        [name, run.counters.ioCalls, usesOf(run)],
        [name, before.counters.ioCalls, usesOf(before)],
      );
    }
  }).timeout(120_000);
});
