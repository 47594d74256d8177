import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";
import type { AsyncFunction, Language } from "../model.ts";
import { canRun } from "./can-run.ts";

function only(text: string, language: Language = "js"): AsyncFunction {
  const { functions } = analyze(text, language);
  assert.equal(functions.length, 1);
  return functions[0]!;
}

describe("names", () => {
  const NAMES: readonly (readonly [text: string, name: string])[] = [
    ["async function upload() {}", "upload"],
    ["const upload = async () => {};", "upload"],
    ["exports.upload = async () => {};", "upload"],
    ["module.exports = async () => {};", "module.exports"],
    ["module.exports = async function upload() {};", "upload"],
    ["export default async () => {};", "default"],
    ["export default async function upload() {}", "upload"],
    ["class Store { async upload() {} }", "Store.upload"],
    ["class Store { async #flush() {} }", "Store.#flush"],
    ["class Store { static async open() {} }", "Store.open"],
    ["class Store { load = async () => {}; }", "Store.load"],
    ["const Store = class { async upload() {} };", "Store.upload"],
    ["Store.prototype.upload = async function () {};", "Store.upload"],
    ["class Store { constructor() { this.load = async () => {}; } }", "Store.load"],
    ["const api = { users: { async find() {} } };", "api.users.find"],
    ["module.exports = { async find() {} };", "find"],
    ["const api = { 'a-b': async () => {} };", "api.a-b"],
    ["class A { async [Symbol.asyncIterator]() {} }", "A[Symbol.asyncIterator]"],
    ["app.get('/', async () => {});", "get /"],
    ['router.post("/orders/:id", validate, async (req, res) => {});', "post /orders/:id"],
    ["app.get('/orders', catchErrors(async (req, res) => {}));", "get /orders"],
    ["express.Router().route('/orders').get(check, async (req, res) => {});", "get /orders"],
    ["app.get('/orders', async function list(req, res) {});", "list"],
    ["const app = new Hono().get(`/orders`, async (c) => {});", "get /orders"],
    ["const co = require('co'); app.get('/orders', co.wrap(function* () {}));", "get /orders"],
    ["describe('a store', () => { it('does what it\\'s for', async () => {}); });", "it does what it's for"],
    ["it.only('works', async () => {});", "it works"],
    ["export const getUser = cached('/users', async () => {});", "getUser"],
    ["module.exports.handler = wrap('/x', async () => {});", "handler"],
    ["app.get('/a\x1b[31m', async () => {});", "get /a [31m"],
    ["function f() { socket.on('data', async () => {}); }", "on data"],
    ["const mails = new Worker('mails', async (job) => {});", "Worker mails"],
    ["export const load = createAsyncThunk('orders/load', async () => {});", "load"],
    [`it("${"long ".repeat(20)}", async () => {});`, `it ${"long ".repeat(11)}long…`],
    ["it(`does ${what}`, async () => {});", "(anonymous)"],
    ["table.each('a')(async () => {});", "(anonymous)"],
    ["run(async () => {}, 'a');", "(anonymous)"],
    ["const load = cache(async () => {});", "load"],
    ["function f() { const load = useCallback(memo(async () => {}), []); }", "load"],
    ["exports.handler = wrap({ a: 1 }, async () => {});", "handler"],
    ["const api = { load: wrap(async () => {}) };", "api.load"],
    ["export default memo(async () => {});", "default"],
    ["const load = memo(async function find() {});", "find"],
    ["function f() { const running = start(async () => {}); }", "(anonymous)"],
    ["const all = ids.map(async () => {});", "(anonymous)"],
    ["const all = Promise.all(ids.map(async () => {}));", "(anonymous)"],
    ["const all = (await start(async () => {})).all;", "(anonymous)"],
    ["const task = new Task(async () => {});", "(anonymous)"],
    ["let upload; upload = async () => {};", "upload"],
  ];
  for (const [text, name] of NAMES)
    it(`of \`${text}\` is ${name}`, () => assert.equal(only(text).name, name));
});

