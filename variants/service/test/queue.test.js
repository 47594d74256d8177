const assert = require("node:assert/strict");
const { test } = require("node:test");
const { setTimeout: sleep } = require("node:timers/promises");
const { Queue } = require("../queue.js");

test("a queue does two jobs at a time, and goes on after one that fails", async () => {
  const queue = new Queue(2);
  let running = 0;
  let most = 0;
  const job = async (name) => {
    most = Math.max(most, ++running);
    await sleep(5);
    running--;
    if (name === "b") throw new Error("b failed");
    return name;
  };
  const done = await Promise.allSettled(["a", "b", "c", "d"].map((name) => queue.add(() => job(name))));
  assert.deepEqual(
    done.map(({ value, reason }) => value ?? reason.message),
    ["a", "b failed", "c", "d"]
  );
  assert.equal(most, 2);
});
