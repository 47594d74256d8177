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
  for (const [what, text, operation, exports, member] of [
    ["of its default export", 'import bcrypt from "bcryptjs";', "bcrypt.hash", { hash, sign }, "hash"],
    ["of all of it", 'import * as b from "bcryptjs";', "b.hash", { hash, sign }, "hash"],
    [
      "by the name that it is imported under",
      'import { hash as h } from "bcryptjs";',
      "h",
      { hash, sign },
      "hash",
    ],
    ["of what is required", 'const b = require("bcryptjs");', "b.hash", { hash, sign }, "hash"],
    [
      "taken out of what is required",
      'const { hash: h } = require("bcryptjs");',
      "h",
      { hash, sign },
      "hash",
    ],
  ] as const) {
    it(`are replaced ${what}`, () => {
      const replaced = withGiven(exports, "bcryptjs", text, given(operation), make) as Record<
        string,
        unknown
      >;
      assert.deepEqual({ ...replaced }, { hash: `given ${operation}`, sign });
      assert.equal(exports[member], hash);
    });
  }

  it("are replaced in what a compiler makes of an import, and in modules that are functions", () => {
    const compiled = Object.freeze({ __esModule: true, default: Object.freeze({ hash, sign }) });
    const text = 'import b from "bcryptjs";';
    assert.deepEqual(withGiven(compiled, "bcryptjs", text, given("b.hash"), make), {
      __esModule: true,
      default: { hash: "given b.hash", sign },
    });
    const whole = Object.assign((name: string) => `run ${name}`, { hash });
    const replaced = withGiven(whole, "bcryptjs", text, given("b.hash"), make) as typeof whole;
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
