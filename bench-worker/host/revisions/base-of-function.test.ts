import assert from "node:assert/strict";
import path from "node:path";
import { analyze } from "../../../analysis/analyze.ts";
import { earlierVersion } from "./base-of-function.ts";
import { temporaryRepository, type TemporaryRepository } from "./fixtures/temporary-repository.ts";

const LOAD = `async function load(id) {
  const response = await fetch("https://example.invalid/" + id);
  const body = await response.json();
  return body.items.map((item) => item.name);
}
`;

describe("a function as it was in a revision", () => {
  let made: TemporaryRepository;
  beforeEach(() => {
    made = temporaryRepository();
    made.write("a.js", LOAD);
    made.commit();
  });
  afterEach(() => made.remove());

  async function earlier(file: string, text: string) {
    const [found] = analyze(text, "js").functions;
    const present = {
      name: found!.name,
      file: path.join(made.folder, file),
      text,
      functionStart: found!.range.start,
    };
    const { changed } = await earlierVersion(present, "HEAD", new AbortController().signal);
    return [changed.base.path, changed.base.found.name, changed.head.path, changed.head.found.name];
  }

  it("is found for text that is not saved", async () => {
    const edited = `// moved\n${LOAD.replace("item.name", "item.id")}`;
    assert.deepEqual(await earlier("a.js", edited), ["a.js", "load", "a.js", "load"]);
  });

  it("is found in a file that was renamed, and where the function was moved from", async () => {
    const edited = LOAD.replace("item.name", "item.id").replace("load", "loadAll");
    made.git("mv", "a.js", "b.js");
    assert.deepEqual(await earlier("b.js", edited), ["a.js", "load", "b.js", "loadAll"]);
    made.git("mv", "b.js", "a.js");
    made.write("a.js", "");
    made.write("c.js", edited);
    assert.deepEqual(await earlier("c.js", edited), ["a.js", "load", "c.js", "loadAll"]);
  });

  it("is found of a closure, and where no text tells that it is asynchronous", async () => {
    const text = `function open(url) {
  const send = async (body) => { await post(url, body); };
  return { send, get(key) { return store.get(url, key); } };
}
`;
    made.write("b.js", text);
    made.commit();
    const of = async (edited: string, start: string): Promise<string[]> => {
      const functionStart = edited.indexOf(start);
      const file = path.join(made.folder, "b.js");
      const present = { name: start, file, text: edited, functionStart };
      const { changed } = await earlierVersion(present, "HEAD", new AbortController().signal);
      return [changed.base, changed.head].map(({ file, found }) =>
        file.text.slice(found.range.start, found.range.end),
      );
    };
    const get = ["get(key) { return store.get(url, key); }", "get(key) { return store.find(url, key); }"];
    assert.deepEqual(await of(text.replace("store.get", "store.find"), "get(key)"), get);
    const send = ["async (body) => { await post(url, body); }", "async (body) => { await put(url, body); }"];
    assert.deepEqual(await of(text.replace("post", "put"), "async (body)"), send);
    await assert.rejects(of(text, "get(key)"), /get\(key\) is as it was in HEAD/);
  });

  it("is not there for what is the same or new", async () => {
    await assert.rejects(earlier("a.js", `\n${LOAD}`), /^RevisionError: load is as it was in HEAD/);
    const renamed = LOAD.replaceAll("item", "entry").replaceAll("entrys", "items");
    await assert.rejects(earlier("a.js", renamed), /^RevisionError: Of load only names differ from HEAD/);
    made.write("c.js", renamed);
    made.write("a.js", "");
    await assert.rejects(earlier("c.js", renamed), /^RevisionError: Of load only names differ from HEAD/);
    made.write("a.js", LOAD);
    const other = "async function other() { await nothing(); }\n";
    await assert.rejects(earlier("a.js", other + LOAD), /HEAD has no function that other comes from/);
    made.write("new.js", other);
    await assert.rejects(earlier("new.js", other), /HEAD has no function that other comes from/);
  });
});
