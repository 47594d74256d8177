import assert from "node:assert/strict";
import vm from "node:vm";
import { withoutInsertions } from "../instrument/edits.ts";
import { forRecording } from "../instrument/for-recording.ts";
import { tellOwnText } from "./own-text.ts";

describe("the text of a function that is recorded", () => {
  it("is the one that its author wrote, and runs where the hooks are not", () => {
    const text = "(function double(list) { return list.map((x) => x * 2); })";
    const hooks =
      "({ m: 0, e() {}, r: (_, v) => v, x() {}, t() {}, b: (_, _2, _3, v) => v, d: (_, _2, v) => v })";
    const { text: changed } = forRecording(text, {
      file: "a.js",
      hooks: () => hooks,
      mark: "",
      isTest: false,
    });
    const realm = vm.createContext({});
    tellOwnText(vm.runInContext("Function.prototype", realm) as object);
    const told = vm.runInContext(`String(${changed.slice(changed.indexOf("(function"))})`, realm) as string;
    assert.equal(told, text.slice(1, -1));
    assert.deepEqual([...(vm.runInNewContext(`(${told})([1, 2])`) as number[])], [2, 4]);
  });

  it("is whole where it ends with what it gives back", () => {
    const text = "async (x) => await one(x)";
    const { text: changed } = forRecording(text, { file: "a.js", hooks: () => "0", mark: "", isTest: false });
    // As the engine tells it: from the word async to where its own part of the text ends.
    const own = changed.slice(changed.indexOf("async"), changed.lastIndexOf("/*ac>*/"));
    assert.equal(withoutInsertions(own), text);
  });

  it("is that of the engine where the function is the engine's, and of what tells it", () => {
    const realm = vm.createContext({});
    tellOwnText(vm.runInContext("Function.prototype", realm) as object);
    const texts =
      "[String(Array.isArray), String(Function.prototype.toString), Function.prototype.toString.length]";
    assert.equal(
      vm.runInContext(`${texts}.join()`, realm),
      "function isArray() { [native code] },function toString() { [native code] },0",
    );
    assert.throws(() => vm.runInContext("Function.prototype.toString.call({})", realm), {
      name: "TypeError",
    });
  });
});
