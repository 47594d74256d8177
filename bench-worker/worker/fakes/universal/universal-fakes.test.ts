import assert from "node:assert/strict";
import { told } from "../../fixtures/told.ts";
import { VirtualClock } from "../../clock/virtual-clock.ts";
import { fake, type Anything } from "../../fixtures/universal-fake.ts";
import { IoCore } from "../../io/io-core.ts";
import { EndlessError } from "./endless.ts";
import { UniversalFakes } from "./universal-fakes.ts";

describe("a universal fake", () => {
  it("can be read, called, constructed and assigned, as deep as one likes", () => {
    const { db, fakes } = fake();
    assert.ok(fakes.isFake(db["a"]!["b"]!(1)["c"]));
    assert.ok(fakes.isFake(Reflect.construct(db["Pool"]!, [])));
    Object.assign(db, { own: 5 });
    assert.equal(db["own"], 5);
    assert.equal(db["a"], db["a"]);
  });

  it("is told from proxies of the target's without reading them, and from what inherits from it", () => {
    const { db, fakes } = fake();
    const read: PropertyKey[] = [];
    const own = new Proxy({}, { get: (_, key) => read.push(key) });
    assert.deepEqual(
      [fakes.isFake(own), fakes.isFake(Object.create(db)), fakes.isFake({})],
      [false, false, false],
    );
    assert.deepEqual(read, []);
    assert.ok(fakes.isFake(db) && fakes.isFake(db["a"]));
    const throwing = new Proxy({}, { getPrototypeOf: () => assert.fail("asked") });
    assert.equal(fakes.isFake(throwing), false);
  });

  it("may go by the name of a parameter's member, and by one that was met or is of what was met, and by no other", () => {
    const { db, fakes } = fake();
    db["pool"]!["find"]!(1);
    const names = ["options.kind", "a.b.pool", "a.find().rows", "a.best().rows", "this.own.rows"];
    assert.deepEqual(
      names.map((name) => fakes.mayBe(name)),
      [true, true, true, false, false],
    );
  });

  it("is a module, whatever an error told of a value of that name", () => {
    const facts = told({ about: "value", name: "*.jwt", is: { value: "text" }, because: "guard" });
    const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map(), { facts });
    assert.deepEqual([fakes.make("jwt"), fakes.isFake(fakes.makeModule("jwt"))], ["text", true]);
  });

  it("is no function where the source takes a function for the callback", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const fakes = new UniversalFakes(core, new Map(), { isNoFunction: (name) => name === "options" });
    const options = fakes.make("options") as Anything;
    assert.equal(typeof options, "object");
    assert.ok(fakes.isFake(options) && fakes.isFake(options["retry"]));
    assert.equal(typeof options["retry"], "function");
    // It had to be called.
    fakes.correct("options", { make: "fake" });
    assert.equal(typeof fakes.make("options"), "function");
  });

  it("is an error with a stack where it is constructed as one", () => {
    const { db } = fake();
    const error = Reflect.construct(db["TimeoutError"]!, ["too late"]) as unknown;
    assert.ok(error instanceof Error);
    assert.deepEqual([error.name, error.message], ["TimeoutError", "too late"]);
  });

  it("has the values that errors asked for, by its name or its last one", () => {
    const core = new IoCore(new VirtualClock(), 1);
    const value = { about: "value", because: "guard" } as const;
    const facts = told(
      { ...value, name: "options.file", is: { value: "a.txt" } },
      { ...value, name: "*.closed", is: { value: false } },
      { ...value, name: "list.size", is: { make: "fake" } },
    );
    const fakes = new UniversalFakes(core, new Map(), { facts });
    const make = (name: string) => fakes.make(name) as Anything;
    assert.equal(make("options")["file"], "a.txt");
    assert.equal(make("socket")["a"]!["closed"], false);
    assert.equal(typeof make("list")["size"], "function");
    assert.equal(make("other")["size"], 1);
  });

  it("ends a call that reads it round and round without waiting", () => {
    const { db, core } = fake();
    core.tap = { onCall: () => null };
    assert.throws(() => {
      while (db["more"]);
    }, /without end/);
    assert.throws(() => {
      for (;;) db["read"]!();
    }, EndlessError);
  });
});
