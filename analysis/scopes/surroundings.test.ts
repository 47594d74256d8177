import assert from "node:assert/strict";
import type { Language } from "../model.ts";
import { surroundingsOf, type Piece } from "./surroundings.ts";

/** The surroundings of the function that starts with `start`, its pieces as text. */
function read(text: string, start: string, language: Language = "js") {
  const found = surroundingsOf(text, language, text.indexOf(start));
  assert.ok(found);
  const slice = ({ start: from, end }: { start: number; end: number }): string => text.slice(from, end);
  const say = (piece: Piece): string =>
    piece.kind === "variable"
      ? `${slice(piece.pattern)} = ${slice(piece.initializer)}`
      : `${piece.kind}: ${slice(piece.range)}`;
  return {
    closure: found.closurePieces.map(say),
    unknown: found.unknownNames,
    surroundings: found,
  };
}

describe("the surroundings of a function", () => {
  it("are the variables and functions around it that it uses, and those that these use", () => {
    const { closure, unknown } = read(
      "const limit = 10, unused = 2;\nfunction double(n) { return 2 * n + limit; }\n" +
        "function outer(db) {\n  const cache = new Map();\n  function key(id) { return `k${double(id)}`; }\n" +
        "  return async (id) => cache.get(key(id)) ?? db.load(id);\n}\n",
      "async (id)",
    );
    assert.deepEqual(closure, [
      "cache = new Map()",
      "function: function key(id) { return `k${double(id)}`; }",
    ]);
    assert.ok(unknown.includes("db"));
    assert.ok(!unknown.includes("load"), "a member is no name");
  });

  it("take the innermost definition of a name", () => {
    const { closure } = read(
      "const a = 1;\nfunction outer() {\n  const a = 2;\n  return async () => a;\n}\n",
      "async () =>",
    );
    assert.deepEqual(closure, ["a = 2"]);
  });

  it("know a parameter of a function around it as unknown, although the module has one of the name", () => {
    const { closure, unknown } = read(
      "const db = open();\nfunction outer(db) {\n  return async () => db.get();\n}\n",
      "async () =>",
    );
    assert.deepEqual(closure, []);
    assert.ok(unknown.includes("db"));
  });

  it("leave out what the function itself is part of", () => {
    const { closure } = read(
      "function outer() {\n  const api = { async get() { return api.base; } };\n  return api;\n}\n",
      "async get",
    );
    assert.deepEqual(closure, []);
  });

  it("read patterns, defaults and types", () => {
    const { closure, surroundings } = read(
      'import fs from "node:fs";\nfunction outer() {\nconst { a, b: c = 5, ...rest }: Options = load(), limit: number = 10\n' +
        "class Store extends Base<Row> {}\nreturn async function get(): Promise<Hidden> { return [a, c, rest, limit, Store, fs]; };\n}\n",
      "async function get",
      "ts",
    );
    assert.deepEqual(closure, [
      "{ a, b: c = 5, ...rest } = load()",
      "limit = 10",
      "class: class Store extends Base<Row> {}",
    ]);
    assert.ok(!surroundings.moduleNames.includes("Hidden"), "a type is no value");
  });

  it("end an initializer where the next statement begins, with and without semicolons", () => {
    const { closure } = read(
      "function outer() {\nconst a = one\n  .two()\nconst b = () => {\n  go()\n}\nlet c = [1]\n  .map(String)\nreturn async function f() { a; b; c }\n}\n",
      "async function f",
    );
    assert.deepEqual(closure, ["a = one\n  .two()", "b = () => {\n  go()\n}", "c = [1]\n  .map(String)"]);
  });

  it("tell private names and methods", () => {
    const { surroundings } = read("class A { #x = 1; async #go() { return this.#x; } }", "async #go");
    assert.equal(surroundings.isMethod, true);
    assert.equal(surroundings.privateNames.length, 2);
  });

  it("are none where no function starts", () => {
    assert.equal(surroundingsOf("let a;", "js", 0), undefined);
  });
});
