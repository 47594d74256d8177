import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { OwnGlobals } from "../harness/global-state.ts";
import { IoCore } from "../io/io-core.ts";
import { defineFreeName } from "./free-names.ts";
import { Facts } from "../facts.ts";
import { UniversalFakes } from "./universal/universal-fakes.ts";

const NAME = "nobodyDefinesThis";
const missing = (): unknown => {
  try {
    return (0, eval)(NAME);
  } catch (error) {
    return error;
  }
};

/** What the engine throws where it runs a text. */
const thrownBy = (text: string): unknown => {
  try {
    return (0, eval)(text);
  } catch (error) {
    return error;
  }
};

describe("a name that nobody defines", () => {
  const core = new IoCore(new VirtualClock(), 1);
  before(() => {
    core.globals = new OwnGlobals();
  });
  after(() => new UniversalFakes(core, new Map()).enter());

  it("is made up by each target for itself, at once where it has met it before", () => {
    const facts = new Facts();
    const first = new UniversalFakes(core, new Map(), { facts });
    first.enter();
    assert.equal(defineFreeName(missing(), first), NAME);
    assert.ok(first.isFake(missing()));
    new UniversalFakes(core, new Map()).enter();
    assert.ok(missing() instanceof ReferenceError);
    const second = new UniversalFakes(core, new Map(), { facts });
    second.enter();
    assert.ok(second.isFake(missing()));
    first.enter();
    assert.ok(first.isFake(missing()));
    assert.equal(defineFreeName(new ReferenceError("Array is not defined"), first), null);
  });

  it("is another than the engine's class of that name where it has methods that this has not", () => {
    const fakes = new UniversalFakes(core, new Map(), { isDeclared: (name) => name === "Event" });
    fakes.enter();
    const before = Reflect.get(globalThis, "Request") as unknown;
    assert.equal(defineFreeName(thrownBy("Request.findAll()"), fakes), "Request");
    assert.ok(fakes.isFake(thrownBy("Request.findAll()")));
    for (const text of ["Event.findAll()", "Array.findAll()", "console.findAll()", "new Request().findAll()"])
      assert.equal(defineFreeName(thrownBy(text), fakes), null, text);
    new UniversalFakes(core, new Map()).enter();
    assert.equal(Reflect.get(globalThis, "Request"), before);
  });
});
