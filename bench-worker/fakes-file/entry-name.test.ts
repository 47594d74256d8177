import assert from "node:assert/strict";
import { analyze } from "../../analysis/analyze.ts";
import { entriesFor, entryName, entryParts } from "./entry-name.ts";
import { tagsHash } from "./tags-hash.ts";

const TEXT = `class A { async get(db) { return db.a(); } static async get(db) { return db.b(); } }
class B { async get(db) { return db.c(); } }
const one = () => ({ async get(db) { return db.d(); } });
const two = () => ({ async get(db) { return db.e(); } });`;

describe("a function's entry", () => {
  it("is called as the function is, with its number where others come before it", () => {
    const { functions } = analyze(TEXT, "js");
    assert.deepEqual(
      functions.map((one) => entryName(one, functions)),
      ["A.get", "A.get@2", "B.get", "get", "get@2"],
    );
  });

  it("gives way to that of its name where there is none of its own", () => {
    assert.deepEqual(entriesFor("A.get@2"), ["A.get@2", "A.get"]);
    assert.deepEqual(entriesFor("A.get"), ["A.get"]);
    assert.deepEqual(entryParts("A.get@12"), { name: "A.get", number: 12 });
    assert.deepEqual(entryParts("A.get"), { name: "A.get", number: 1 });
  });
});

describe("tags before a function", () => {
  const hashOf = (tags: string): string | undefined => {
    const text = `const a = 1;\n/** Gets.\n${tags} */\n`;
    return tagsHash(`${text}async function get() {}`, text.length);
  };

  it("are told from others by their hash, and other words are not", () => {
    const hash = hashOf(" * @asyncCostFake db.get sync 1\n");
    assert.match(hash ?? "", /^[0-9a-f]{16}$/);
    assert.equal(hashOf(" * @param db\n *   @asyncCostFake   db.get sync 1"), hash);
    assert.notEqual(hashOf(" * @asyncCostFake db.get sync 2\n"), hash);
    assert.notEqual(hashOf(" * @asyncCostArguments [1]\n * @asyncCostFake db.get sync 1\n"), hash);
    assert.equal(hashOf(" * @param db\n"), undefined);
  });
});
