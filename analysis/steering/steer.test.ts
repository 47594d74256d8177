import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import type { AsyncFunction } from "../model.ts";
import { steer } from "./steer.ts";
import { ioCallsOfSuccess, wantedIoCalls } from "./wanted.ts";

/** Where the I/O calls are that the first function is to come to. */
function wantedAt(functions: readonly AsyncFunction[]): number[] {
  return wantedIoCalls(functions, functions[0]!).map(({ range }) => range.start);
}

/** The body of `async function f(a, list)` as steered, line by line. */
function steered(body: string, avoid: readonly number[] = [], endsLoops = false, settles = false): string[] {
  const text = `async function f(a, list) {\n${body}\n}`;
  const { functions } = analyze(text, "js");
  const wish = { ioCalls: wantedAt(functions), avoid: new Set(avoid), endsLoops, settles };
  const result = steer(text, "js", 0, wish);
  const lines = (result?.text ?? text).split("\n");
  assert.equal(lines.length, text.split("\n").length);
  return lines.slice(1, -1).map((line) => line.trim());
}

describe("steering a function to its I/O calls", () => {
  it("goes into the branch that has one, and past what leaves before", () => {
    assert.deepEqual(steered("if (!a) return;\nif (a.b) { await one(a); } else two();"), [
      "if ((!a)&&false) return;",
      "if ((a.b)||true) { await one(a); } else two();",
    ]);
  });

  it("comes to the calls by which it settles where it did not", () => {
    const body =
      "return new Promise((resolve) => {\na.on('reply', (reply) => {\nif (reply.id !== a.id) return;\nif (reply.last) resolve(reply);\n});\n});";
    assert.deepEqual(steered(body, [], false, true).slice(2, 4), [
      "if ((reply.id !== a.id)&&false) return;",
      "if ((reply.last)||true) resolve(reply);",
    ]);
    assert.equal(steered(body)[3], "if (reply.last) resolve(reply);");
  });

  it("leaves a loop behind which it fails with what it looks for, in the second round where rounds can be counted", () => {
    const found = "const job = await one(a);\nif (job.done) return job;\n}\nthrow new Error('late');";
    assert.deepEqual(steered(`for (let i = 0; i < 5; i++) {\n${found}`), [
      "for (let i = 0,__asyncCostRounds=0; ((i < 5)&&++__asyncCostRounds>0); i++) {",
      "const job = await one(a);",
      "if (((job.done),__asyncCostRounds>1)) return job;",
      "}",
      "throw new Error('late');",
    ]);
    assert.equal(
      steered(`while (a.goesOn()) {\n${found}`)[2],
      "if (((job.done),__asyncCostRounds>1)) return job;",
    );
    assert.equal(steered(`for (const b of list) {\n${found}`)[2], "if ((job.done)||true) return job;");
  });

  it("does not leave such a loop by a return of nothing", () => {
    for (const nothing of ["return;", "return null;", "{ return undefined; }", "return false;"]) {
      const body = `const job = await one(a);\nif (!job) ${nothing}\nawait two(job);\nif (job.done) return job;`;
      const lines = steered(`for (let i = 0; i < 5; i++) {\n${body}\n}\nthrow new Error('late');`);
      assert.match(lines[2]!, /&&false/);
      assert.match(lines[4]!, /,__asyncCostRounds>1/);
    }
  });

  it("keeps away from what throws, even where there is no I/O call behind it", () => {
    const lines = steered(
      "await one();\nif (bad(a)) throw new Error('no');\nif (a) ok();\nelse { throw 1; }",
    );
    assert.deepEqual(lines.slice(1, 3), [
      "if ((bad(a))&&false) throw new Error('no');",
      "if ((a)||true) ok();",
    ]);
    assert.equal(steered("assert(a.x, 'y');\nawait one();")[0], "assert((a.x)||true, 'y');");
  });

  it("takes an error that is called back for one that is thrown", () => {
    const lines = steered(
      "if (!a.token) return done(new Error('no token'));\none((err) => { if (err) return callback(err); two(); });",
    );
    assert.equal(lines[0], "if ((!a.token)&&false) return done(new Error('no token'));");
    assert.match(lines[1]!, /if \(\(err\)&&__asyncCostIsFailure\(err\)\)/);
    const [answer, error] = ["null, new RowError()", "new RowError()"].map(
      (given) => steered(`if (a.bad) { return cb(${given}); }\nok();`)[0],
    );
    assert.equal(answer, "if (a.bad) { return cb(null, new RowError()); }");
    assert.equal(error, "if ((a.bad)&&false) { return cb(new RowError()); }");
    assert.match(
      steered("if (a.bad) return a.b.Promise.reject(a.bad);\nawait one();")[0]!,
      /\(a\.bad\)&&false/,
    );
    const executor = steered(
      "return new Promise((resolve, reject) => a.once('end', (all, why) => {\nif (bad(why)) reject(all);\nelse resolve(all);\n}));",
    );
    assert.equal(executor[1], "if ((bad(why))&&false) reject(all);");
  });

  it("does not decide where an error goes of an I/O call that was made to fail", () => {
    const failed = "__asyncCostIsFailure(err)";
    const inCallback = (body: string): string => steered(`one((err, row) => {\n${body}\n});`)[1]!;
    assert.equal(
      inCallback("if (err || !row) return done(err); two(row, done);"),
      `if ((err || !row)&&${failed}) return done(err); two(row, done);`,
    );
    assert.equal(
      inCallback("if (!err) two(row, done); else done(err);"),
      `if ((!err)||!${failed}) two(row, done); else done(err);`,
    );
    assert.equal(
      steered("try { await one(); } catch (err) { err ? a(err) : await two(); }")[0],
      `try { await one(); } catch (err) { ((err)&&${failed}) ? a(err) : await two(); }`,
    );
    // A variable of a function in the condition is none around it.
    assert.match(
      inCallback("if (row.some((err) => err.bad)) return done(err); two(row, done);"),
      /\)&&false\)/,
    );
    assert.match(inCallback("if (row.error) return done(err); two(row, done);"), /\)&&false\)/);
  });

  it("keeps statements apart that no semicolon ends", () => {
    assert.deepEqual(steered("const n = a\na.b && await one(n)\nif (n)\n  n.c && await two()"), [
      "const n = a",
      ";((a.b)||true) && await one(n)",
      "if ((n)||true)",
      "((n.c)||true) && await two()",
    ]);
  });

  it("takes the clause of a switch that has one", () => {
    const lines = steered(
      "switch (a) {\ncase 1: return;\ncase K.two: await one(); break;\ndefault: throw a;\n}",
    );
    assert.equal(lines[0], "switch ((a,K.two)) {");
  });

  it("goes on behind a switch to what comes there, past clauses that return or fall through to a throw", () => {
    const lines = steered(
      "switch (a) {\ncase 1:\ncase 2: throw a;\ncase 3: if (b) throw b; return;\ncase 4: break;\ndefault: throw b;\n}\nawait one();",
    );
    assert.equal(lines[0], "switch ((a,4)) {");
    assert.deepEqual(steered("switch (a) {\ncase 1: return;\n}\nawait one();")[0], "switch (a) {");
  });

  it("ends where it may before it comes to a throw", () => {
    assert.deepEqual(
      steered("const a = await one();\nif (a.b === 1) return a;\nelse if (a.c) return null;\nthrow a;"),
      [
        "const a = await one();",
        "if (a.b === 1) return a;",
        "else if ((a.c)||true) return null;",
        "throw a;",
      ],
    );
  });

  it("decides conditions within expressions", () => {
    assert.deepEqual(
      steered(
        "const b = map.get(a) ?? await one();\nconst c = a && b ? await two() : null;\nb || await three();",
      ),
      [
        "const b = ((map.get(a)),void 0) ?? await one();",
        "const c = ((a && b)||true) ? await two() : null;",
        "((b)&&false) || await three();",
      ],
    );
  });

  it("gives an item to what is looped over, and ends loops that wait", () => {
    assert.deepEqual(
      steered(
        "for (const x of list) await one(x);\nawait Promise.all(list.map(async (x) => two(await x.y())));\nwhile (a.more) await three();\ndo { await four(); } while (a.more);",
      ),
      [
        "for (const x of __asyncCostSomething(list)) await one(x);",
        "await Promise.all(__asyncCostSomething(list).map(async (x) => two(await x.y())));",
        "for (let __asyncCostRounds=0;((a.more)||true)&&__asyncCostRounds++<2;) await three();",
        "do { await four(); } while ((a.more)&&false);",
      ],
    );
  });

  it("leaves loops that only compute alone, unless they did not come back", () => {
    const body =
      "while (a.next()) {\nwork(a);\n}\nfor (;;) {\nif (work(a.more())) break; a.more();\n}\nif (a) await one();";
    const ends = (lines: string[]): (string | undefined)[] => [lines[0], lines[3], lines[6]];
    assert.deepEqual(ends(steered(body)), [
      "while (a.next()) {",
      "for (;;) {",
      "if ((a)||true) await one();",
    ]);
    assert.deepEqual(steered(body, [], true), steered(body, [3, 6]));
    assert.deepEqual(ends(steered(body, [3, 6])), [
      "for (let __asyncCostRounds=0;((a.next()))&&__asyncCostRounds++<100;) {",
      "for (let __asyncCostRounds=0;__asyncCostRounds++<2;) {",
      "if ((a)||true) await one();",
    ]);
  });

  it("ends no loop that ends by itself, nor one that works on what the text gives alone", () => {
    for (const loop of [
      "let i = 0;\nwhile (i < 10) {\nawait one(i);\ni++;\n}",
      "let i = 0;\ndo {\nawait one(i);\n} while (++i < 3);",
      "const known = Promise.resolve(1);\nwhile (true) await known;",
    ])
      assert.equal(steered(loop, [], true).join("\n"), loop);
    for (const loop of [
      "while (a.next) await one(a);",
      "let i = 0;\nwhile (i < a.size) {\nawait one(i);\ni++;\n}",
    ])
      assert.notEqual(steered(loop, [], true).join("\n"), loop);
  });

  it("ends no loop that nothing leaves, as that has no end whatever the values are", () => {
    const left = ["for (;;);", "while (true) { a.n = 1; }", "while (1) a.push(1);"];
    for (const loop of left) assert.equal(steered(`await one();\n${loop}`, [2], true)[1], loop);
    assert.notEqual(steered("await one();\nwhile (true) { if (a.more) break; }", [2], true)[1], left[1]);
  });

  it("tells the loops that it ends from the branches that it decides", () => {
    const text = `async function f(a) {
while (true) {
if (a) continue;
await one();
}
}`;
    const { functions } = analyze(text, "js");
    const ioCalls = wantedAt(functions);
    const { lines, endedLoops } = steer(text, "js", 0, { ioCalls, avoid: new Set() })!;
    assert.deepEqual({ lines, endedLoops }, { lines: [3], endedLoops: [2] });
  });

  it("goes around lines at which it failed", () => {
    assert.deepEqual(steered("if (a) {\nx(a);\n}\nawait one();", [3])[0], "if ((a)&&false) {");
  });

  it("leaves alone what decides nothing, and what leads to I/O calls either way", () => {
    const body = "if (a) log(a);\nif (a) return await one();\nreturn await two();";
    assert.deepEqual(steered(body), body.split("\n"));
  });

  it("wants no call of the file's own functions that make none", () => {
    const text =
      "async function pure(a) { return a; }\nasync function f(a) { await pure(a); await load(a); }";
    const { functions } = analyze(text, "js");
    assert.deepEqual(
      wantedIoCalls(functions, functions[1]!).map(({ expression }) => expression),
      ["load"],
    );
  });

  it("tells the I/O calls of success from those that are there for failure", () => {
    const text = `async function f(db, log) {
      try { await db.put(1); } catch (error) { await log.write(error); }
      await db.get(2).catch(async (reason) => { await log.send(reason); });
      db.on("closing", async () => { await db.release(); });
      await db.find(3);
    }`;
    const { functions } = analyze(text, "js");
    const success = ioCallsOfSuccess({ functions, target: functions[0]! }, text, "js");
    assert.deepEqual(
      success.map(({ expression }) => expression),
      ["db.put", "db.get", "db.find"],
    );
  });

  it("is what comes in the end too", () => {
    const text = "async function f(db) { try { await db.get(); } finally { await db.close(); } }";
    const { functions } = analyze(text, "js");
    const success = ioCallsOfSuccess({ functions, target: functions[0]! }, text, "js");
    assert.deepEqual(
      success.map(({ expression }) => expression),
      ["db.get", "db.close"],
    );
  });
});
