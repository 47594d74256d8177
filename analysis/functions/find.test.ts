import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { findSourceFiles, sample } from "../corpus/source-files.ts";
import { seededRandom } from "../corpus/mutations.ts";
import { languageOfFile } from "../language.ts";
import { lex } from "../lexer/lex.ts";
import type { Language } from "../model.ts";
import { functionsByTree } from "../oracle/functions-by-tree.ts";
import { findFunctions, type Skeleton } from "./find.ts";

const LARGEST_CHARACTERS = 300_000;

function find(text: string, language: Language): Skeleton {
  return findFunctions(lex(text, language), language);
}

/** One line a function: range, async and generator marks, the function around it. */
function foundLines(text: string, language: Language): string[] {
  const { functions, tokens } = find(text, language);
  return functions.map(({ start, end, isAsync, isGenerator, parent }) =>
    line(tokens.starts[start]!, tokens.ends[end - 1]!, isAsync, isGenerator, parent),
  );
}

function treeLines(text: string, language: Language): string[] {
  return functionsByTree(text, language).map(({ start, end, isAsync, isGenerator, parent }) =>
    line(start, end, isAsync, isGenerator, parent),
  );
}

function line(start: number, end: number, isAsync: boolean, isGenerator: boolean, parent: number): string {
  return `${start}-${end}${isAsync ? " async" : ""}${isGenerator ? " generator" : ""} in ${parent}`;
}

/** The project's own sources and those of the packages that are installed. */
const files = [
  ...["analysis", "bench-worker", "cli", "extension", "scripts", "variants"].flatMap(findSourceFiles),
  ...findSourceFiles("node_modules"),
];
const isTyped = (file: string): boolean => /\.(?:[cm]?ts|tsx)$/.test(file);
const isDeclarations = (file: string): boolean => /\.d\.[cm]?ts$/.test(file);

/** Compares finder and tree over the files that the tree's parser accepts, until `wanted` have been compared. */
function compare(candidates: readonly string[], wanted: number): { compared: number; functions: number } {
  let compared = 0;
  let functions = 0;
  for (const file of candidates) {
    if (compared === wanted) break;
    const text = readFileSync(file, "utf8");
    const language = languageOfFile(file);
    if (language === undefined || text.length > LARGEST_CHARACTERS) continue;
    let expected: string[];
    try {
      expected = treeLines(text, language);
    } catch {
      continue;
    }
    assert.deepEqual(foundLines(text, language), expected, file);
    compared++;
    functions += expected.length;
  }
  return { compared, functions };
}

describe("the function finder against syntax trees", function () {
  this.timeout(120_000);

  it("finds the same functions as Espree in 250 JavaScript files", () => {
    const scripts = files.filter((file) => !isTyped(file));
    const { compared, functions } = compare(sample(scripts, 290), 250);
    assert.equal(compared, 250);
    assert.ok(functions > 1000, `${functions} functions`);
  });

  it("finds the same functions as typescript-estree in 150 TypeScript files", () => {
    const typed = files.filter((file) => isTyped(file) && !isDeclarations(file));
    const { compared, functions } = compare([...sample(typed, 160), ...files.filter(isDeclarations)], 150);
    assert.equal(compared, 150);
    assert.ok(functions > 500, `${functions} functions`);
  });
});

