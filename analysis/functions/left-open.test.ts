import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";

const BEFORE = "async function before(a) {\n  await db.get(a);\n}\n\n";

const AFTER = `
async function second(id) {
  return await db.get(id);
}

class Users {
  async third(id) {
    await db.get(id);
  }

  @Get()
  private async fourth({ id }) {
    await db.get(id);
  }
}

export const fifth = async (id) => {
  await db.get(id);
};
`;

/** What somebody types between two functions, before the brackets are closed. */
const TYPED = [
  ...["async function first(", "async function first(a,", "async function first(a, {"],
  ...["async function first({ a, b", "async function first(a: { b: string", "async function first(a, b = "],
  ...["const first = async (a", "const first = async ({ a", "export default async function ("],
  ...["app.get('/x', async (req, res", "load(", "load({ a", "load(async () => {", "import { a", "import a"],
  ...["const a = {", "const a = { b: 1,", "const a = [", "const { a", "type A = {", "interface A {"],
  ...["async function first(a {\n  await db.get(a);\n}", "class A {", "class A {\n  async first(a", "@Get({"],
  ...["const a = new Map<", "const a = new Map<string, Promise<", "const a: Map<string,", "const a = b."],
];

const MEMBERS_TYPED = [
  ...["async first(", "async first(a", "async first({ a", "async first(a: { b: string", "async first(a) {"],
  ...["async first(a) {\n    await db.get(a", "async first(a) {\n    await db.get({ a", "first = async (a"],
  ...["private a = [", "@Get(", "constructor(private a", "constructor(\n    private a: A,\n    private b: B"],
  ...["a =", "a = new Map<", "a = new Map<string, Promise<", "a: Map<", "a = b.", "a = 1 +", "a = b ?"],
];

function ioOf(text: string): Map<string, number> {
  return new Map(analyze(text, "ts").functions.map(({ name, ioCalls }) => [name, ioCalls.length]));
}

describe("functions around one that is being typed keep their hints, its brackets not yet closed:", () => {
  for (const typed of TYPED)
    it(`behind ${JSON.stringify(typed)}`, () => {
      const found = ioOf(`${BEFORE}${typed}\n${AFTER}`);
      for (const name of ["before", "second", "fifth"]) assert.equal(found.get(name), 1, name);
      for (const name of ["third", "fourth"])
        assert.equal(found.get(`Users.${name}`) ?? found.get(name), 1, name);
    });

  for (const typed of MEMBERS_TYPED)
    it(`of the same class, behind ${JSON.stringify(typed)}`, () => {
      const members =
        "  async second(a) {\n    await db.get(a);\n  }\n\n  @Put()\n  async third(a) {\n    await db.put(a);\n  }\n";
      const found = ioOf(`class Users {\n  ${typed}\n\n${members}}\n\n${BEFORE}`);
      for (const name of ["second", "third"])
        assert.equal(found.get(`Users.${name}`) ?? found.get(name), 1, name);
      assert.equal(found.get("before"), 1, "before");
    });
});

describe("a name on a new line that could be a method's", () => {
  const names = (text: string) => analyze(text, "ts").functions.map(({ name }) => name);

  it("is none where an expression goes on with it", () => {
    const mixed = "class A extends\n  mixed(B) {\n  async first(a) { await db.get(a); }\n}";
    assert.deepEqual(names(mixed), ["A.first"]);
    const chosen = "async function f(a, b) {\n  return a ?\n    load(a) : b\n}";
    assert.deepEqual(names(chosen), ["f"]);
  });

  it("is one where nothing else can stand there", () => {
    assert.deepEqual(
      names("class A {\n  a =\n  first(b): Promise<B> {\n    return db.get(b).then(c);\n  }\n}"),
      ["A.first"],
    );
    assert.deepEqual(names("const a = { b:\n  async first(c) { await db.get(c); } };"), ["a.first"]);
  });
});

describe("lists and objects whose lines stand no deeper than they begin", () => {
  it("are read as they are where a bracket is missing elsewhere", () => {
    const text = `load(a,
async (b) => { await db.get(b); },
{ c: 1,
async d(e) { await db.get(e); } });
async function f(g) { await db.get(g);`;
    const found = analyze(text, "js").functions.map(({ name }) => name);
    assert.equal(found.length, 3, found.join());
    assert.ok(found.includes("f"), found.join());
  });
});