describe("reach", () => {
  const REACHED: readonly (readonly [text: string, expression: string, receiver: string | null])[] = [
    ["async function upload() {}", "upload", null],
    ["export default async () => {};", "exports.default", null],
    ["export default async function upload() {}", "upload", null],
    ["module.exports = async () => {};", "module.exports", null],
    ["exports.upload = async () => {};", "exports.upload", null],
    ["class Store { async upload() {} }", "Store.prototype.upload", "construct Store"],
    [
      "export default class { async upload() {} }",
      "exports.default.prototype.upload",
      "construct exports.default",
    ],
    ["class Store { static async open() {} }", "Store.open", "value Store"],
    ["Store.prototype.upload = async function () {};", "Store.prototype.upload", "construct Store"],
    ["Store.prototype = { upload: async function () {} };", "Store.prototype.upload", "construct Store"],
    ["const api = { users: { async find() {} } };", "api.users.find", "value api.users"],
    ["module.exports = { async find() {} };", "module.exports.find", "value module.exports"],
    ["const api = { async 'a-b'() {} };", "api['a-b']", "value api"],
    ["const co = require('co'); module.exports = co.wrap(function* upload() {});", "module.exports", null],
    ["const co = require('co'); function* a() {} exports.b = co.wrap(a);", "exports.b", null],
    ["const co = require('co'); function* a() {} co(a());", "((...values) => co(a(...values)))", null],
  ];
  for (const [text, expression, receiver] of REACHED) {
    it(`of \`${text}\` is ${expression}`, () => {
      const { reach, unreachable } = only(text);
      const shown = reach?.receiver == null ? null : `${reach.receiver.how} ${reach.receiver.expression}`;
      assert.deepEqual([reach?.expression, shown], [expression, receiver]);
      assert.equal(unreachable, undefined);
    });
  }

  const UNREACHED: readonly (readonly [text: string, reason: RegExp])[] = [
    ["function outer() { async function inner() {} }", /closure of `outer`/],
    ["if (a) { const b = async () => {}; }", /in a block/],
    ["class A { async #b() {} }", /private/],
    ["class A { b = async () => {}; }", /each instance/],
    ["app.get('/', async () => {});", /argument of app\.get\(\)/],
    ["(async () => {})();", /no name/],
    ["require('co')(function* () {});", /run at once/],
    ["app.use(function* (next) { yield next; });", /argument of app\.use\(\)/],
  ];
  for (const [text, reason] of UNREACHED) {
    it(`of \`${text}\` is none, and says why`, () => {
      const { reach, unreachable } = only(text);
      assert.equal(reach, null);
      assert.match(unreachable ?? "", reason);
    });
  }
});

describe("what can be run", () => {
  it("is a generator that is the body of a function with a callback, wherever that stands", () => {
    const text =
      "const co = require('co'); function outer() { function a(done) { co(function* () { yield b(); })(done); } }";
    assert.equal(canRun(only(text)), true);
    assert.equal(canRun(only("require('q').spawn(function* () {});")), false);
  });

  it("is a generator that co can run, wherever that stands", () => {
    assert.equal(canRun(only("require('co')(function* () {});")), true);
    assert.equal(canRun(only("app.use(function* (next) { yield next; });")), true);
    assert.deepEqual(
      only("module.exports = function* (next) { yield next; };").reach?.expression,
      "module.exports",
    );
  });
});

describe("exports", () => {
  const EXPORTED: readonly (readonly [text: string, exported: string | null])[] = [
    ["export async function a() {}", "a"],
    ["export const a = async () => {};", "a"],
    ["const a = async () => {}; export { a as b };", "b"],
    ["const a = async () => {}; export default a;", "default"],
    ["export default async () => {};", "default"],
    ["async function a() {}\nmodule.exports = a;", "default"],
    ["async function a() {}\nmodule.exports = { b: a, c: 1 };", "b"],
    ["async function a() {}\nmodule.exports = { x: { a: 1 }, a };", "a"],
    ["async function a() {}\nexports.b = a;", "b"],
    ["module.exports = { async a() {} };", "a"],
    ["async function a() {}", null],
    ["function b() { async function a() {} }\nmodule.exports = { a };", null],
  ];
  for (const [text, exported] of EXPORTED) {
    it(`of \`${text.replace("\n", " ")}\`: ${String(exported)}`, () =>
      assert.equal(only(text).exported, exported));
  }
});

