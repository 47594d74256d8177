import assert from "node:assert/strict";
import vm from "node:vm";
import { withInserted } from "../../insertions.ts";
import { lineProbes } from "./line-probes.ts";

/** The lines that run when the first function of a text is called, of all lines that tell something. */
async function linesRun(text: string, ...given: unknown[]) {
  const all = text.split("\n").map((_, at) => at + 1);
  const { insertions, told } = lineProbes(
    text,
    { first: 1, last: all.length, lines: all },
    (lines) => `ran(${lines.join()})`,
  );
  const run = new Set<number>();
  const code = withInserted(text, insertions);
  assert.equal(code.split("\n").length, all.length);
  const target = vm.runInThisContext(`(ran) => (${code})`)((...lines: number[]) =>
    lines.forEach((line) => run.add(line)),
  ) as (...parameters: unknown[]) => unknown;
  await target(...given);
  const inOrder = (lines: Iterable<number>): number[] => [...lines].sort((a, b) => a - b);
  return { run: inOrder(run), told: inOrder(told) };
}

describe("lines that tell that they run", () => {
  const text = `async function load(db, id) {
  "use strict";
  if (id === 0)
    return null;
  const row = await db.get(
    id,
  );
  switch (row.kind) {
    case 1:
      row.name = "one";
      break;
    default:
      row.name = "other";
  }
  const names = row.tags.map((tag) =>
    tag.name,
  );
  for (const name of names)
    await db.put(name);
  return names;
}`;
  const db = { get: () => ({ kind: 1, tags: [{ name: "a" }] }), put: () => undefined };

  it("are those of the statements that ran, wherever one begins and ends", async () => {
    const { run, told } = await linesRun(text, db, 1);
    assert.deepEqual(run, [3, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20]);
    assert.deepEqual(
      told.filter((line) => !run.includes(line)),
      [4, 13],
    );
  });

  it("leave out what did not run, and tell nothing of the head and the end", async () => {
    const { run, told } = await linesRun(text, db, 0);
    assert.deepEqual(run, [3, 4]);
    assert.ok(![1, 2, 21].some((line) => told.includes(line)));
  });
});
