import assert from "node:assert/strict";
import { withGiven } from "./given-imports.ts";
import { GivenFakes } from "./given-fakes.ts";

const given = (...operations: string[]): GivenFakes =>
  new GivenFakes(
    "a.async-cost.js",
    { fakes: Object.fromEntries(operations.map((name) => [name, { kind: "promise" as const }])) },
    () => "",
    null,
  );
const make = (name: string): unknown => `given ${name}`;
const hash = (): string => "real";
const sign = (): string => "signed";

describe("operations of a module that really runs", () => {
  for (const [what, text, operation] of [
    ["of its default export", 'import bcrypt from "bcryptjs";', "bcrypt.hash"],
    ["of all of it", 'import * as b from "bcryptjs";', "b.hash"],
    ["by the name that it is imported under", 'import { hash as h } from "bcryptjs";', "h"],
    ["of what is required", 'const b = require("bcryptjs");', "b.hash"],
    ["taken out of what is required", 'const { hash: h } = require("bcryptjs");', "h"],
  ] as const) {
    it(`are replaced ${what}`, () => {
      const replaced = withGiven({ hash, sign }, "bcryptjs", text, given(operation), make);
      assert.deepEqual(replaced, { hash: `given ${operation}`, sign });
    });
  }

  const text = 'import b from "bcryptjs";';

  it("are replaced in what a compiler makes of an import", () => {
    const compiled = Object.freeze({ __esModule: true, default: Object.freeze({ hash, sign }) });
    const { default: replaced, ...more } = withGiven(compiled, "bcryptjs", text, given("b.hash"), make) as {
      default: object;
    };
    assert.deepEqual([{ ...replaced }, more], [{ hash: "given b.hash", sign }, { __esModule: true }]);
  });

  it("are replaced on functions, classes and instances, which stay what they are", () => {
    class Repo {
      #rows = 3;
      save = (): string => "saved";
      get rows(): number {
        return this.#rows;
      }
      static hash = (): string => "real";
    }
    const Replaced = withGiven(Repo, "bcryptjs", text, given("b.hash"), make) as typeof Repo;
    assert.equal(Replaced.hash, "given b.hash");
    assert.ok(new Replaced() instanceof Repo);
    const repo = withGiven({ default: new Repo() }, "bcryptjs", text, given("b.save"), make) as {
      default: Repo;
    };
    assert.deepEqual([repo.default.save, repo.default.rows], ["given b.save", 3]);
    function whole(name: string): string {
      return `run ${name}`;
    }
    const both = Object.assign(whole, { hash });
    const replaced = withGiven(both, "bcryptjs", text, given("b.hash"), make) as typeof both;
    assert.deepEqual([replaced("a"), replaced.hash], ["run a", "given b.hash"]);
    assert.equal(withGiven(whole, "bcryptjs", text, given("b"), make), "given b");
  });

  it("are left as they are where nothing of the module is given", () => {
    const exports = { hash };
    const text = 'import b from "bcryptjs"; import db from "db";';
    for (const operation of ["db.hash", "b.gone", "hash", "b.hash.of"])
      assert.equal(withGiven(exports, "bcryptjs", text, given(operation), make), exports, operation);
  });
});
