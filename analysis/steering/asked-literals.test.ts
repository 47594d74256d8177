import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import { callsForLiterals } from "./asked-literals.ts";

function found(body: string, parameters = "a, b"): string[] {
  const text = `async function f(${parameters}) { ${body} }`;
  const [first] = analyze(text, "js").functions;
  return callsForLiterals(text, "js", first!.range.start, first!.ioCalls).map(({ expression }) => expression);
}

describe("the I/O calls for texts that are asked for", () => {
  it("are those behind a comparison with one, in a case, and those that stand in no branch", () => {
    assert.deepEqual(
      found(`await a.zero();
        if (b.action === "opened") await a.one();
        if ("paid" == b.state) { await a.two(); } else { await a.other(); }
        switch (b.type) { case "x": await a.three(); break; default: { await a.four(); } }`),
      ["a.zero", "a.one", "a.two", "a.three", "a.four"],
    );
  });

  it("are those of a loop through a list, also behind what leaves out a round of it", () => {
    assert.deepEqual(
      found(
        "for (const c of b) { if (!c.open) continue; if (c.old) { continue } await a.one(c); } for (const c of b) await a.two(c);",
      ),
      ["a.one", "a.two"],
    );
    assert.deepEqual(
      found("try { for await (const c of b) { await a.one(c); } } catch (e) { await a.two(); }"),
      ["b", "a.one"],
    );
  });

  it("are none behind what asks for anything else, or for what went wrong", () => {
    const conditions = [
      "b.count > 3",
      'b.kind !== "x"',
      '!(b.kind === "x")',
      'typeof b === "string"',
      "b.status === 429",
      "b.ready",
      'b.status === "failed"',
      'b.code === "ENOENT"',
    ];
    for (const condition of conditions) {
      assert.deepEqual(found(`if (${condition}) await a.one();`), [], condition);
      assert.deepEqual(found(`if (${condition}) { await a.one(); }`), [], condition);
    }
    assert.deepEqual(found('if (b.kind === "x") { if (b.ready) await a.one(); }'), []);
    assert.deepEqual(found("while (b.more) { await a.one(); }"), []);
    assert.deepEqual(found('const c = b.kind === "x" ? await a.one() : 1; b && (await a.two());'), []);
    assert.deepEqual(found('if (b.kind === "x") run(async () => { await a.one(); });'), []);
    assert.deepEqual(found('if (b) { return 1; } else if (b.kind === "x") { await a.one(); }'), []);
  });

  it("are none where the value is the author's or the machine's, and not made up", () => {
    const one = (condition: string, parameters?: string, before = ""): string[] =>
      found(`${before} if (${condition}) await a.one();`, parameters);
    assert.deepEqual(one('mode === "slow"', 'a, mode = "fast"'), []);
    assert.deepEqual(one('dialect === "mysql"', 'a, { dialect = "pg" } = {}'), []);
    assert.deepEqual(one('mode === "slow"', "a", 'const mode = "fast";'), []);
    assert.deepEqual(one('stage === "live"', "a", "const stage = process.env.STAGE;"), []);
    for (const subject of [
      "process.env.NODE_ENV",
      "process.platform",
      "config.mode",
      "this.mode",
      "os.type()",
    ])
      assert.deepEqual(one(`${subject} === "x"`), [], subject);
    assert.deepEqual(found('switch (process.platform) { case "win32": await a.one(); }'), []);
    assert.deepEqual(one('mode === "slow"', "a, { mode, b = 1 }"), ["a.one"]);
    assert.deepEqual(one('kind === "x"', "a", "const { data: [{ kind }] } = JSON.parse(a.text);"), ["a.one"]);
    assert.deepEqual(one('kind === "x"', "a", "const [kind, id] = a.text.split(1);"), ["a.one"]);
    assert.deepEqual(found('for (const c of b) { if (c.kind === "x") { await a.one(c); } }'), ["a.one"]);
  });

  it("are those for one of several texts that one value may be, and none for an empty one", () => {
    assert.deepEqual(
      found(
        'if (b.type === "created") await a.one(); if (b.type === "removed") await a.two(); if (b.by === "me") await a.three();',
      ),
      ["a.one", "a.three"],
    );
    assert.deepEqual(
      found('if (b.title === "") await a.one(); if (b.text === "Not Found") await a.two();'),
      [],
    );
  });

  it("are none in a case of what went wrong", () => {
    const cases =
      'case "error": case "failed": await a.retry(); break; case "done": await a.one(); await a.two();';
    assert.deepEqual(found(`switch (b.state) { ${cases} }`), ["a.one", "a.two"]);
  });

  it("are none in rounds that are skipped where all went well", () => {
    for (const guard of ['c.status === "fulfilled"', "c.ok", "c.success"])
      assert.deepEqual(found(`for (const c of b) { if (${guard}) continue; await a.report(c); }`), [], guard);
    for (const guard of ["!c.ok", "c.done", 'c.status !== "fulfilled"'])
      assert.deepEqual(
        found(`for (const c of b) { if (${guard}) { continue; } await a.one(c); }`),
        ["a.one"],
        guard,
      );
  });

  it("are those that a condition itself waits for", () => {
    assert.deepEqual(found("if ((await a.one()) > 2) return; if (await a.two()) { return 3; }"), [
      "a.one",
      "a.two",
    ]);
  });
});
