import assert from "node:assert/strict";
import { lacksPrivate } from "./lacks-private.ts";

describe("a private member that was never set", () => {
  const file = "/a/consumer.js";
  const errorAt = (message: string, line: number): Error =>
    Object.assign(new TypeError(message), {
      stack: `TypeError: ${message}\n    at stop (${file}:${line}:9)`,
    });
  const text = "class A {\n  go() { this.#channel.send(1); }\n  stop() { this.channel.send(2); }\n}";

  it("is told by where it was read", () => {
    const unset = "Cannot read properties of null (reading 'send')";
    assert.equal(lacksPrivate(errorAt(unset, 2), { file, text }), true);
    assert.equal(lacksPrivate(errorAt(unset, 3), { file, text }), false);
    assert.equal(
      lacksPrivate(errorAt("Cannot read properties of null (reading 'sent')", 2), { file, text }),
      false,
    );
    assert.equal(lacksPrivate(errorAt("send is not a function", 2), { file, text }), false);
    assert.equal(lacksPrivate(null, { file, text }), false);
  });
});
