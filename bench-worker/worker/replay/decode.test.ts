import assert from "node:assert/strict";
import type { AsyncLocalStorage } from "node:async_hooks";
import type { TracingChannel } from "node:diagnostics_channel";
import path from "node:path";
import stream, { Readable, Stream } from "node:stream";
import { types } from "node:util";
import vm from "node:vm";
import { Environments } from "./environments.ts";
import { Decoder, TooLarge, type Shared } from "./decode.ts";
import { isSameValue } from "./same-value.ts";

class Order {
  get total(): number {
    return (this as unknown as { prices: number[] }).prices.length;
  }
}

const HOLDERS = { _sum: new WeakMap<object, unknown>(), shown: new WeakSet(), other: new Map() };
const STATE = Symbol("state");
const GLOBAL_PARSE = { $: "function", name: "parseInt", of: "engine" };

const decoder = (): Decoder =>
  new Decoder({
    classOf: (file, name) => (file === "orders.js" && name === "Order" ? Order : undefined),
    functionOf: (file, name) => (file === "orders.js" ? HOLDERS[name as keyof typeof HOLDERS] : undefined),
    moduleOfNode: (name) => ({ path, vm, stream })[name],
    prototypeOfPackage: (name) => (name === "Order" ? (Order.prototype as object) : undefined),
    environments: new Environments(() => null),
    symbolOf: (description) => (description === "state" ? STATE : undefined),
  });

function decoded(recorded: unknown): unknown {
  return decoder().maker(recorded)(new Map());
}

const same = (recorded: unknown): boolean => isSameValue(recorded, decoded(recorded), { isRedacted: false });

