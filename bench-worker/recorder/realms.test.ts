import assert from "node:assert/strict";
import vm from "node:vm";
import { forRecording } from "../instrument/for-recording.ts";
import { isGlobal, namedFunction } from "./callees.ts";
import { enterRealm } from "./realms.ts";

describe("a realm that node:vm has made", () => {
  const realm = vm.createContext({ own: function String() {} });
  enterRealm(realm);
  const here = (code: string): object => vm.runInContext(code, realm) as object;

  it("has functions that tell the text that their authors wrote", () => {
    const hooks = "({ m: 0, q() {} })";
    const options = { file: "a.js", hooks: () => hooks, mark: "", isTest: false };
    const { text } = forRecording("(() => { })", options);
    assert.equal(vm.runInContext(`${text}.toString()`, realm), "() => { }");
  });

  it("has the engine's functions, by their names", () => {
    assert.deepEqual(namedFunction(here("Array.isArray")), { of: "engine", on: "Array", name: "isArray" });
    assert.deepEqual([here("String"), here("Map"), here("parseInt")].map(isGlobal), [true, true, true]);
    assert.deepEqual([here("own"), here("class Map {}; Map"), here("() => 1")].map(isGlobal), [
      ...[false, false, false],
    ]);
  });
});
