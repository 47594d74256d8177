import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buildInCache, cacheFolder, cacheState, withLock } from "./cache.ts";

describe("the cache", () => {
  let home: string;
  let folder: string;
  beforeEach(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "async-cost-cache-"));
    folder = path.join(home, "editor-1");
  });
  afterEach(() => rm(home, { recursive: true }));

  it("tells missing, half-finished, foreign and ready apart", async () => {
    assert.equal(await cacheState(folder, 1), "missing");
    await mkdir(folder);
    assert.equal(await cacheState(folder, 1), "broken");
    await writeFile(path.join(folder, "ready.json"), "{ half");
    assert.equal(await cacheState(folder, 1), "broken");
    await writeFile(path.join(folder, "ready.json"), '{"recipe":2}');
    assert.equal(await cacheState(folder, 1), "broken");
    assert.equal(await cacheState(folder, 2), "ready");
  });

  it("replaces a half-finished folder and sweeps up after an interrupted build", async () => {
    await mkdir(path.join(folder, "leftover"), { recursive: true });
    await mkdir(`${folder}.building-1`);
    await buildInCache(folder, 1, async (temporary) => {
      await writeFile(path.join(temporary, "made"), "");
    });
    assert.equal(await cacheState(folder, 1), "ready");
    assert.deepEqual((await readdir(folder)).sort(), ["made", "ready.json"]);
    assert.deepEqual(await readdir(home), ["editor-1"]);
  });

  it("leaves nothing behind when the build fails", async () => {
    const failing = buildInCache(folder, 1, () => Promise.reject(new Error("no compiler")));
    await assert.rejects(failing, /no compiler/);
    assert.deepEqual(await readdir(home), []);
  });

  it("lets one in at a time", async () => {
    const lock = path.join(home, "lock");
    const order: string[] = [];
    const waits: number[] = [];
    let waited = (): void => undefined;
    const other = new Promise<void>((resolve) => (waited = resolve));
    // The first stays until the other has found the lock.
    const work = (name: string) => async (): Promise<void> => {
      order.push(`${name} in`);
      await other;
      order.push(`${name} out`);
    };
    const onWait = (holder: number): void => {
      waits.push(holder);
      waited();
    };
    const options = { onWait, pollMilliseconds: 2 };
    await Promise.all([withLock(lock, work("a"), options), withLock(lock, work("b"), options)]);
    const [first, second, third, fourth] = order;
    assert.equal(first?.replace("in", "out"), second);
    assert.equal(third?.replace("in", "out"), fourth);
    assert.deepEqual(waits, [process.pid]);
    assert.equal(existsSync(lock), false);
  });

  it("takes over the lock of one who died", async () => {
    const lock = path.join(home, "lock");
    await writeFile(lock, "4242");
    const asked: number[] = [];
    const isAlive = (pid: number): boolean => asked.push(pid) === 0;
    const result = await withLock(lock, () => Promise.resolve("done"), {
      onWait: () => assert.fail("waited for a dead process"),
      pollMilliseconds: 1,
      isAlive,
    });
    assert.equal(result, "done");
    assert.deepEqual(asked, [4242]);
  });

  it("lets one in at a time, too, where many find the lock of one who died", async () => {
    const lock = path.join(home, "lock");
    await writeFile(lock, "4242");
    let inside = 0;
    let done = 0;
    const work = async (): Promise<void> => {
      assert.equal(++inside, 1, "two hold the lock");
      await new Promise((resolve) => setTimeout(resolve, 1));
      inside--;
      done++;
    };
    const options = {
      onWait: () => undefined,
      pollMilliseconds: 1,
      isAlive: (pid: number) => pid === process.pid,
    };
    await Promise.all(Array.from({ length: 20 }, () => withLock(lock, work, options)));
    assert.equal(done, 20);
    assert.deepEqual(await readdir(home), []);
  });

  it("lets go of who is called off while waiting", async () => {
    const lock = path.join(home, "lock");
    await writeFile(lock, String(process.pid));
    const controller = new AbortController();
    const waiting = withLock(lock, () => assert.fail("did the work"), {
      onWait: () => controller.abort(),
      pollMilliseconds: 60_000,
      signal: controller.signal,
    });
    await assert.rejects(waiting, { name: "AbortError" });
    assert.equal(existsSync(lock), true, "it is another's");
  });

  it("gives the lock back when the work fails", async () => {
    const lock = path.join(home, "lock");
    const failing = withLock(lock, () => Promise.reject(new Error("broke")), { onWait: () => undefined });
    await assert.rejects(failing, /broke/);
    assert.equal(existsSync(lock), false);
  });

  it("puts the cache where ASYNC_COST_CACHE says, before anything else", () => {
    assert.equal(cacheFolder({ ASYNC_COST_CACHE: "/a/b", XDG_CACHE_HOME: "/x" }, "/home/me"), "/a/b");
  });

  it("follows XDG_CACHE_HOME only when it is absolute", () => {
    assert.equal(cacheFolder({ XDG_CACHE_HOME: "/x" }, "/home/me"), "/x/async-cost");
    assert.equal(cacheFolder({ XDG_CACHE_HOME: "x" }, "/home/me"), "/home/me/.cache/async-cost");
    assert.equal(cacheFolder({}, "/home/me"), "/home/me/.cache/async-cost");
  });
});
