import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { completeInstance } from "./complete-instance.ts";
import { UniversalFakes } from "./universal.ts";

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
