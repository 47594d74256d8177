import assert from "node:assert/strict";
import vm from "node:vm";
import ts from "typescript";
import { toCommonJs } from "./transform.ts";

/** What a class of TypeScript makes of what it is given: by the transformation, and by the compiler. */
function made(text: string): readonly [unknown, unknown] {
  const use = `${text}\nexports.made = JSON.stringify(new Made({ name: "a", load: 1 }, 2));`;
  const run = (code: string): unknown => {
    const exports: { made?: unknown } = {};
    vm.runInNewContext(code, { exports });
    return exports.made;
  };
  const { outputText } = ts.transpileModule(use, { compilerOptions: { target: ts.ScriptTarget.ES2020 } });
  return [run(toCommonJs(use, "ts", "made.ts")), run(outputText)];
}

describe("a field that reads a parameter property", () => {
  const BASE = "class Base { base = 0; constructor(public of = 3) {} }";
  const CLASSES: Readonly<Record<string, string>> = {
    "as it is made":
      "class Made { load = this.api.load; constructor(private readonly api: { load: number }) {} }",
    "behind what its class extends": `${BASE} class Made extends Base { name: string = this.api.name; constructor(public api: any, public n = 1) { super(n); this.n++; } }`,
    "through another field":
      "class Made { load = this.api.load; twice = this.load; constructor(private api: any) {} }",
    "in a method that it makes":
      "class Made { load = () => this.api.load; constructor(private api: any) { this.api = this.load(); } }",
    "without semicolons": `${BASE} class Made extends Base {
  load = this.api.load
  name = (this.api.name) // = a comment
  isSame = ((this.api.load) === 1)
  size /* a=b */ = /* c=d */ this.api.load
  constructor(private api: any) {
    super()
  }
}`,
    "with signatures":
      "class Made { load = this.api.load; constructor(api: any); constructor(api: any, n: number); constructor(private api: any, n?: number) {} }",
    "which has a default":
      "class Made { size = this.sizes?.[0]; constructor(api: any, protected sizes: any = [api.load]) {} }",
  };
  for (const [how, text] of Object.entries(CLASSES)) {
    it(`has it: ${how}`, () => {
      const [own, compiled] = made(text);
      assert.deepEqual(JSON.parse(String(own)), JSON.parse(String(compiled)));
    });
  }

  it("stays as it is where nothing tells the place behind what is extended", () => {
    const text = `${BASE} class Made extends Base { load = this.api?.load; constructor(private api: any) { try { super(); } finally { api.load; } } }`;
    assert.doesNotThrow(() => made(text));
  });

  it("stays on its line, and so does what is behind it", () => {
    const code = toCommonJs(
      "class Made {\n  load = this.api.load;\n  constructor(private api: any) {}\n}\nthrow new Error();",
      "ts",
      "made.ts",
    );
    assert.match(code.split("\n")[4]!, /throw new Error/);
  });
});
