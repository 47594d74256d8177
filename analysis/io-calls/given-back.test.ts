import { check } from "./fixtures/io-calls-of.ts";

describe("I/O calls whose promise is given back by a name", () => {
  check(
    "are those of what is known to give promises, unless its value is read",
    'const got = require("got"); async function f(url) { const page = got(url).text(); cache.set(url, page); if (a) return page; const b = toView(url); if (c) return b; const d = fetch(url); d.e = 1; if (g) return d; let h = cache.get(url); if (!h) { h = fs.promises.stat(url); } return h; }',
    ["got().text promise", "fs.promises.stat promise"],
  );
});

describe("calls that stand only where their value is given back", () => {
  const given = (parameters: string, result: string): string =>
    `async function f(${parameters}) { const a = await db.get(); return ${result}; }`;
  const PLAIN: readonly (readonly [string, string])[] = [
    ["a, done", "done(null, a)"],
    ["a, cb", "cb(null, a)"],
    ["req, res, next", "next(new Error(a))"],
    ["req, res, next, id", "next()"],
    ["next", "next()"],
    ["reply", "reply.code(200).send(a)"],
    ["c", "c.json(a)"],
    ["socket", "socket.send('x')"],
    ["", "a.toObject()"],
    ["", "toDto(a)"],
    ["", "this.mapper.toDto(a)"],
    ["", "expect(a).toBe(2)"],
    ["", "Some(a)"],
    ["", "isOpen(a)"],
    ["", "crypto.createHash('md5')"],
  ];
  for (const [parameters, result] of PLAIN)
    check(`are no I/O as ${result}`, given(parameters, result), ["db.get promise"]);

  const ANSWERS: readonly (readonly [string, string, string])[] = [
    ["ctx, next", "next()", "next"],
    ["callback", "callback(a)", "callback"],
    ["client", "client.send(a)", "client.send"],
    ["", "a.find().toArray()", "a.find().toArray"],
    ["", "expect(a).rejects.toThrow()", "expect().rejects.toThrow"],
    ["", "this.users.isBlocked(a)", "this.users.isBlocked"],
    ["", "parseBody(a)", "parseBody"],
    ["", "createUser(a)", "createUser"],
    ["res", "res.json()", "res.json"],
    ["api", "api.json(a)", "api.json"],
  ];
  for (const [parameters, result, expression] of ANSWERS)
    check(`may be I/O as ${result}`, given(parameters, result), ["db.get promise", `${expression} promise`]);

  check(
    "settle a promise",
    "async function f() { return new Promise(async (ok, fail) => { if (await a()) return ok(1); return fail(2); }); }",
    ["a promise"],
  );
  check(
    "are I/O by whatever name where the file tells so",
    "async function f(a) { return toDto(a); } async function toDto(a) { return await db.get(a); }",
    ["toDto promise"],
  );
  check(
    "are functions of the file that do no more than those",
    "async function f(a) { return show(await db.get(a)); } function show(a) { return a.toObject(); }",
    ["db.get promise"],
  );
  check(
    "ask what the file makes to answer at once, unless something else may stand there",
    "class A { #a = new Map(); b = new Map(); async f(c) { const d = new Set(); if (c) return this.#a.get(c); if (!c) return d.has(c) && this.b.get(c); return this.e.get(c); } g(b) { this.b = b ?? new Map(); } }",
    ["this.b.get promise", "this.e.get promise"],
  );
  check(
    "are not those of a module of the project that has the name of Node's",
    "import { load } from './util.js'; async function f(a) { return load(a); }",
    ["load promise"],
  );
});

describe("a question that is handed on to another file", () => {
  const asks = "export async function f(user) { return isMember(user.id); }";
  const others = Array.from({ length: 100 }, (_, index) => `other${index}`).join(", ");
  check(
    "stands in however long a list of imports",
    `import { ${others}, isMember } from "./teams";\n${asks}`,
    ["isMember promise"],
  );
  check(
    "is that of the import that binds its name, not of one in a comment or a text",
    `import { isMember } from "teams"; // import { isMember } from "./teams";\nconst text = 'import { isMember } from "./teams"';\n${asks}`,
    [],
  );
});
