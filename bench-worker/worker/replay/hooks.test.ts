import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { immediates } from "../clock/immediates.ts";
import { tickWatch } from "../harness/tick-watch.ts";
import { BackEnd } from "../io/back-end.ts";
import { causality } from "../io/causality.ts";
import { IoCore } from "../io/io-core.ts";
import { answerAt, recordedCall } from "../fixtures/recorded-call.ts";
import { sitesOf } from "./answers.ts";
import { Decoder, type Real } from "./decode.ts";
import { ReplayHooks } from "./hooks.ts";
import type { PlayedCall } from "./played-call.ts";

describe("the call that goes on in a replay", () => {
  afterEach(() => void (causality.carry = null));

  it("is that for which something was put off, whichever goes on meanwhile", async () => {
    const hooks = new ReplayHooks(new IoCore(new VirtualClock(), 1), { sites: [] }, false);
    const [one, other] = [{}, {}] as PlayedCall[];
    causality.carry = hooks.carry;
    const seen: unknown[] = [];
    const look = (): void => void seen.push(hooks.now);
    hooks.now = one!;
    immediates.set(look);
    tickWatch.nextTick(look);
    hooks.now = other!;
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    assert.deepEqual(
      seen.map((call) => call === one),
      [true, true],
    );
  });
});

describe("what is iterated in a replay", () => {
  const answers = [
    answerAt("items", "items", {
      ...{ style: "iterator", evidence: undefined, state: { readableEnded: true } },
      callbacks: [{ at: [], milliseconds: 1, arguments: [] }],
    }),
  ];
  const call = (): PlayedCall =>
    ({
      values: [undefined],
      callbacks: [[["item"]]],
      used: [0],
      events: null,
      ending: null,
    }) as unknown as PlayedCall;
  const read = async (iterated: unknown): Promise<unknown[]> => {
    const all: unknown[] = [];
    for await (const item of iterated as AsyncIterable<unknown>) all.push(item);
    return all;
  };

  it("is read for real where the call itself has made it, and gives what was there where something stands in for it", async () => {
    const sites = sitesOf(recordedCall({ answers }).call, "/");
    const hooks = new ReplayHooks(new IoCore(new VirtualClock(), 1), { sites }, false);
    assert.deepEqual(await read(hooks.i(0, call(), Readable.from(["own"]))), ["own"]);
    const decoder = new Decoder({ prototypeOfPackage: () => undefined } as unknown as Real);
    const standIn = decoder.maker({ $: "handle", class: "Body", properties: {} })(new Map());
    assert.deepEqual(await read(hooks.i(0, call(), standIn)), ["item"]);
    assert.equal((standIn as { readableEnded?: unknown }).readableEnded, true);
    assert.equal(hooks.operations, 0);
  });
});

describe("an event in a replay", () => {
  it("is heard on the emitter that it comes from", async () => {
    const event = { at: [1], milliseconds: 1, arguments: [] };
    const answers = [answerAt("source.on()", "source.on", { style: "event", callbacks: [event] })];
    const sites = sitesOf(recordedCall({ answers }).call, "/");
    const hooks = new ReplayHooks(new IoCore(new VirtualClock(), 1), { sites }, false);
    const call = {
      values: [undefined],
      callbacks: [[[]]],
      used: [0],
      events: null,
      during: null,
      ending: null,
    };
    const source = { on: () => null };
    const heard = new Promise((resolve) => {
      hooks.c(0, call as unknown as PlayedCall, 0, source, "on", "data", function (this: unknown) {
        resolve(this);
      });
    });
    assert.equal(await heard, source);
  });
});

describe("recorded latencies", () => {
  it("are those of each answer: a promise's, each event's since the one before, each item's", async () => {
    const text = "load(); source.on(); source.on(); items";
    const event = (milliseconds: number) => [{ at: [1], milliseconds, arguments: [] }];
    const answers = [
      answerAt(text, "load", { startMilliseconds: 1, endMilliseconds: 21 }),
      answerAt(text, "source.on", {
        ...{ style: "event", startMilliseconds: 2, endMilliseconds: 12 },
        callbacks: [...event(7), ...event(12)],
      }),
      answerAt(text, "items", {
        ...{ style: "iterator", startMilliseconds: 3, endMilliseconds: 43 },
        callbacks: [{ at: [], milliseconds: 33, arguments: [] }],
      }),
    ];
    const clock = new VirtualClock();
    clock.lockstep = true;
    const core = new IoCore(clock, 1);
    const sites = sitesOf(recordedCall({ answers }).call, "/");
    const call = {
      ...{ values: ["loaded", undefined, undefined], callbacks: [undefined, [[], []], [["item"]]] },
      ...{ used: [0, 0, 0], events: null, during: null, keeper: null, ending: null },
    } as unknown as PlayedCall;
    core.backEnd = new BackEnd({ latency: { model: "recorded" }, seed: 1 }, 1, 0, clock);
    const hooks = new ReplayHooks(core, { sites }, false);
    const came: [string, number][] = [];
    const note = (what: string): number => came.push([what, clock.time()]);
    const loaded = hooks.f(0, call, () => null) as Promise<unknown>;
    hooks.c(1, call, 0, { on: () => null }, "on", "data", () => note("event"));
    const items = hooks.i(2, call, null) as AsyncIterable<unknown>;
    await Promise.all([
      loaded.then(() => note("loaded")),
      (async () => {
        for await (const item of items) note(String(item));
        note("end");
      })(),
    ]);
    assert.deepEqual(came, [
      ["event", 5],
      ["event", 10],
      ["loaded", 20],
      ["item", 30],
      ["end", 40],
    ]);
  });
});