describe("a recorded value", () => {
  it("is the global function that it was, but none that runs a text", () => {
    const global = (name: string): unknown => decoded({ $: "function", name, of: "engine" });
    assert.equal(global("Headers"), Headers);
    assert.equal(decoded({ $: "function", name: "Headers" }) === Headers, false);
    for (const name of ["eval", "Function"]) {
      const made = global(name);
      assert.ok(typeof made === "function" && made !== Reflect.get(globalThis, name));
      assert.equal((made as (text: string) => unknown)("1"), undefined);
    }
    assert.equal(typeof global("process"), "function");
  });

  it("is the function that it was of what hangs on a global object, where that only computes", () => {
    const made = (on: string, name: string): unknown => decoded({ $: "function", name, of: "engine", on });
    assert.equal(made("JSON", "parse"), JSON.parse);
    assert.notEqual(made("process", "exit"), process.exit);
  });

  it("is the function of Node's that it was, where that only computes", () => {
    const made = (module: string, name: string): unknown =>
      decoded({ $: "function", name, of: "node", module });
    assert.equal(made("path", "join"), path.join);
    assert.notEqual(made("vm", "runInThisContext"), vm.runInThisContext);
  });

  it("is a function that was bound as it had been", () => {
    const target = { $: "function", name: "parseInt", of: "engine" };
    const bound = { target, this: null, arguments: ["101"] };
    const made = decoded({ $: "function", name: "bound parseInt", bound }) as (radix: number) => number;
    assert.equal(made(2), 5);
  });

  it("is a function that takes what it is given as it did, where another stands in for it", () => {
    const made = (kind?: string): unknown =>
      decoded({ $: "function", name: "work", parameters: 2, ...(kind === undefined ? {} : { kind }) });
    const shown = ([undefined, "async", "generator", "async-generator"] as const).map((kind) =>
      Object.prototype.toString.call(made(kind)),
    );
    assert.deepEqual(
      shown,
      ["Function", "AsyncFunction", "GeneratorFunction", "AsyncGeneratorFunction"].map(
        (name) => `[object ${name}]`,
      ),
    );
    assert.equal((made("async") as { length: number }).length, 2);
  });

  it("is one of Node's class or of the web's where that is asked, and its getters fail nowhere", () => {
    const stream = decoded({ $: "handle", class: "PassThrough", module: "stream", properties: {} });
    assert.ok(stream instanceof Readable && typeof stream.pipe === "function");
    assert.equal(stream.readableLength, undefined);
    const blob = decoded({ $: "handle", class: "Blob", of: "engine", properties: {} });
    assert.ok(blob instanceof Blob && (blob.size as unknown) === undefined);
    assert.ok(!(decoded({ $: "handle", class: "PassThrough", properties: {} }) instanceof Stream));
  });

  it("inherits from the first class that its own extends and that is there", () => {
    const made = decoded({
      ...{ $: "handle", class: "Own", extends: ["Between", "Order", "stream.Stream"] },
      properties: { prices: [1] },
    }) as Order;
    assert.deepEqual([made.total, made.constructor.name], [1, "Own"]);
    assert.ok(decoded({ $: "handle", class: "Own", extends: ["stream.Stream"] }) instanceof Stream);
  });

  it("is a proxy of what the project had made it of", () => {
    const target = { $: "map", entries: [["a", 1]] };
    const made = decoded({ $: "proxy", target: { list: [3] }, handler: { get: GLOBAL_PARSE } });
    assert.ok(types.isProxy(made));
    assert.equal((made as { list: number }).list, NaN);
    assert.ok(types.isProxy(decoded({ $: "proxy", target, handler: {} })));
    assert.equal(decoded({ $: "proxy", target: null, handler: {} }), undefined);
  });

  it("of a class of the project that is a map or a list of pairs is one still", () => {
    const of = { $: "instance", class: "Order", file: "orders.js", line: 1, properties: { prices: [1] } };
    const map = decoded({ ...of, base: { $: "map", entries: [["a", 1]] } });
    assert.ok(map instanceof Order && map.total === 1);
    assert.equal(Map.prototype.get.call(map as unknown as Map<string, number>, "a"), 1);
    const base = { $: "pairs", class: "URLSearchParams", entries: [["b", "2"]] };
    const query = decoded({ ...of, base }) as URLSearchParams;
    assert.equal(URLSearchParams.prototype.get.call(query, "b"), "2");
  });

  it("inherits what the class of a package has that is exported by its name, and what was kept of what is no class", () => {
    const entries = [[{ $: "symbol", text: "state" }, 3]];
    const made = decoded({ $: "handle", class: "Order", properties: { prices: [1, 2] }, symbols: entries });
    assert.equal((made as Order).total, 2);
    assert.equal((made as Record<symbol, unknown>)[STATE], 3);
    const inherits = { find: { $: "function", name: "parseInt", of: "engine" } };
    const getters = { size: { $: "function", name: "String", of: "engine" } };
    for (const kind of ["handle", "instance"]) {
      const tagged = { $: kind, class: "Other", file: "other.js", properties: {}, inherits, getters };
      const { find, size } = decoded(tagged) as { find: unknown; size: unknown };
      assert.deepEqual([find, size], [parseInt, ""]);
    }
  });

  it("is a signal that has come where it had", () => {
    const signal = (properties: object): AbortSignal =>
      decoded({ $: "handle", class: "AbortSignal", properties }) as AbortSignal;
    assert.equal(signal({ aborted: true, reason: "late" }).reason, "late");
    assert.equal(signal({ aborted: false, reason: { $: "undefined" } }).aborted, false);
  });

  it("is what Node has that keeps what functions run with, made anew", () => {
    const made = decoded({
      $: "handle",
      class: "AsyncLocalStorage",
      properties: {},
    }) as AsyncLocalStorage<number>;
    assert.equal(
      made.run(1, () => made.getStore()),
      1,
    );
  });

  it("is a channel that runs what it traces", async () => {
    const channel = decoded({
      ...{ $: "handle", class: "TracingChannel" },
      properties: { start: { $: "handle", class: "Channel", properties: { name: "tracing:rows:start" } } },
    }) as TracingChannel;
    assert.equal(await channel.tracePromise(() => Promise.resolve(7), {}), 7);
  });

  it("is a controller that gives the signal which others have", () => {
    const signal = {
      $: "shared",
      id: 1,
      value: { $: "handle", class: "AbortSignal", properties: { aborted: false } },
    };
    const made = decoded([
      { $: "handle", class: "AbortController", properties: { signal } },
      { $: "same", id: 1 },
    ]);
    const [controller, same] = made as [AbortController, AbortSignal];
    controller.abort("late");
    assert.deepEqual([same.aborted, same.reason], [true, "late"]);
  });

  it("is made again as it was", () => {
    for (const recorded of [
      ...[null, 1, "text", true, [1, [2]], { a: { b: 1 } }],
      ...[{ $: "undefined" }, { $: "NaN" }, { $: "-0" }, { $: "Infinity" }, { $: "bigint", text: "12" }],
      ...[
        { $: "regexp", text: "/a+/gi" },
        { $: "date", milliseconds: 1 },
        { $: "date", milliseconds: null },
      ],
      { $: "bytes", class: "Buffer", base64: "AQID" },
      { $: "map", entries: [["a", 1]] },
      { $: "set", items: [1, { b: 2 }] },
      { $: "arguments", items: [1, { b: 2 }] },
      { $: "object", entries: [["$", 1]] },
      { $: "error", class: "RangeError", message: "far", properties: { code: "E" } },
      { $: "handle", class: "Socket", properties: { port: 1 } },
      { $: "pairs", class: "Headers", entries: [["a", "1"]] },
      {
        $: "pairs",
        class: "URLSearchParams",
        entries: [
          ["a", "1"],
          ["a", "2"],
        ],
      },
      { $: "function", name: "done" },
    ])
      assert.ok(same(recorded), JSON.stringify(recorded));
  });

  it("of a class of the project has its prototype, whose setters and getters are not called", () => {
    const order = decoded({
      $: "instance",
      class: "Order",
      file: "orders.js",
      line: 1,
      properties: { prices: [1, 2], total: 5 },
    });
    assert.ok(order instanceof Order);
    assert.deepEqual(Object.entries(order), Object.entries({ prices: [1, 2], total: 5 }));
  });

  it("has what no loop shows, which no loop shows again", () => {
    const made = decoded({
      $: "handle",
      class: "Session",
      properties: { id: 1 },
      unlisted: { req: { a: 1 } },
    });
    assert.deepEqual([Object.keys(made as object), (made as { req: unknown }).req], [["id"], { a: 1 }]);
  });

  it("is there elsewhere, too, where it is told under a symbol that no module has made", () => {
    const symbols = [
      [
        { $: "symbol", text: "unknown" },
        { $: "shared", id: 1, value: { root: "/" } },
      ],
    ];
    const holder = { $: "handle", class: "Request", symbols, properties: {} };
    assert.deepEqual((decoded([holder, { $: "same", id: 1 }]) as unknown[])[1], { root: "/" });
  });

  it("has what was under symbols under those that modules have made, and no other", () => {
    const symbol = (text: string, of?: string): object => ({ $: "symbol", text, ...(of && { of }) });
    const order = decoded({
      ...{ $: "instance", class: "Order", file: "orders.js", line: 1, properties: {} },
      private: { sum: 1 },
      symbols: [
        [symbol("state"), { a: 1 }],
        [symbol("unknown"), 2],
        [symbol("one.order", "registry"), 3],
        [symbol("toStringTag", "engine"), "Order"],
      ],
    }) as Record<symbol, unknown>;
    assert.deepEqual(Object.getOwnPropertySymbols(order), [
      ...[STATE, Symbol.for("one.order"), Symbol.toStringTag],
    ]);
    assert.deepEqual(order[STATE], { a: 1 });
    assert.deepEqual(Object.keys(order), []);
    const plain = decoded({ $: "object", entries: [["a", 1], [symbol("state"), symbol("state")]] }); // prettier-ignore
    assert.deepEqual(plain, { a: 1, [STATE]: STATE });
  });

  it("is held by the variables of modules that have held it, which may lead back to it", () => {
    const of = (variable: string, value?: unknown): object => ({
      ...{ $: "held", file: "orders.js", variable },
      ...(value === undefined ? {} : { value }),
    });
    const order = decoded({
      ...{ $: "shared", id: 1 },
      value: {
        ...{ $: "instance", class: "Order", file: "orders.js", line: 1, properties: {} },
        held: [of("_sum", { order: { $: "same", id: 1 } }), of("shown"), of("other", 1), of("none", 1), null],
      },
    }) as object;
    const { _sum, shown, other } = HOLDERS;
    assert.deepEqual([_sum.get(order), shown.has(order), other.size], [{ order }, true, 0]);
  });

  it("that is shared is one object, and may hold itself", () => {
    const made = decoded({
      one: { $: "shared", id: 1, value: { self: { $: "same", id: 1 } } },
      other: { $: "same", id: 1 },
    }) as { one: { self: unknown }; other: unknown };
    assert.equal(made.one, made.other);
    assert.equal(made.one.self, made.one);
  });

  it("is another one for each call", () => {
    const make = decoder().maker({ $: "shared", id: 1, value: { list: [] } });
    const [one, other] = [make(new Map()), make(new Map())];
    assert.notEqual(one, other);
    assert.deepEqual(one, other);
  });

  it("is nothing where nobody knows what it is", () => {
    for (const recorded of [
      ...[{ $: "later" }, { $: "same", id: 7 }, { $: "same" }, { $: "bigint", text: "x" }],
      ...[
        { $: "regexp", text: "/(/" },
        { $: "url", text: "no url" },
        { $: "cut", was: "a list" },
      ],
    ])
      assert.equal(decoded(recorded), undefined, JSON.stringify(recorded));
    assert.deepEqual(decoded({ $: "map", entries: "no list" }), new Map());
    assert.deepEqual(decoded({ $: "map", entries: [1, [2]] }), new Map());
  });

  it("changes no prototype", () => {
    const text = '{"__proto__":{"polluted":1},"a":{"constructor":{"prototype":{"polluted":1}}}}';
    const made = decoded(JSON.parse(text)) as object;
    assert.equal(Object.getPrototypeOf(made), Object.prototype);
    assert.ok(Object.hasOwn(made, "__proto__"));
    const order = decoded({
      ...{ $: "instance", class: "Order", file: "orders.js", line: 1 },
      properties: JSON.parse(text) as object,
    }) as object;
    assert.equal(Object.getPrototypeOf(order), Order.prototype);
    decoded({ $: "object", entries: [["__proto__", { polluted: 1 }]] });
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });

  it("is refused where it holds too much or is too deep", () => {
    assert.throws(() => decoded(Array.from({ length: 1_000_000 }, () => 0)), TooLarge);
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    assert.throws(() => decoded(deep), TooLarge);
  });

  it("that two of each other share is made once, whichever is asked for first", () => {
    const made = decoder();
    const later = made.maker({ $: "same", id: 2 });
    const whole = made.maker({ $: "shared", id: 2, value: { a: 1 } });
    const shared: Shared = new Map();
    assert.equal(later(shared), whole(shared));
  });
});

describe("comparing with what was recorded", () => {
  const differs = (recorded: unknown, value: unknown): void =>
    assert.ok(!isSameValue(recorded, value, { isRedacted: false }), JSON.stringify(recorded));

  it("sees what JSON can tell", () => {
    differs({ a: 1 }, { a: 2 });
    differs({ a: 1 }, { a: 1, b: 2 });
    differs([1, 2], [1]);
    differs("1", 1);
    differs({ $: "error", class: "Error", message: "a", properties: {} }, new Error("b"));
    differs({ $: "error", class: "Error", message: "a", properties: { code: "E" } }, new Error("a"));
    differs({ $: "handle", class: "Socket", properties: {} }, new Map());
  });

  it("takes a text that may have been a secret by its length", () => {
    assert.ok(isSameValue("xxxx", "abcd", { isRedacted: true }));
    assert.ok(!isSameValue("xxxx", "abc", { isRedacted: true }));
  });
});
