import { assertTokens } from "../corpus/assert-tokens.ts";

describe("lexing JavaScript", () => {
  it("tells a regular expression from a division by what stands before it", () => {
    assertTokens("js", "a / b / c; /b/g.test(x)", "a / b / c ; /b/g . test ( x )");
    assertTokens("js", "x = y[0] / 2 / f(1) / 3", "x = y [ 0 ] / 2 / f ( 1 ) / 3");
    assertTokens("js", "a++ / b / c", "a ++ / b / c");
    assertTokens("js", "return_ = typeof /x/ / 2", "return_ = typeof /x/ / 2");
    assertTokens("js", "i = a\n++/b/.lastIndex", "i = a ++ /b/ . lastIndex");
  });

  it("expects a regular expression behind the parentheses of a statement, a division behind others", () => {
    assertTokens("js", "if (a) /b/g.test(c)", "if ( a ) /b/g . test ( c )");
    assertTokens("js", "while (a) /b/.test(c); (a) / b / c", "while ( a ) /b/ . test ( c ) ; ( a ) / b / c");
    assertTokens("js", "do x(); while (a) /b/.test(c)", "do x ( ) ; while ( a ) /b/ . test ( c )");
    assertTokens("js", "a.if(b) / c / d", "a . if ( b ) / c / d");
  });

  it("expects a regular expression behind a block, a division behind an object", () => {
    assertTokens("js", "{} /a/g", "{ } /a/g");
    assertTokens("js", "x = {} / a / g", "x = { } / a / g");
    assertTokens("js", "function f() {} /a/g", "function f ( ) { } /a/g");
    assertTokens("js", "x = function () {} / a / g", "x = function ( ) { } / a / g");
    assertTokens("js", "class A {} /a/g", "class A { } /a/g");
    assertTokens("js", "x = class extends B {} / a / g", "x = class extends B { } / a / g");
    assertTokens("js", "l: {} /a/g; a ? {} / b : c / d / e", "l : { } /a/g ; a ? { } / b : c / d / e");
    assertTokens("js", "switch (a) { case {} / 1: {} /a/g }", "switch ( a ) { case { } / 1 : { } /a/g }");
    assertTokens("js", "f = () => {}\n/a/g.test(b)", "f = ( ) => { } /a/g . test ( b )");
    assertTokens("js", "function f() { return\n{} /a/g }", "function f ( ) { return { } /a/g }");
  });

  it("reads a reserved word as a name where a member is named", () => {
    assertTokens(
      "js",
      "x = { if: a / b / c, return() {}, class: {} / 2 / d }",
      "x = { if : a / b / c , return ( ) { } , class : { } / 2 / d }",
    );
    assertTokens(
      "js",
      "class A { delete() {} typeof() {} static if() {} get in() {} } /a/",
      "class A { delete ( ) { } typeof ( ) { } static if ( ) { } get in ( ) { } } /a/",
    );
    assertTokens(
      "js",
      "class A { a = 1\n return = b / c / d\n static { x / y / z } delete }",
      "class A { a = 1 return = b / c / d static { x / y / z } delete }",
    );
  });

  it("reads each piece of a template with its quotes as a token", () => {
    assertTokens("js", "`a${b}c${`d${{}}`}e` / f / g", "`a${ b }c${ `d${ { } }` }e` / f / g");
    assertTokens("js", "f`\\`\\${` + `$`", "f `\\`\\${` + `$`");
  });

  it("reads the longest punctuator", () => {
    assertTokens(
      "js",
      "a >>>= b >>> c >> d >= e; f ** g; h **= i",
      "a >>>= b >>> c >> d >= e ; f ** g ; h **= i",
    );
    assertTokens(
      "js",
      "a ?. b ?. [c] ?? d; a ? .5 : 1; a?.5:1",
      "a ?. b ?. [ c ] ?? d ; a ? .5 : 1 ; a ? .5 : 1",
    );
    assertTokens("js", "a ??= b; c ||= d; e &&= f; g => h", "a ??= b ; c ||= d ; e &&= f ; g => h");
    assertTokens("js", "f(...a); a\n--b", "f ( ... a ) ; a -- b");
  });

  it("reads a number with its fraction, exponent, separators and suffix", () => {
    assertTokens("js", "1..x; 1.e5; .5e-3; 0x1F; 0b10; 0O17", "1. . x ; 1.e5 ; .5e-3 ; 0x1F ; 0b10 ; 0O17");
    assertTokens("js", "x = [1_000n, 0xFFn, 1_0.0_1e1_0]", "x = [ 1_000n , 0xFFn , 1_0.0_1e1_0 ]");
    assertTokens("js", "017.x; 08.5; 1.0.x", "017 . x ; 08.5 ; 1.0 . x");
  });

  it("leaves out comments, hashbangs and HTML-like comments", () => {
    assertTokens("js", "#!/usr/bin/env node\na /* b */ // c\n", "a");
    assertTokens("js", "a <!-- b\n--> c\nd /* \n */ --> e\nwhile (n --> 0) f", "a d while ( n -- > 0 ) f");
  });

  it("reads names with escapes and letters of all scripts", () => {
    assertTokens(
      "js",
      "var \\u0061b, \\u{62}, été, 变量, 𠮷, $_0",
      "var \\u0061b , \\u{62} , été , 变量 , 𠮷 , $_0",
    );
  });

  it("reads strings over continued lines, with any quote and with line separators", () => {
    assertTokens("js", "a = 'b\\\r\nc' + \"d\\\n'\" + '\\''", "a = 'b\\\r\nc' + \"d\\\n'\" + '\\''");
    assertTokens("js", "a = '\u2028'", "a = '\u2028'");
  });

  it("ends a regular expression at no slash inside a class", () => {
    assertTokens(
      "js",
      "a = /[/\\]]/ / /\\//gu; b = /[\\p{L}--[a-z]]/v",
      "a = /[/\\]]/ / /\\//gu ; b = /[\\p{L}--[a-z]]/v",
    );
  });

  it("reads private names, decorators and static blocks", () => {
    assertTokens(
      "js",
      "class A { #x = 1; static #y() { return #x in this } static { /a/ } }",
      "class A { #x = 1 ; static #y ( ) { return #x in this } static { /a/ } }",
    );
    assertTokens(
      "ts",
      "@a.b(c) class D { @e f = 1; @g() static delete() {} accessor h }",
      "@ a . b ( c ) class D { @ e f = 1 ; @ g ( ) static delete ( ) { } accessor h }",
    );
  });

  it("expects operands behind contextual keywords where they are keywords", () => {
    assertTokens(
      "js",
      "async function f() { await /a/; for await (const x of /b/g.exec(c)) /d/; }",
      "async function f ( ) { await /a/ ; for await ( const x of /b/g . exec ( c ) ) /d/ ; }",
    );
    assertTokens(
      "js",
      "function* f() { yield /a/; yield* /b/ } of / 2 / async",
      "function * f ( ) { yield /a/ ; yield * /b/ } of / 2 / async",
    );
    assertTokens(
      "js",
      "import a, { b as _if } from 'c' with { type: 'json' }\n/d/; export { a as in }; import('f') / 2 / 3",
      "import a , { b as _if } from 'c' with { type : 'json' } /d/ ; export { a as in } ; import ( 'f' ) / 2 / 3",
    );
    assertTokens("js", "export default { a: /b/ }", "export default { a : /b/ }");
    assertTokens("js", "l: while (1) { break l\n/a/g }", "l : while ( 1 ) { break l /a/g }");
  });
});
