import assert from "node:assert/strict";
import { VirtualClock } from "../clock/virtual-clock.ts";
import { IoCore } from "../io/io-core.ts";
import { fakeJson } from "./json.ts";

describe("JSON as a target has it", () => {
  const core = new IoCore(new VirtualClock(), 1);
  const made = {};
  const fake = fakeJson(core);

  it("has a stand-in for what text holds that a fake made, and else what text says", () => {
    core.makeBody = () => made;
    assert.equal(fake.parse(core.json), made);
    const bytes: unknown = Buffer.from(`${core.json}\n`);
    assert.equal(fake.parse(bytes as string), made);
    assert.deepEqual(fake.parse("{}"), {});
    assert.deepEqual(
      fake.parse("[1]", (_, value: unknown) => (value === 1 ? 2 : value)),
      [2],
    );
    assert.throws(() => void fake.parse("{"), SyntaxError);
    assert.equal(fake.stringify({ a: 1 }), '{"a":1}');
    assert.equal(Object.prototype.toString.call(fake), "[object JSON]");
  });

  it("reads all text as it is while no target is called", () => {
    core.makeBody = null;
    assert.deepEqual(fake.parse(core.json), {});
  });
});
