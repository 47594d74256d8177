import assert from "node:assert/strict";
import real from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeChildProcess } from "./child-process.ts";

const EVENTS = ["spawn", "disconnect", "error", "exit", "close"] as const;

/** What a program says until it has closed, as it says it; data and the end of its output are left out where nobody reads them. */
async function said(child: real.ChildProcess, reads: boolean): Promise<string[]> {
  const heard: string[] = [];
  for (const event of EVENTS)
    child.on(event, (...given: unknown[]) => heard.push([event, ...given.map(String)].join(" ")));
  if (reads) for (const event of ["data", "end"]) child.stdout!.on(event, () => heard.push(event));
  await once(child, "close").catch(() => once(child, "close"));
  return heard;
}

/** As the fake has it: how soon a program exits after its output has ended is the system's business. */
function inOrder(heard: readonly string[]): string[] {
  const [ends, others] = [heard.filter((one) => one === "end"), heard.filter((one) => one !== "end")];
  const exit = others.findIndex((one) => one.startsWith("exit"));
  return exit < 0 ? others : [...others.slice(0, exit), ...ends, ...others.slice(exit)];
}

describe("a program that is started", () => {
  let core: IoCore;
  let fake: typeof real;
  beforeEach(() => {
    core = new IoCore(new VirtualClock(), 1);
    core.makeBody = () => ({});
    fake = fakeChildProcess(core, true) as typeof real;
  });
  const { execPath } = process;

  it("has the events of one that runs, in their order", async () => {
    const starts: Record<string, [(from: typeof real) => real.ChildProcess, boolean]> = {
      read: [({ spawn }) => spawn(execPath, ["-p", "1"]), true],
      unread: [({ spawn }) => spawn(execPath, ["-p", "1"]), false],
      "with our streams": [({ spawn }) => spawn(execPath, ["-e", ""], { stdio: "inherit" }), false],
      killed: [
        ({ spawn }) => {
          const child = spawn(execPath, ["-e", "setInterval(() => 1, 1000)"]);
          assert.deepEqual([child.kill(0), child.kill(), child.killed], [true, true, true]);
          return child;
        },
        false,
      ],
      aborted: [
        ({ spawn }) => {
          const controller = new AbortController();
          const child = spawn(execPath, ["-e", "setInterval(() => 1, 1000)"], { signal: controller.signal });
          child.once("spawn", () => controller.abort());
          return child;
        },
        false,
      ],
    };
    for (const [what, [start, reads]] of Object.entries(starts))
      assert.deepEqual(
        inOrder(await said(start(fake), reads)),
        inOrder(await said(start(real), reads)),
        what,
      );
  });

  it("tells what it is, and how it ended", async () => {
    const tells = async ({ spawn }: typeof real): Promise<unknown[]> => {
      const child = spawn(execPath, ["-e", ""], { stdio: ["ignore", "pipe", "inherit", "pipe"] });
      const { stdio, stdin, stdout, stderr, spawnfile, spawnargs, pid, constructor } = child;
      const before = [child.exitCode, child.signalCode, child.killed, child.connected];
      await once(child, "close");
      const streams = [stdin, stdout, stderr].map((stream, at) => [stream === null, stream === stdio[at]]);
      const after = [child.exitCode, child.signalCode, child.kill()];
      return [spawnfile, spawnargs, typeof pid, constructor.name, stdio.length, streams, before, after];
    };
    assert.deepEqual(await tells(fake), await tells(real));
    assert.ok(fake.spawn("a") instanceof fake.ChildProcess);
    assert.notEqual(fake.spawn("a").pid, fake.spawn("a").pid);
  });

  it("can be waited for by its events, its output and its lines, and is one I/O call each time", async () => {
    const waits: ((child: real.ChildProcessWithoutNullStreams) => Promise<unknown>)[] = [
      (child) => once(child, "exit"),
      async (child) => {
        await once(child, "spawn");
        return once(child, "close");
      },
      (child) => finished(child.stdout.resume()),
      (child) => text(child.stdout),
      async (child) => {
        for await (const line of createInterface({ input: child.stdout })) assert.equal(line, "{\t}");
        return new Promise((resolve) => child.on("close", resolve));
      },
      async (child) => {
        await once(child, "exit");
        return once(child, "close");
      },
      (child) => pipeline(child.stdout, new PassThrough().resume()),
      async (child) => {
        const all = await Promise.all([text(child.stdout), once(child, "close")]);
        assert.deepEqual(all, ["{\t}", [0, null]]);
      },
    ];
    for (const wait of waits) {
      const { calls } = core;
      let isDone = false;
      const waited = wait(fake.spawn("list")).then(() => (isDone = true));
      await new Promise((resolve) => process.nextTick(resolve));
      assert.equal(isDone, false, "it answers before its time");
      await waited;
      assert.equal(core.calls - calls, 1);
    }
  });

  it("ends when what is piped into it has ended", async () => {
    const child = fake.spawn("gzip");
    async function* slow(): AsyncGenerator<string> {
      for (const one of ["a", "b"]) {
        await core.promise("read", null);
        assert.equal(child.exitCode, null);
        yield one;
      }
    }
    const exited = once(child, "exit");
    await pipeline(Readable.from(slow()), child.stdin);
    assert.deepEqual(await exited, [0, null]);
  });

  it("says what went wrong, and ends with it", async () => {
    core.tap = {
      onCall: ({ expression }) => ({
        expression,
        mode: "error",
        layer: "calls-back",
        helper: "none",
        final: null,
      }),
    };
    const heard = await said(fake.spawn("list"), false);
    assert.deepEqual(
      heard.map((one) => one.split(" ")[0]),
      ["spawn", "error", "exit", "close"],
    );
    assert.match(heard.join("\n"), /^error .*made child_process\.spawn fail[\s\S]*^exit 1/m);
  });

  it("gives bytes where they are asked for, to a callback or by a promise", async () => {
    const { exec, execFile } = fake;
    const listed = promisify(exec)("list");
    const closed = once(listed.child, "close");
    assert.equal((await listed).stdout, "{\t}");
    assert.deepEqual(await closed, [0, null]);
    const bytes = await promisify(execFile)("list", [], { encoding: "buffer" });
    assert.deepEqual(bytes.stdout, Buffer.from("{\t}"));
    assert.deepEqual(
      await new Promise((resolve) => exec("list", { encoding: "buffer" }, (...given) => resolve(given))),
      [null, Buffer.from("{\t}"), Buffer.from("")],
    );
  });

  it("that is spoken with has our streams, unless it is to be silent", () => {
    assert.equal(fake.fork("./job.js").stdout, null);
    const { stdout, connected } = fake.fork("./job.js", { silent: true });
    assert.deepEqual([stdout !== null, connected], [true, true]);
  });
});
