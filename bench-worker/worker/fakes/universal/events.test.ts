import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { VirtualClock } from "../../clock/virtual-clock.ts";
import { fake, type Anything } from "../../fixtures/universal-fake.ts";
import { IoCore } from "../../io/io-core.ts";
import { UniversalFakes } from "./universal-fakes.ts";

const INJECTION = { mode: "error", layer: "calls-back", helper: "none", final: null } as const;

describe("events of a universal fake", () => {
  it("tells of events that come once all is well, and of no error", async () => {
    const { db } = fake();
    await new Promise<void>((resolve) => {
      db["stream"]!["on"]!("error", () => assert.fail("an error came"));
      db["stream"]!["on"]!("end", () => resolve());
    });
  });

  it("tells of the end of what is read, and of none of a connection", async () => {
    const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
    const heard: string[] = [];
    for (const name of ["body", "amqp.connect.item", "new Pool()", "db.client", "request"]) {
      const emitter = fakes.make(name) as Anything;
      for (const event of ["close", "end"]) emitter["on"]!(event, () => heard.push(`${name} ${event}`));
    }
    // What was asked for last comes last.
    await new Promise<void>((resolve) => (fakes.make("last") as Anything)["on"]!("end", () => resolve()));
    assert.deepEqual(heard, ["body end", "body close", "request end"]);
  });

  it("tells of two streams by two I/O calls, though both go by one name and one event of each is listened to", async () => {
    const { db, core } = fake();
    db["open"]!("log")["on"]!("data", () => undefined);
    await new Promise<void>((resolve) => db["open"]!("out")["on"]!("finish", () => resolve()));
    assert.equal(core.calls, 2);
  });

  it("tells of one stream by one I/O call, where one listener is added behind the other", async () => {
    const { db, core } = fake();
    await new Promise<void>((resolve) => {
      db["read"]!("x")["on"]!("data", () => undefined)["on"]!("end", () => resolve());
    });
    assert.equal(core.calls, 1);
  });

  it("tells of one stream by one I/O call, in the order of its events, also where others go by its name", async () => {
    const { db, core } = fake();
    const heard: string[] = [];
    const read = (file: string): Promise<void> =>
      new Promise((resolve) => {
        const stream = db["read"]!(file);
        stream["on"]!("end", () => resolve(void heard.push(`${file} end`)));
        stream["on"]!("data", () => heard.push(`${file} data`));
      });
    await Promise.all([read("a"), read("b")]);
    assert.deepEqual([heard, core.calls], [["a data", "a end", "b data", "b end"], 2]);
    await read("c");
    assert.equal(core.calls, 3);
    const child = db["spawn"]!();
    await new Promise((resolve) => {
      child["on"]!("exit", () => heard.push("exit"));
      child["on"]!("close", resolve);
    });
    assert.deepEqual([heard.at(-1), core.calls], ["exit", 4]);
  });

  it("waits for a stream anew where one before was made to fail at once", async () => {
    const { db, core } = fake();
    const listen = (event: string): Promise<unknown> =>
      new Promise((resolve) => void db["file"]!["on"]!(event, resolve));
    core.tap = { onCall: ({ expression }) => ({ ...INJECTION, mode: "throw", expression }) };
    await assert.rejects(listen("data"), /made db\.file\.on\(data\) fail/);
    core.tap = null;
    await listen("end");
    assert.equal(core.calls, 2);
  });

  it("keeps what is there for each message, unless it settles something", async () => {
    const heardOf = async (): Promise<string[]> => {
      const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
      const heard: string[] = [];
      const tell = (how: string): void => void heard.push(how);
      const bus = fakes.make("bus") as Anything;
      const waiting = (how: string) => async (): Promise<void> => {
        tell(how);
        await Promise.resolve();
      };
      bus["on"]!("message", waiting("for each"));
      bus["once"]!("message", waiting("once"));
      bus["on"]!("message", () => tell("plain"));
      await new Promise<void>((resolve) => {
        bus["on"]!("message", async () => {
          await Promise.resolve();
          resolve();
        });
      });
      return heard;
    };
    assert.deepEqual(await heardOf(), ["once"]);
  });

  it("has none for what is piped into it but what the source listens to", async () => {
    const { db, core } = fake();
    const file: unknown = db["file"];
    const before = core.calls;
    Readable.from(["a"]).pipe(file as NodeJS.WritableStream);
    assert.equal(core.calls, before);
    await new Promise<void>((resolve) => db["file"]!["on"]!("finish", () => resolve()));
    assert.equal(core.calls, before + 1);
  });

  it("calls the handlers that are set as its properties, each once, with what it is the handler of", async () => {
    const { db, core } = fake();
    const request = db["open"]!();
    const events = await Promise.all(
      [1, 2].map(
        (call) =>
          new Promise<[number, Anything]>((resolve) => {
            Object.assign(request, {
              onsuccess: (event: Anything) => resolve([call, event]),
              onerror: () => assert.fail("it failed"),
              onblocked: () => assert.fail("it was blocked"),
              onsettled: () => assert.fail("nobody knows that it is one"),
              onComplete: () => assert.fail("it may be an option"),
            });
          }),
      ),
    );
    assert.deepEqual(
      events.map(([call, { target }]) => [call, target === request]),
      [
        [1, true],
        [2, true],
      ],
    );
    assert.equal(core.calls, 2);
  });

  it("hands an injected error to the handler of errors, and has it itself", async () => {
    const { db, core } = fake();
    core.tap = {
      onCall: ({ expression }) => ({ ...INJECTION, expression }),
    };
    const { error } = await new Promise<{ error: unknown }>((resolve) => {
      db["onsuccess"] = (() => assert.fail("it went well")) as unknown as Anything;
      db["onerror"] = ((event: Anything) => resolve({ error: event["error"] })) as unknown as Anything;
    });
    assert.ok(error instanceof Error);
    assert.equal(db["error"], error);
  });
});
