import assert from "node:assert/strict";
import { nameRange } from "./name-range.ts";

/** The text that is pointed at, in brackets, for the function from its `from` on. */
function pointed(text: string, name: string, from: string): string {
  const start = text.indexOf(from);
  const range = nameRange(text, name, { start, end: text.length });
  return `${text.slice(0, range.start)}[${text.slice(range.start, range.end)}]${text.slice(range.end)}`;
}

describe("the place of a function's name", () => {
  it("is in its header", () => {
    assert.equal(pointed("async function upload() {}", "upload", "async"), "async function [upload]() {}");
    assert.equal(pointed("async upload() {}", "Store.upload", "async"), "async [upload]() {}");
    assert.equal(pointed("async #flush() {}", "Store.#flush", "async"), "async [#flush]() {}");
    assert.equal(pointed("async async() {}", "async", "async"), "async [async]() {}");
  });

  it("is before it where it is assigned", () => {
    assert.equal(
      pointed("const upload: Upload = async () => {}", "upload", "async"),
      "const [upload]: Upload = async () => {}",
    );
    assert.equal(
      pointed("Store.prototype.put = function (cb) {}", "Store.put", "function"),
      "Store.prototype.[put] = function (cb) {}",
    );
    assert.equal(pointed("({ get: async () => {} })", "get", "async"), "({ [get]: async () => {} })");
  });

  it("is not a word that only contains it or stands in another statement", () => {
    assert.equal(
      pointed("uploads(); x = async () => {}", "upload", "async"),
      "uploads(); x = [async] () => {}",
    );
    assert.equal(
      pointed("upload(); x = async () => {}", "upload", "async"),
      "upload(); x = [async] () => {}",
    );
  });

  it("is the first word of a function without a name", () => {
    assert.equal(pointed("run(async () => {})", "(anonymous)", "async"), "run([async] () => {})");
    assert.equal(pointed("run((cb) => cb())", "(anonymous)", "(cb)"), "run([(]cb) => cb())");
    assert.equal(pointed('on("a.b", async () => {})', "on a.b", "async"), 'on("a.b", [async] () => {})');
  });
});
