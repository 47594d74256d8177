import assert from "node:assert/strict";
import * as v from "valibot";
import { dataForSchema, givenToSchema } from "./schema-issues.ts";

/** What is made of issues, from what was there. */
function mended(before: unknown, ...issues: object[]): unknown {
  const error = Object.assign(new Error("no"), { issues });
  const json = dataForSchema(error, before === undefined ? undefined : JSON.stringify(before));
  return json === undefined ? undefined : JSON.parse(json);
}

describe("what a schema was given", () => {
  const given = (text: string): string | undefined => {
    const { name, isJson } = givenIn(text) ?? {};
    return isJson === true ? `${name} as JSON` : name;
  };
  const givenIn = (text: string): ReturnType<typeof givenToSchema> => {
    const error = Object.assign(new Error("no"), { issues: [{ code: "custom", path: [] }] });
    const lines = text.split("\n");
    const [line, at] = [lines.length, lines.at(-1)!.indexOf("parse(") + 1];
    error.stack = `Error: no\n    at parse (/work/node_modules/zod/index.js:1:1)\n    at get (/work/a.ts:${line}:${at})`;
    return givenToSchema(error, () => text);
  };
  for (const [text, name] of [
    ["const { id } = params.parse(request.params);", "request.params"],
    ["const order = schema.parse(await request.json());", "request.json()"],
    ["const input: unknown = request?.body;\nconst order = schema.parse(input as object);", "request.body"],
    ["const order = schema.parse(await db.get(1));", "db.get()"],
    ["const order = schema.parse(input, {});", "input"],
    ["const order = schema.parse({ ...input });", undefined],
    ['const order = schema.parse(JSON.parse(event.body ?? "{}"));', "event.body as JSON"],
    ["const raw = JSON.parse(await file.text());\nconst order = schema.parse(raw);", "file.text() as JSON"],
  ] as const) {
    it(`is ${name ?? "not told"}: ${text}`, () => assert.equal(given(text), name));
  }

  it("is found where what was compiled stands elsewhere in its line", () => {
    const error = Object.assign(new Error("no"), { issues: [{ code: "custom", path: [] }] });
    error.stack = "Error: no\n    at get (/work/a.ts:1:20)";
    const once = "export const get = (input) => schema.parse(JSON.parse(input.body));";
    assert.deepEqual(
      givenToSchema(error, () => once),
      { name: "input.body", isJson: true },
    );
    error.stack = "Error: no\n    at get (/work/a.ts:1:2)";
    assert.equal(
      givenToSchema(error, () => "export const get = (a, b) => [one.parse(a), other.parse(b)];"),
      undefined,
    );
  });

  it("is not asked of other errors", () =>
    assert.equal(
      givenToSchema(new Error("no"), () => "parse(a)"),
      undefined,
    ));
});

describe("what the error of a schema asks for", () => {
  it("is found level by level", () => {
    const whole = mended(undefined, { code: "invalid_type", expected: "object", path: [] });
    assert.deepEqual(whole, {});
    const fields = ["string", "number", "array"].map((expected) => ({
      code: "invalid_type",
      expected,
      path: [expected],
    }));
    const filled = mended(whole, ...fields);
    assert.deepEqual(filled, { string: "text", number: 1, array: [] });
    const item = mended(filled, { code: "too_small", minimum: 1, path: ["array"] });
    assert.deepEqual(item, { string: "text", number: 1, array: [null] });
    assert.deepEqual(mended(item, { code: "invalid_type", expected: "object", path: ["array", 0] }), {
      string: "text",
      number: 1,
      array: [{}],
    });
  });

  for (const [now, issue, wanted] of [
    ["text", { code: "too_small", minimum: 24, exact: true }, "a".repeat(24)],
    ["text", { code: "too_big", maximum: 2 }, "te"],
    [1, { code: "too_small", minimum: 3, inclusive: true }, 3],
    [1, { code: "too_big", maximum: 0, inclusive: false }, -1],
    ["text", { code: "invalid_string", validation: "email" }, "user@example.com"],
    ["text", { code: "invalid_format", format: "starts_with", prefix: "id_" }, "id_text"],
    ["text", { code: "invalid_string", validation: { endsWith: ".js" } }, "text.js"],
    ["text", { code: "invalid_format", format: "regex", pattern: "/^[0-9a-f]{24}$/i" }, "a".repeat(24)],
    ["text", { code: "invalid_enum_value", options: ["open", "done"] }, "open"],
    [null, { code: "invalid_type", expected: "'open' | 'done'" }, "open"],
    ["text", { code: "invalid_value", values: ["q"] }, "q"],
    ["text", { code: "invalid_literal", expected: 7 }, 7],
  ] as const) {
    it(`is ${JSON.stringify(wanted)} of ${JSON.stringify(issue)}`, () =>
      assert.deepEqual(mended({ a: now }, { ...issue, path: ["a"] }), { a: wanted }));
  }

  it("is the first of several that would do, by whole paths or by those that follow", () => {
    const issue = { code: "invalid_type", expected: "number" };
    const third = {
      code: "invalid_union",
      path: ["a"],
      unionErrors: [{ issues: [{ ...issue, path: ["a"] }] }],
    };
    const fourth = { code: "invalid_union", path: ["a"], errors: [[{ ...issue, path: [] }]] };
    assert.deepEqual(mended({ a: null }, third), { a: 1 });
    assert.deepEqual(mended({ a: null }, fourth), { a: 1 });
  });

  it("is nothing where no schema says it, or JSON has no such thing", () => {
    assert.equal(dataForSchema(new Error("no"), undefined), undefined);
    assert.equal(mended({}, { code: "invalid_type", expected: "map", path: ["a"] }), undefined);
    assert.equal(mended({}, { code: "invalid_type", expected: "object", path: ["__proto__"] }), undefined);
    assert.equal(mended(undefined, { code: "custom", path: ["a", "b"] }), undefined);
  });
});

describe("what a schema of Valibot's asks for", () => {
  it("is found level by level", () => {
    const schema = v.strictObject({
      id: v.pipe(v.string(), v.length(24)),
      mail: v.pipe(v.string(), v.email()),
      size: v.pipe(v.number(), v.integer(), v.minValue(3)),
      kind: v.picklist(["open", "done"]),
      type: v.literal(7),
      either: v.union([v.number(), v.string()]),
      lines: v.pipe(v.array(v.object({ code: v.pipe(v.string(), v.regex(/^[0-9]{5}$/)) })), v.minLength(1)),
      at: v.pipe(v.string(), v.isoTimestamp()),
      name: v.pipe(v.string(), v.startsWith("x-")),
    });
    let json: string | undefined;
    let given: unknown = () => undefined;
    for (let round = 0; round < 8 && !v.is(schema, given); round++) {
      const { issues } = v.safeParse(schema, given);
      json = dataForSchema(Object.assign(new Error("no"), { issues }), json);
      given = JSON.parse(json!);
    }
    assert.ok(v.is(schema, given));
  });

  it("is asked of what stands behind the schema", () => {
    const { issues } = v.safeParse(v.string(), 1);
    const error = Object.assign(new Error("no"), { issues });
    error.stack = "Error: no\n    at get (/work/a.ts:1:15)";
    const text = "const id = v.parse(Schema, request.params);";
    assert.equal(givenToSchema(error, () => text)?.name, "request.params");
  });
});
