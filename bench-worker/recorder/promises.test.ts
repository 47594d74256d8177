import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { WatchedPromises } from "./promises.ts";

/** What is heard of promises, as `use` watches them, with what `use` notes itself. */
async function heardOf(
  use: (watch: (name: string, promise: Promise<unknown>) => void, note: (text: string) => void) => void,
): Promise<string[]> {
  const heard: string[] = [];
  const watched = new WatchedPromises((_, act) => act());
  use(
    (name, promise) => watched.watch(promise, (how, value) => heard.push(`${name}: ${how} ${String(value)}`)),
    (text) => heard.push(text),
  );
  for (let turns = 0; turns < 8; turns++) {
    await sleep(1);
    watched.onTurn();
  }
  watched.end();
  return heard;
}

describe("a promise that is watched", () => {
  it("tells what it came to as soon as it tells those who wait for it", async () => {
    const heard = await heardOf((watch, note) => {
      const one = sleep(1, "a");
      const other = sleep(2).then(() => Promise.reject(new RangeError("b")));
      watch("one", one);
      watch("other", other);
      one.then(note, note);
      other.catch((error: unknown) => note(String(error)));
    });
    assert.deepEqual(heard, ["one: value a", "a", "other: error RangeError: b", "RangeError: b"]);
  });

  it("tells it where nobody waits for it, also where it waits for another one", async () => {
    const heard = await heardOf((watch) => {
      watch("settled", Promise.resolve(1));
      watch("later", sleep(1, 2));
      watch("last", new Promise((resolve) => resolve(sleep(3, 3))));
      watch("never", new Promise(() => {}));
    });
    assert.deepEqual(heard, ["settled: value 1", "later: value 2", "last: value 3"]);
  });

  it("that fails is one that nobody waits for, still", async () => {
    const failed: unknown[] = [];
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (error) => failed.push(error));
    const error = new RangeError("no");
    const heard = await heardOf((watch) =>
      watch(
        "failed",
        sleep(1).then(() => Promise.reject(error)),
      ),
    );
    process.removeAllListeners("unhandledRejection");
    for (const one of listeners) process.on("unhandledRejection", one);
    assert.deepEqual([heard, failed], [["failed: error RangeError: no"], [error]]);
  });
});
