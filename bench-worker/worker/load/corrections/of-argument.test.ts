import assert from "node:assert/strict";
import { refusedArgument } from "./of-argument.ts";

const PACKAGE = "/project/node_modules/hashes/index.js";

/** What is said of the last call of a text that a package has refused, or other code. */
function refused(text: string, message: string, { thrower = PACKAGE, told = [] as string[] } = {}) {
  const lines = text.split("\n");
  const column = lines.at(-1)!.indexOf("hash(") + 1;
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at refuse (${thrower}:7:3)\n    at f (/project/a.js:${lines.length}:${column})`;
  const textOf = (file: string) => (file === "/project/a.js" ? text : null);
  return refusedArgument(error, message, textOf, (name) => !told.includes(name));
}

describe("what a package refuses that the project's own code has given to it", () => {
  it("is text, where it wants that", () => {
    const text = "const f = (user) => hash(user.password, 10);";
    assert.deepEqual(refused(text, "hashes: string argument expected"), {
      name: "user.password",
      shape: { value: "user-password" },
    });
  });

  it("is the argument that it calls a function, which stand-ins are, and then the next", () => {
    const text = "const f = (sent, user) => hash(sent, user.password);";
    const name = (message: string, told: string[] = []) => {
      const correction = refused(text, message, { told });
      return correction !== undefined && "name" in correction ? correction.name : undefined;
    };
    assert.equal(name("Illegal arguments: function, function"), "sent");
    assert.equal(name("Illegal arguments: string, function"), "user.password");
    assert.equal(name("Illegal arguments: string, function", ["user.password"]), undefined);
  });

  it("is nothing where the project itself refuses, the text is written out, or the package tells of no type", () => {
    const text = "const f = (user) => hash(user.password, 10);";
    assert.equal(refused(text, "string expected", { thrower: "/project/b.js" }), undefined);
    assert.equal(refused('const f = () => hash("secret");', "string expected"), undefined);
    assert.equal(refused(text, "no connection"), undefined);
  });
});
