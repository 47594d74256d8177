import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { completeHolder, completeInstance } from "./complete-instance.ts";
import { UniversalFakes } from "./universal/universal-fakes.ts";

class Model {
  static table = "t";
  declare readonly connection: unknown;
  readonly id = 1;
}

describe("an instance that is completed", () => {
  const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());
  const model = new Model();
  completeInstance(model, fakes);

  it("has made-up values for what it lacks, and stays what it is", () => {
    assert.ok(fakes.isFake(model.connection));
    assert.equal(model.id, 1);
    assert.ok(model instanceof Model);
  });

  it("has a class with made-up values for what that lacks", () => {
    const made = model.constructor as typeof Model & { readonly attributes: unknown };
    assert.ok(fakes.isFake(made.attributes));
    assert.equal(made.table, "t");
    assert.ok(new made() instanceof Model && model instanceof made);
  });
});

describe("the holder of a method that is completed", () => {
  const fakes = new UniversalFakes(new IoCore(new VirtualClock(), 1), new Map());

  it("has made-up values for what it lacks or has nothing for, and is itself left as it is", () => {
    const holder = { table: "t", client: null as unknown, has: (id: number) => id === 1 };
    const completed = completeHolder(holder, fakes) as typeof holder & { next: unknown };
    assert.ok(fakes.isFake(completed.client) && fakes.isFake(completed.next));
    assert.ok(completed.table === "t" && completed.has(1));
    completed.client = 1;
    completed.table = "u";
    assert.deepEqual([holder.client, holder.table], [null, "t"]);
  });

  it("may be a class", () => {
    const completed = completeHolder(Model, fakes) as typeof Model & { connection: unknown };
    assert.ok(fakes.isFake(completed.connection));
    assert.ok(completed.table === "t" && new completed() instanceof Model);
  });
});