const TRICKY: readonly (readonly [what: string, language: Language, text: string])[] = [
  [
    "arrow functions in a conditional, with return types",
    "ts",
    "x = a ? (b) : c => d; y = a ? (b): c => d : e;",
  ],
  ["a function type as a return type", "ts", "const f = (): undefined | (() => void) => g;"],
  [
    "a predicate and an assertion as return types",
    "ts",
    "function f(a): a is B { } function g(a): asserts a { }",
  ],
  [
    "generic arrows, async and not",
    "ts",
    "a = <T,>(x: T): T => x; b = async <T extends U>(x: T) => await x;",
  ],
  ["comparisons that look like type arguments", "ts", "a = b < c && d > (() => 1); e = f<G>(() => 1);"],
  [
    "overloads and abstract methods, which are no functions",
    "ts",
    "function f(): void; function f() {} abstract class A { abstract b(): void; c() {} }",
  ],
  [
    "fields, accessors, static blocks and private methods",
    "js",
    "class A { a = () => 1; static async *#b() {} get c() { return 1 } static { (() => 1)(); } async = 1; get; static; }",
  ],
  [
    "methods named like their modifiers",
    "js",
    "x = { async() {}, get() {}, set() {}, async async() {}, static() {}, *gen() {}, async *[k]() {} }",
  ],
  ["const assertions before a type alias", "ts", "let a = [() => 1] as const\ntype B = (x: any) => void"],
  [
    "defaults in parameters and patterns",
    "js",
    "function f({ a = () => 1, b: { c = async () => 2 } = {} }, [d = function* () {}] = []) {}",
  ],
  ["template literals with functions in them", "js", "a = `${b.map((x) => `<${x}>`)} ${function () {}}`"],
  [
    "JSX with functions in attributes and children",
    "jsx",
    "const a = <B c={() => 1} {...d(() => 2)}>text {e.map(async (x) => <F>{x}</F>)}</B>;",
  ],
  [
    "TSX with a generic component",
    "tsx",
    "const f = <T,>(x: T) => <List<T> render={(y: T) => <b>{y}</b>} />;",
  ],
  [
    "newlines that end statements",
    "js",
    "let a = b\n++c\nlet d = async\nfunction e() {}\nreturn_\n(() => 1)()",
  ],
  [
    "labels, switch and loops",
    "js",
    "a: for (const b of [() => 1]) switch (b) { case () => 2: break a; default: { (() => 3)() } }",
  ],
  [
    "decorators with functions in them",
    "ts",
    "@A(() => 1) class B { @C((x) => x) async d(@E(() => 2) f: G) {} }",
  ],
  [
    "namespaces, enums and declarations",
    "ts",
    "namespace A.B { export const f = () => 1 } declare module 'c' { function d(): void } enum E { a = (() => 1)() }",
  ],
  ["regular expressions and division", "js", "a = b / (() => 1)() / /[/}]/.exec(c)"],
  [
    "exports of every form",
    "js",
    "export default async () => 1; export const a = function* () {}; export { a as b }; export async function c() {}",
  ],
];

describe("the function finder on tricky code", () => {
  for (const [what, language, text] of TRICKY) {
    it(`reads ${what}`, () => {
      const expected = treeLines(text, language);
      assert.ok(expected.length > 0);
      assert.deepEqual(foundLines(text, language), expected);
    });
  }

  it("survives nesting that is deeper than the stack", () => {
    const skeleton = find(`function a() {}\n${"[".repeat(200_000)}${"]".repeat(200_000)}`, "js");
    assert.equal(skeleton.isTooDeep, true);
    assert.equal(skeleton.functions.length, 1);
  });

  it("keeps nothing of the text before where functions nest deeper than the stack", () => {
    find("async function a() { await b(() => 1); }\n".repeat(60_000), "js");
    const skeleton = find(
      `function a() {}\n${"function b() {\n".repeat(50_000)}c();${"}".repeat(50_000)}`,
      "js",
    );
    assert.equal(skeleton.isTooDeep, true);
    assert.equal(skeleton.functions.length, 1);
    assert.equal(skeleton.functionList.ends[0], 6);
    assert.equal(skeleton.calls.length, 0);
  });
});

const PIECES = [
  "{",
  "}",
  "(",
  ")",
  "if (x) {",
  "function f(",
  "const a = ",
  "=>",
  "foo.",
  "return ",
  "x => {",
  "});",
  "<",
];

