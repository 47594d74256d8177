import { deepEqual, equal, notEqual } from "node:assert/strict";

import type { Language } from "../model.ts";
import { lex } from "./lex.ts";
import { BracketRole, Sign, TokenKind, copyTokens } from "./tokens.ts";
import type { TokenList } from "./tokens.ts";
import { Word } from "./words.ts";

function texts(tokens: TokenList): string[] {
  return Array.from({ length: tokens.count }, (_, i) => tokens.text.slice(tokens.starts[i], tokens.ends[i]));
}

function rolesOf(text: string, language: Language): [string, string][] {
  const tokens = lex(text, language);
  const names = Object.keys(BracketRole);
  return texts(tokens).flatMap((token, i): [string, string][] =>
    tokens.roles[i] === BracketRole.None ? [] : [[token, names[tokens.roles[i]!]!]],
  );
}

describe("a token list", () => {
  it("names the kind of every token", () => {
    const { kinds, count } = lex("if (a) `b` + 'c' * 1 / /d/; e.#f = <g>h</g> \u20ac", "jsx");
    const K = TokenKind;
    deepEqual(
      [...kinds.subarray(0, count)],
      [
        ...[K.Keyword, K.Punctuator, K.Identifier, K.Punctuator, K.Template, K.Punctuator, K.String],
        ...[K.Punctuator, K.Number, K.Punctuator, K.RegularExpression, K.Punctuator, K.Identifier],
        ...[K.Punctuator, K.PrivateName, K.Punctuator, K.Punctuator, K.JsxIdentifier, K.Punctuator],
        ...[K.JsxText, K.Punctuator, K.Punctuator, K.JsxIdentifier, K.Punctuator, K.Unknown],
      ],
    );
  });

  it("has a code for each punctuator and each word that means something", () => {
    const { codes, count } = lex("async a => b?.await ?? (c += ++d), ...", "js");
    deepEqual(
      [...codes.subarray(0, count)],
      [
        ...[Word.async, 0, Sign.Arrow, 0, Sign.OptionalChain, Word.await, Sign.Logical, 0x28, 0],
        ...[Sign.CompoundAssignment, Sign.Update, 0, 0x29, 0x2c, Sign.Ellipsis],
      ],
    );
  });

  it("tells a keyword from a name that is spelled like one", () => {
    const { kinds, codes } = lex("x.delete; delete x", "js");
    deepEqual([kinds[2], kinds[4]], [TokenKind.Identifier, TokenKind.Keyword]);
    deepEqual([codes[2], codes[4]], [Word.delete, Word.delete]);
  });

  it("knows where lines end between tokens, in comments too", () => {
    const { newlineBefore, count } = lex("a b\nc /* \n */ d // \n e", "js");
    deepEqual([...newlineBefore.subarray(0, count)], [0, 0, 1, 1, 1]);
  });

  it("matches brackets, type lists, tags and the pieces of templates", () => {
    const tokens = lex("a({ b: [`c${d}e${f}g`] }) as H<I<J>>; k = <L m={1}></L>", "tsx");
    const names = texts(tokens);
    const pairs = names.flatMap((name, i) =>
      tokens.match[i]! > i ? [`${i}${name} ${tokens.match[i]!}`] : [],
    );
    deepEqual(pairs, [
      "1( 13",
      "2{ 12",
      "5[ 11",
      "6`c${ 8",
      "8}e${ 10",
      "16< 21",
      "18< 20",
      "25< 32",
      "29{ 31",
      "33< 36",
    ]);
    equal(tokens.match[10], 6);
  });

  it("says what each bracket opens", () => {
    deepEqual(rolesOf("if (a) { b({ c() {} }) } class D { e() {} static {} }", "js"), [
      ["(", "Head"],
      ["{", "Block"],
      ["(", "Parentheses"],
      ["{", "Object"],
      ["(", "Parentheses"],
      ["{", "FunctionBody"],
      ["{", "ClassBody"],
      ["(", "Parentheses"],
      ["{", "FunctionBody"],
      ["{", "Block"],
    ]);
    deepEqual(rolesOf("f = (a): { b } => { [`${<c d={e}></c>}`] }; interface F<G> {} enum H {}", "tsx"), [
      ["(", "Parentheses"],
      ["{", "TypeMembers"],
      ["{", "FunctionBody"],
      ["[", "Brackets"],
      ["`${", "TemplateHole"],
      ["<", "JsxTag"],
      ["{", "JsxContainer"],
      ["<", "JsxClosingTag"],
      ["<", "TypeList"],
      ["{", "TypeMembers"],
      ["{", "EnumBody"],
    ]);
  });

  it("knows which tokens are part of a type", () => {
    const tokens = lex("const f = async <T,>(a: (b: T) => void = c<T>): P<T> => d as E", "ts");
    const inType = texts(tokens).filter((_, i) => tokens.inType[i] === 1);
    equal(inType.join(" "), "< T , > ( b : T ) => void < T > P < T > E");
  });

  it("keeps a copy while its own arrays are used for the next text", () => {
    const copy = copyTokens(lex("a + b", "js"));
    const next = lex("(((", "js");
    deepEqual(texts(copy), ["a", "+", "b"]);
    notEqual(copy.starts, next.starts);
    equal(copy.starts.length, 3);
    deepEqual(copy.problems, []);
  });

  it("grows with the text", () => {
    equal(lex("a;".repeat(100_000), "js").count, 200_000);
  });
});

describe("lexing what is not well-formed", () => {
  const cases: [string, Language, string, string[]][] = [
    ["a = 'b\nc", "js", "a = 'b c", ["This string is not closed."]],
    ["a = `b\nc", "js", "a = `b\nc", ["This template is not closed."]],
    ["a = `b${c", "js", "a = `b${ c", ["This template is not closed."]],
    ["a /* b", "js", "a", ["This comment is not closed."]],
    ["a = /b\nc", "js", "a = /b c", ["This regular expression is not closed."]],
    ["a ) b", "js", "a ) b", ["There is no bracket that this ) closes."]],
    ["f(a; { b } c", "js", "f ( a ; { b } c", ["This ( is not closed."]],
    ["{ f(a } /b/", "js", "{ f ( a } /b/", ["This ( is not closed."]],
    ["a \u20ac b", "js", "a \u20ac b", ["This character begins nothing."]],
    ["a = <b c", "jsx", "a = < b c", ["This < is not closed."]],
    ["a = <b c; d()", "jsx", "a = < b c ; d ( )", ["This < is not closed."]],
    ["function f<T { return a >> b }", "ts", "function f < T { return a >> b }", ["This < is not closed."]],
    ["let a: B<C; d >> e", "ts", "let a : B < C ; d >> e", ["This < is not closed."]],
    ["a < { b: c", "ts", "a < { b : c", ["This { is not closed."]],
    ["x < y, z }", "ts", "x < y , z }", ["There is no bracket that this } closes."]],
  ];
  for (const [text, language, expected, reasons] of cases) {
    it(`gives the tokens there are of ${JSON.stringify(text)}`, () => {
      const tokens = lex(text, language);
      equal(texts(tokens).join(" "), expected);
      deepEqual(
        tokens.problems.map(({ reason }) => reason),
        reasons,
      );
    });
  }
});
