import assert from "node:assert/strict";
import { told } from "../fixtures/told.ts";
import { Readable } from "node:stream";
import type { Parameter } from "../../../analysis/model.ts";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { UniversalFakes } from "../fakes/universal/universal-fakes.ts";
import { IoCore } from "../io/io-core.ts";
import { argumentsFor } from "./arguments.ts";

const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
const parameter = (name: string, type: string | null, more: Partial<Parameter> = {}): Parameter => ({
  name,
  type,
  role: "value",
  optional: false,
  rest: false,
  ...more,
});
const promised = { completion: "promise" } as const;
const calledBack = { completion: "callback" } as const;
const done = (): void => undefined;
const valueOf = (type: string | null, name = "x"): unknown =>
  argumentsFor([parameter(name, type)], fakes, promised)(done)[0];

describe("made-up arguments", () => {
  it("are of the type that the source gives", () => {
    assert.equal(valueOf("string", "path"), "path");
    assert.equal(valueOf("number"), 1);
    assert.equal(valueOf("boolean"), true);
    assert.equal(valueOf("'asc' | 'desc'"), "asc");
    assert.deepEqual(valueOf("string[]"), ["x[0]", "x[1]"]);
    assert.deepEqual(valueOf("ReadonlySet<number>"), new Set([1, 2]));
    assert.deepEqual(valueOf("Array<number>"), [1, 2]);
    assert.ok(Buffer.isBuffer(valueOf("Buffer")));
    assert.ok(valueOf("Date") instanceof Date);
    assert.ok(valueOf("Map<string, number>") instanceof Map);
    assert.ok(valueOf("stream.Readable") instanceof Readable);
    assert.equal(valueOf("null | number"), 1);
  });

  it("are a function that does nothing for a callback of what ends by its promise: it is no stand-in, of which calls count", () => {
    const next = parameter("next", null, { role: "callback" });
    const [, given] = argumentsFor([parameter("req", null), next], fakes, promised)(done);
    assert.deepEqual([typeof given, given === done, fakes.isFake(given)], ["function", false, false]);
  });

  it("are of the type that the function's variable gives, where nothing closer does", () => {
    const options = { typeOfVariable: "Parameters<(size: number) => void>[0]" };
    const given = (type: string | null, typeOfVariable = options.typeOfVariable): unknown =>
      argumentsFor([parameter("size", type, { typeOfVariable })], fakes, promised)(done)[0];
    assert.deepEqual([given(null), given("string")], [1, "size"]);
    assert.ok(fakes.isFake(given(null, "Parameters<Unknown>[0]")));
  });

  it("have a member that need not be there where an error told that it is asked for, and no other", () => {
    const own = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
    const typed = parameter("options", "{ base?: string; isLast?: boolean }");
    own.correct("options.base", { make: "fake" });
    const [{ base, isLast }] = argumentsFor([typed], own, promised)(done) as [Record<string, unknown>];
    assert.deepEqual([base, isLast], ["options.base", undefined]);
  });

  it("are two for a rest parameter that is gone through, or where what may be left out is given, and none otherwise", () => {
    const ids = parameter("ids", "string[]", { rest: true, optional: true });
    const parameters = [parameter("db", null), ids];
    const given = (fillsOptional: boolean): unknown[] =>
      argumentsFor(parameters, fakes, { ...promised, fillsOptional })(done).slice(1);
    assert.deepEqual(given(false), []);
    assert.deepEqual(given(true), ["ids[0]", "ids[1]"]);
    const [row] = argumentsFor([parameter("rows", null, { rest: true })], fakes, promised)(done);
    assert.equal(fakes.nameOf(row), "rows[0]");
  });

  it("of a handler of HTTP are a response whose answer ends its own call, once it has what it is asked for", async () => {
    const heard: string[] = [];
    const parameters = [parameter("req", null), parameter("res", null, { role: "response" })];
    const make = argumentsFor(parameters, fakes, calledBack);
    type Response = Record<string, (...given: unknown[]) => Response>;
    const [first, second] = ["first", "second"].map((name) => {
      const given = make((error) => heard.push(`${name} ${String(error)}`));
      assert.equal(given.length, 2);
      return given[1] as Response;
    });
    first!["locals"] = done as never;
    assert.equal(first!["locals"], done);
    second!["status"]!(200)["json"]!(fakes.make("rows"));
    assert.deepEqual(heard, ["second null"]);
    const html = await new Promise((resolve) =>
      first!["render"]!("page", (_: unknown, one: unknown) => resolve(one)),
    );
    assert.deepEqual(heard, ["second null"]);
    first!["send"]!(html);
    second!["download"]!("file", done);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(heard, ["second null", "first null", "second null"]);
  });

  it("are functions where the type is one, whatever that may give, and URLs where text is named so", () => {
    assert.ok(fakes.isFake(valueOf("(source: string | Buffer) => Promise<string> | undefined", "render")));
    assert.ok(fakes.isFake(valueOf("undefined | Options")));
    assert.equal(valueOf("string | URL", "baseUrl"), "http://localhost/");
  });

  it("have the plain members that their type says, and none that may be left out", () => {
    const args = valueOf(
      "{ first?: number; after: string; sort: 'asc' | 'desc'; of: { id: number }; db: Db }",
    );
    const { first, after, sort, of, db } = args as Record<string, unknown>;
    assert.deepEqual([first, after, sort, (of as { id: unknown }).id], [undefined, "x.after", "asc", 1]);
    assert.ok(fakes.isFake(args) && fakes.isFake(db));
  });

  it("have the lists that their type says, made anew for each call, as deep as trees are made up", () => {
    const order = `{
      items: { productId: number; quantity: number; tags: readonly string[] }[];
      names: Array<string>; load: () => string[]; of?: string[]
    }`;
    const make = argumentsFor([parameter("order", order)], fakes, promised);
    interface Order {
      readonly items: { productId: number; quantity: number; tags: string[] }[];
      readonly names: string[];
      readonly load: unknown;
      readonly of?: string[];
    }
    const [{ items, names, load, of }] = make(done) as [Order];
    assert.deepEqual(
      items.map((one) => [one.productId, one.quantity, one.tags]),
      [
        [1, 1, ["order.items[0].tags[0]"]],
        [2, 1, ["order.items[1].tags[0]"]],
      ],
    );
    assert.deepEqual([names, of], [["order.names[0]", "order.names[1]"], undefined]);
    assert.ok(fakes.isFake(load));
    names.pop();
    items.pop();
    const [again] = make(done) as [Order];
    assert.deepEqual([again.items.length, again.names.length], [2, 2]);
  });

  it("are universal fakes where the type is unknown", () => {
    assert.ok(fakes.isFake(valueOf(null)));
    assert.ok(fakes.isFake(valueOf("Request<Body>")));
  });

  it("are an error only where more is made up, and none where somebody failed with it", () => {
    const first = (own: UniversalFakes, fillsOptional: boolean): unknown =>
      argumentsFor([parameter("err", null), parameter("row", null)], own, { ...promised, fillsOptional })(
        done,
      )[0];
    assert.equal(first(fakes, false), null);
    const error = first(fakes, true);
    assert.ok(error instanceof Error);
    assert.equal(fakes.nameOf(error), "err");
    const facts = told({ about: "value", name: "err", is: { make: "nothing" }, because: "thrown-stand-in" });
    const corrected = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map(), { facts });
    assert.equal(first(corrected, true), null);
  });

  it("are made anew for every call, so that a call that changes them harms no other", () => {
    const make = argumentsFor([parameter("list", "string[]")], fakes, promised);
    assert.notEqual(make(done)[0], make(done)[0]);
  });

  it("leave out what is optional, but never the callback behind it", () => {
    const options = parameter("options", "Options", { optional: true });
    const callback = parameter("done", null, { role: "callback" });
    assert.deepEqual(argumentsFor([parameter("id", "string"), options], fakes, promised)(done), ["id"]);
    assert.deepEqual(argumentsFor([options, callback], fakes, calledBack)(done), [undefined, done]);
  });

  it("leave out what a generator's runner passes, and give it the callback that it takes", () => {
    const file = parameter("file", "string");
    const resume = parameter("resume", null, { role: "resume" });
    assert.deepEqual(argumentsFor([resume, file], fakes, calledBack)(done), ["file", done]);
    assert.deepEqual(argumentsFor([file], fakes, calledBack)(done), ["file", done]);
    assert.deepEqual(argumentsFor([file], fakes, promised)(done), ["file"]);
  });

  it("let the defaults of a destructured parameter stand", () => {
    const value = valueOf(null, "{ a, b = 1, c: d = 2 }") as Record<string, unknown>;
    assert.ok(fakes.isFake(value["a"]));
    assert.equal(value["b"], undefined);
    assert.equal(value["c"], undefined);
  });
});
