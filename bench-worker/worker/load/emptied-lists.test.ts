import assert from "node:assert/strict";
import type { Parameter } from "../../../analysis/model.ts";
import { completed } from "../fixtures/run-worker.ts";
import { emptiedLists } from "./emptied-lists.ts";

const parameter = (name: string, type: string | null = null): Parameter => ({
  name,
  type,
  optional: false,
  rest: false,
  role: "value",
});

describe("a list that is emptied", () => {
  it("is told by what takes items out of it", () => {
    assert.deepEqual(emptiedLists([parameter("jobs")], "while ((job = jobs.shift())) await run(job);"), [
      "*.jobs",
    ]);
    assert.deepEqual(
      emptiedLists([], "const ids = await db.list(1); while (ids.length) ids.splice(0, 10);"),
      ["*.list()"],
    );
    assert.deepEqual(
      emptiedLists([parameter("{ roots }")], "const todo = roots; while (todo.length) visit(todo.pop());"),
      ["*.roots"],
    );
  });

  it("is none where a type tells, what it takes out is waited for, or it has what lists have not", () => {
    assert.deepEqual(
      emptiedLists([parameter("jobs", "Job[]")], "while ((job = jobs.shift())) run(job);"),
      [],
    );
    assert.deepEqual(emptiedLists([parameter("queue")], "const job = await queue.pop();"), []);
    assert.deepEqual(
      emptiedLists([], "const path = file.path.split('/'); path.pop(); await remove(path);"),
      [],
    );
    assert.deepEqual(emptiedLists([parameter("queue")], "queue.drain(); run(queue.shift());"), []);
  });

  it("is none where all calls share it, as what an instance or a module has", () => {
    assert.deepEqual(emptiedLists([], "while (this.jobs.length) run(this.jobs.splice(0, 50));"), []);
    assert.deepEqual(
      emptiedLists([parameter("options")], "while (options.jobs.length) options.jobs.pop();"),
      [],
    );
    assert.deepEqual(emptiedLists([], "const todo = pending; while (todo.length) run(todo.shift());"), []);
    assert.deepEqual(emptiedLists([], "while (pending.length) run(pending.shift());"), []);
  });

  it("is none where it is asked once only, or for something to wait for, as a queue elsewhere is", () => {
    for (const text of [
      "return queue.pop();",
      "return queue.pop().then((job) => store.save(job));",
      "queue.pop((error, job) => done(error, job));",
      "const [a, b] = await Promise.all([queue.pop(), queue.pop()]);",
      "const pending = queue.pop(); const user = await db.user(); const job = await pending;",
      "while ((job = await queue.shift())) await store.save(job);",
    ])
      assert.deepEqual([text, emptiedLists([parameter("queue")], text)], [text, []]);
  });

  it("is there anew for each call, and comes to its end by itself", async () => {
    for (const text of [
      "module.exports = async (ids, api) => { while (ids.length) { const part = ids.splice(0, 1); await Promise.all(part.map((id) => api.get(id))); } };",
      "module.exports = async (jobs, api) => { let job; while ((job = jobs.shift())) await api.run(job); };",
      "module.exports = async ({ roots }, api) => { const todo = roots; while (todo.length > 0) await api.visit(todo.pop()); };",
    ]) {
      const { counters, warnings } = await completed("fs-await.js", {
        text,
        budget: 1,
        options: { concurrency: [10] },
      });
      assert.deepEqual([counters.ioCalls, counters.criticalPath], [2, 2], text);
      assert.doesNotMatch(warnings.join("\n"), /Later calls|was made to end/, text);
    }
  });
});
