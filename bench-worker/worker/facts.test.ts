import assert from "node:assert/strict";
import * as v from "valibot";
import { factSchema, type Fact } from "../contract/fact.ts";
import { Facts } from "./facts.ts";
import { told } from "./fixtures/told.ts";

const closed: Fact = { about: "value", name: "*.closed", is: { value: false }, because: "guard" };
const begin = { about: "operation", name: "begin", is: "promise", because: "asked-then" } as const;
const knex: Fact = { about: "package", name: "knex", because: "package-made-up" };

describe("facts", () => {
  it("are each learnt once, and a value is what it was first", () => {
    const facts = told(closed, begin);
    assert.equal(facts.add({ ...closed, is: { value: 0 } }), false);
    assert.deepEqual(facts.shapeOf("*.closed"), { value: false });
    assert.equal(facts.add({ ...begin, is: "plain" }), true, "an operation may answer both ways");
    assert.equal(facts.add({ about: "line", name: "/a.js", line: 3, member: "id", because: "gaps" }), true);
    assert.equal(facts.add({ about: "line", name: "/a.js", line: 3, member: "name", because: "gaps" }), true);
    facts.delete(begin);
    assert.deepEqual(
      facts.about("operation").map(({ is }) => is),
      ["plain"],
    );
  });

  it("are those of one attempt, but for what holds for all", () => {
    const first = told(closed);
    const best = first.copy();
    const next = first.ofNewAttempt();
    next.add(knex);
    first.add(begin);
    assert.deepEqual([...first], [knex, closed, begin]);
    assert.deepEqual([...best], [knex, closed]);
    assert.deepEqual([...next], [knex]);
  });

  it("are the same in another process", () => {
    const facts = told(closed, knex, { ...closed, name: "error", is: { make: "nothing" } });
    const carried = v.parse(v.array(factSchema), JSON.parse(JSON.stringify([...facts])));
    assert.deepEqual(carried, [...facts]);
    assert.deepEqual([...new Facts()], []);
  });
});