/** The share of functions that keep their range when a piece of the text outside of them changes. */
function shareKept(candidates: readonly string[], editsPerFile: number): number {
  const random = seededRandom(20);
  let kept = 0;
  let outside = 0;
  for (const file of candidates) {
    const text = readFileSync(file, "utf8");
    const language = languageOfFile(file)!;
    const before = rangesOf(text, language);
    for (let edit = 0; edit < editsPerFile; edit++) {
      const at = Math.floor(random() * text.length);
      const piece = edit % 2 === 0 ? PIECES[Math.floor(random() * PIECES.length)]! : "";
      const removed = edit % 2 === 0 ? 0 : 1 + Math.floor(random() * 20);
      const after = new Set(
        rangesOf(text.slice(0, at) + piece + text.slice(at + removed), language).map(String),
      );
      for (const [start, end] of before) {
        if (start <= at + removed && end >= at) continue;
        const shift = start > at ? piece.length - removed : 0;
        outside++;
        if (after.has(String([start + shift, end + shift]))) kept++;
      }
    }
  }
  assert.ok(outside > 1000, `${outside} functions outside of edits`);
  return kept / outside;
}

function rangesOf(text: string, language: Language): (readonly [number, number])[] {
  const { functions, tokens } = find(text, language);
  return functions.map(({ start, end }) => [tokens.starts[start]!, tokens.ends[end - 1]!] as const);
}

describe("the function finder on half-typed code", function () {
  this.timeout(60_000);
  const ofMiddlingSize = (file: string): boolean => {
    const { length } = readFileSync(file);
    return length > 4000 && length < 40_000;
  };

  it("keeps the ranges of at least 95 % of the functions outside of an edit in JavaScript", () => {
    const scripts = files.filter(
      (file) => /node_modules[\\/](?:webpack|mocha|eslint)[\\/]lib/.test(file) && file.endsWith(".js"),
    );
    const share = shareKept(sample(sample(scripts, 150).filter(ofMiddlingSize), 25), 20);
    assert.ok(share >= 0.95, `${(share * 100).toFixed(1)} %`);
  });

  it("keeps the ranges of at least 90 % of the functions outside of an edit in TypeScript", () => {
    const typed = files.filter((file) => isTyped(file) && !isDeclarations(file));
    const share = shareKept(sample(typed.filter(ofMiddlingSize), 25), 20);
    assert.ok(share >= 0.9, `${(share * 100).toFixed(1)} %`);
  });
});

describe("the function finder on lines that lack a bracket", () => {
  it("goes by their indentation, whatever ends them", () => {
    const text =
      "class A {\n  a() {\n    if (b) {\n      c();\n  }\n  d() {\n    e();\n  }\n}\nfunction f() {}\n";
    const expected = rangesOf(text, "js");
    assert.equal(expected.length, 3);
    assert.equal(text.slice(...expected[0]!), "a() {\n    if (b) {\n      c();\n  }");
    for (const end of ["\r", "\u2028", "\u2029"])
      assert.deepEqual(rangesOf(text.replaceAll("\n", end), "js"), expected);
  });
});

describe("the function finder on types that never end", () => {
  const REPEATED: readonly (readonly [what: string, text: (times: number) => string])[] = [
    ["comparisons that look like type arguments", (times) => "a<b, ".repeat(times)],
    ["parameters of generic arrows", (times) => "(<b, ".repeat(times)],
    ["parameters of generic functions", (times) => "function f<b, ".repeat(times)],
    ["nothing but `<`", (times) => "<a ".repeat(times)],
    ["nested type arguments that are none", (times) => `${"a<b, ".repeat(times)}c${">".repeat(times)} d`],
    [
      "conditional types over lines",
      (times) => `type T = a${"\nextends b".repeat(times)}${" ? 1 : 2".repeat(times)}`,
    ],
  ];
  for (const [what, textOf] of REPEATED) {
    it(`takes steps in proportion to the text: ${what}`, () => {
      // What has no brackets in it is not even looked into.
      const steps = [200, 400].map((times) => find(`${textOf(times)}f()`, "ts").typeSteps);
      assert.ok(steps[0]! > 100, `${steps[0]} steps`);
      assert.ok(steps[1]! < 2.5 * steps[0]!, `${steps.join(" and ")} steps`);
    });
  }
});
