import assert from "node:assert/strict";
import { promisify } from "node:util";
import {
  isClass,
  isErrorFirst,
  saysErrorFirst,
  takesErrorAndValue,
  takesItem,
  takesOnlyValue,
} from "./callback-shape.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;
const evaluated = (text: string): unknown => (0, eval)(`(${text})`);
const parsed = (text: string): AnyFunction => evaluated(text) as AnyFunction;

/** The function that an object or class has as its only member of its own. */
const member = (text: string): AnyFunction => {
  const owner = evaluated(text) as object;
  const holder = typeof owner === "function" ? (owner as { prototype: object }).prototype : owner;
  const key = Reflect.ownKeys(holder).find((own) => own !== "constructor")!;
  const found: { readonly value?: unknown; readonly set?: unknown } = Object.getOwnPropertyDescriptor(
    holder,
    key,
  )!;
  return (found.set ?? found.value) as AnyFunction;
};

describe("what a callback is to be given", () => {
  it("is nothing where it is a class", () => {
    for (const text of ["class Product {}", "class {}", "class A extends Array {}"])
      assert.equal(isClass(parsed(text)), true, text);
    for (const one of [
      parsed("function classOf() {}"),
      parsed("classes => 1"),
      member("({ classify() {} })"),
      Number,
    ])
      assert.equal(isClass(one), false, String(one));
  });

  it("is an error first where its first parameter is named so", () => {
    const texts = [
      "err => 1",
      "(error, rows) => 1",
      "function (e) {}",
      "async function done(_err) {}",
      "(_, b) => 1",
      "function* (err) {}",
      "async /* when done */ function* /* of it */ done(/* what failed */ err /* or not */) {}",
      "function done( // what failed\n err) {}",
      "async(err) => 1",
      "async err => 1",
    ];
    for (const text of texts) {
      assert.ok(isErrorFirst(parsed(text)), text);
      assert.ok(!takesOnlyValue(parsed(text)), text);
    }
  });

  it("is the value where that is all it takes", () => {
    for (const text of ["row => 1", "async (chunk) => 1", "function each({ data }) {}", "([a]) => 1"]) {
      assert.ok(takesOnlyValue(parsed(text)), text);
    }
  });

  it("is an item and what goes on where its last parameter says so", () => {
    for (const text of [
      "(row, next) => next()",
      "function (child, nextChild) {}",
      "async (a, b, done,) => 1",
    ])
      assert.ok(takesItem(parsed(text)), text);
    for (const text of ["(err, next) => next()", "(row, rows) => 1", "next => 1", "(a, b = next()) => 1"])
      assert.ok(!takesItem(parsed(text)), text);
  });

  it("is an error and a value where a list's method would give an item and its place", () => {
    for (const text of ["(err, found) => 0", "function (error, user, info) {}"])
      assert.ok(takesErrorAndValue(parsed(text)), text);
    for (const text of [
      "(error, index) => 0",
      "(e, i) => 0",
      "(user, err) => 0",
      "(err) => 0",
      "(row, next) => 0",
    ])
      assert.ok(!takesErrorAndValue(parsed(text)), text);
  });

  it("is told of methods by what they take, not by what they are called", () => {
    const named = (first: string): string[] => [
      `{ done(${first}) {} }`,
      `{ async done(${first}) {} }`,
      `{ *done(${first}) {} }`,
      `{ async *[Symbol.for("a")](${first}) {} }`,
      `{ "on row"(${first}) {} }`,
      `{ 12(${first}) {} }`,
      `{ get(${first}) {} }`,
      `{ async(${first}) {} }`,
      `{ set row(${first}) {} }`,
      `class { $done(${first}) {} }`,
    ];
    for (const text of named("err")) {
      assert.ok(isErrorFirst(member(text)), text);
      assert.ok(!takesOnlyValue(member(text)), text);
    }
    for (const text of [...named("row"), ...named("{ data }")]) assert.ok(takesOnlyValue(member(text)), text);
  });

  it("is both where it cannot be told", () => {
    const keyed = member("{ [[[0]][0][0]](row) {} }");
    for (const run of [keyed, parsed("(row) => 1").bind(null), parsed("class { constructor(row) {} }")]) {
      assert.ok(!takesOnlyValue(run) && !isErrorFirst(run), String(run));
    }
  });

  it("is both where it takes several or names none", () => {
    for (const text of ["(a, b) => 1", "() => 1", "function () { arguments; }", "(...all) => 1"]) {
      assert.ok(!takesOnlyValue(parsed(text)), text);
    }
  });

  it("is node-style beyond doubt where it says an error and takes more", () => {
    let given: unknown;
    void promisify((callback: unknown) => void (given = callback))();
    assert.ok(saysErrorFirst(given as AnyFunction));
    for (const text of ["(err, row) => row", "function (error, ...rows) {}"])
      assert.ok(saysErrorFirst(parsed(text)), text);
    for (const text of [
      "(e) => e.text",
      "(_, i) => i",
      "(err) => null",
      "(errors, at) => at",
      "(reason, more) => 1",
    ])
      assert.ok(!saysErrorFirst(parsed(text)), text);
  });
});