describe("parameters", () => {
  it("carry the types of comments, those behind a torn one too", () => {
    const { parameters } = only(
      "/**\n * @param {string a\n" +
        " * torn\n".repeat(200) +
        " * @param {number} [b]\n */\nasync function f(a, b) {}",
    );
    assert.deepEqual(
      parameters.map(({ name, type, optional }) => [name, type, optional]),
      [
        ["a", null, false],
        ["b", "number", true],
      ],
    );
  });

  it("carry TypeScript's types, defaults, marks and patterns", () => {
    const { parameters } = only(
      "async function a(this: A, b: Map<string, number>, c?: (x: B, y: C) => void, { d, e }: F = {}, [g], h = 1, ...i: J[]) {}",
      "ts",
    );
    assert.deepEqual(parameters, [
      { name: "b", role: "value", type: "Map<string, number>", optional: false, rest: false },
      { name: "c", role: "value", type: "(x: B, y: C) => void", optional: true, rest: false },
      { name: "{ d, e }", role: "value", type: "F", optional: true, rest: false },
      { name: "[g]", role: "value", type: null, optional: false, rest: false },
      { name: "h", role: "value", type: null, optional: true, rest: false },
      { name: "i", role: "value", type: "J[]", optional: true, rest: true },
    ]);
  });

  it("carry the type of the variable that the function is the value of, where they have none of their own", () => {
    const { parameters } = only(
      "const handle: Handler<{ a: (b: string) => void }> = async (event, at: number, ...rest) => {};",
      "ts",
    );
    assert.deepEqual(
      parameters.map(({ type, typeOfVariable }) => [type, typeOfVariable]),
      [
        [null, "Parameters<Handler<{ a: (b: string) => void }>>[0]"],
        ["number", undefined],
        [null, undefined],
      ],
    );
  });

  it("carry the types of the comment before the statement, also behind a runner", () => {
    const { parameters } = only(
      "/**\n * @param {{ a: { b: string } }} c what\n * @param {number} [d]\n */\nmodule.exports = require('co').wrap(function* (c, d) {});",
    );
    assert.deepEqual(
      parameters.map(({ name, type, optional }) => [name, type, optional]),
      [
        ["c", "{ a: { b: string } }", false],
        ["d", "number", true],
      ],
    );
  });

  it("tell callbacks and resume functions from values", () => {
    const roles = (text: string): string[] => only(text).parameters.map(({ role }) => role);
    assert.deepEqual(roles("function a(b, cb) { c(b, cb); }"), ["value", "callback"]);
    assert.deepEqual(roles("var a = require('genny').fn(function* (resume, b) {});"), ["resume", "value"]);
    assert.deepEqual(roles("function a(path, _) { c(path, _); }"), ["value", "callback"]);
  });

  it("drop decorators and modifiers", () => {
    const { parameters } = only("class A { async b(@C({ d: 1 }) private readonly e: F, @G h) {} }", "ts");
    assert.deepEqual(
      parameters.map(({ name }) => name),
      ["e", "h"],
    );
  });
});

describe("an entry", () => {
  it("has the range from its first keyword to its closing brace, in lines and columns from 1", () => {
    const text = "\n/** doc */\nexport  async function a() {\n  b();\n}\n";
    const { range, position, endLine } = only(text);
    assert.equal(text.slice(range.start, range.end), "async function a() {\n  b();\n}");
    assert.deepEqual([position, endLine], [{ line: 3, column: 9 }, 5]);
  });

  it("counts its tokens with and without those of nested entries", () => {
    const { functions } = analyze("async function a() { const b = async () => c; }", "js");
    assert.deepEqual(
      functions.map(({ tokens, ownTokens, parent }) => [tokens, ownTokens, parent]),
      [
        [16, 11, null],
        [5, 5, 0],
      ],
    );
  });

  it("says how its callers learn that it has settled", () => {
    const completion = (text: string): string => only(text).completion;
    assert.equal(completion("async function a() {}"), "promise");
    assert.equal(completion("async function* a() {}"), "async-iterator");
    assert.equal(completion("function a(cb) { b(cb); }"), "callback");
    assert.equal(completion("function a(b) { return (cb) => c(b, cb); }"), "thunk");
    assert.equal(completion("var a = require('genny').fn(function* (resume) {});"), "callback");
    assert.equal(completion("var a = require('co').wrap(function* () {});"), "promise");
    assert.equal(completion("function a() { return Rx.Observable.from(b); }"), "observable");
  });

  it("takes properties of a parameter that have tags of their own for no types of it", () => {
    const text =
      "/**\n * @param {object} options\n * @param {number} [options.retries=1]\n * @param {string[]} names\n" +
      " * @param {string} names[].first\n */\nasync function a(options, names) { await b(options, names); }";
    assert.deepEqual(
      only(text).parameters.map(({ type, optional }) => [type, optional]),
      [
        ["object", false],
        ["string[]", false],
      ],
    );
  });

  it("keeps its hash when only white space and comments change, and changes it with a token", () => {
    const hash = (text: string): string => only(text).textHash;
    const first = hash("async function a() { await b(1); }");
    assert.match(first, /^[0-9a-f]{16}$/);
    assert.equal(hash("// c\nasync  function a(){await b(/* d */ 1);}"), first);
    assert.notEqual(hash("async function a() { await b(2); }"), first);
    assert.notEqual(hash("async function a() { await b1(); }"), first);
  });
});
