import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { addPromiseMethods, lacksPromiseMethod } from "./promise-methods.ts";

const require = createRequire(import.meta.url);

describe("methods of promise libraries on promises of the engine's", () => {
  const before = new Set(Object.getOwnPropertyNames(Promise.prototype));

  afterEach(() => {
    for (const name of Object.getOwnPropertyNames(Promise.prototype))
      if (!before.has(name)) Reflect.deleteProperty(Promise.prototype, name);
  });

  it("are missed by errors that tell so, and by no others", () => {
    const lacks = (message: string): boolean => lacksPromiseMethod(new TypeError(message));
    assert.equal(lacks("db.load(...).then(...).each is not a function"), true);
    assert.equal(lacks("promise.asCallback is not a function"), true);
    assert.equal(lacks("promise.map is not a function"), false, "it may be meant for a list");
    assert.equal(lacks("db.then is not a function"), false);
    assert.equal(lacks("lengthen(...).each is not a function"), false);
  });

  it("are those of the libraries that are there, of the first one that has them", async () => {
    addPromiseMethods((name) => {
      if (name === "when" || name === "rsvp") throw new Error(`Cannot find module '${name}'`);
      return require(name) as unknown;
    });
    const promise = Promise.resolve([1, 2]) as Promise<unknown> & Record<string, (given: unknown) => unknown>;
    const Bluebird = require("bluebird") as { prototype: object };
    assert.deepEqual(await promise["map"]!((one: number) => one * 2), [2, 4]);
    assert.equal(Object.getPrototypeOf(promise["map"]!((one: number) => one)), Bluebird.prototype);
    // Bluebird has none of that name.
    assert.equal(await promise["thenResolve"]!("of Q"), "of Q");
  });

  it("leave the engine's own as they are, and add nothing where there is no library", () => {
    const own = Reflect.getOwnPropertyDescriptor(Promise.prototype, "then");
    addPromiseMethods((name) => require(name) as unknown);
    assert.deepEqual(Reflect.getOwnPropertyDescriptor(Promise.prototype, "then"), own);
    for (const name of Object.getOwnPropertyNames(Promise.prototype))
      if (!before.has(name)) Reflect.deleteProperty(Promise.prototype, name);
    addPromiseMethods(() => {
      throw new Error("not there");
    });
    assert.deepEqual(new Set(Object.getOwnPropertyNames(Promise.prototype)), before);
  });
});
