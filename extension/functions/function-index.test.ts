import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import { FunctionIndex, indexedFunctions, type IndexedFile } from "./function-index.ts";

describe("the files that were read by others", () => {
  const functions = indexedFunctions(analyze("export async function load(db) { await db.get(1); }", "js"));
  const file = (uri: string, ...others: string[]): IndexedFile => ({
    uri,
    path: uri,
    functions,
    dependsOn: new Set(others),
  });
  const changed = (...uris: string[]): ReadonlyMap<string, null> => new Map(uris.map((uri) => [uri, null]));

  it("are told for all that have changed at once, each only once, as they are now", () => {
    const index = new FunctionIndex();
    index.put(file("file:///a/one.js", "file:///c.js"));
    index.put(file("file:///a/two.js", "file:///c.js", "file:///d.js"));
    index.put(file("file:///b.js"));
    const of = changed("file:///c.js", "file:///d.js");
    assert.deepEqual(index.dependentOn(of), ["file:///a/one.js", "file:///a/two.js"]);
    index.put(file("file:///a/two.js"));
    assert.deepEqual(index.dependentOn(of), ["file:///a/one.js"]);
    index.remove("file:///a");
    assert.deepEqual(index.dependentOn(of), []);
  });
});
