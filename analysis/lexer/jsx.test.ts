import { assertTokens } from "../corpus/assert-tokens.ts";

describe("lexing JSX", () => {
  it("reads each run of text between tags as one token, white space too", () => {
    assertTokens("jsx", "a = <b> c's {d} /e/ <f/>\n</b>", "a = < b >  c's  { d }  /e/  < f / > \n < / b >");
    assertTokens("jsx", "a = <></>; b = <>c</> / 2 / 3", "a = < > < / > ; b = < > c < / > / 2 / 3");
  });

  it("reads names with hyphens and each of their signs as tokens", () => {
    assertTokens("jsx", "a = <b-c.d />", "a = < b-c . d / >");
    assertTokens("jsx", "<a:b c:d='e' f-g />", "< a : b c : d = 'e' f-g / >");
  });

  it("reads an attribute's string without escapes and over lines", () => {
    assertTokens("jsx", 'a = <b c="\\" d=\'\n"\' e />', 'a = < b c = "\\" d = \'\n"\' e / >');
  });

  it("reads code in containers, and elements in that code", () => {
    assertTokens(
      "jsx",
      "a = <b {...c} d={/e/ / 2} f=<g/>>{h ? <i>{`j${<k/>}`}</i> : {} / 1}</b>",
      "a = < b { ... c } d = { /e/ / 2 } f = < g / > > { h ? < i > { `j${ < k / > }` } < / i > : { } / 1 } < / b >",
    );
    assertTokens(
      "jsx",
      "a = <b>{/* c */}</b>; d = <e /* f */ g // h\n/>",
      "a = < b > { } < / b > ; d = < e g / >",
    );
  });

  it("expects an element wherever it expects an operand, and compares elsewhere", () => {
    assertTokens(
      "jsx",
      "function f() { return <a/> } b < c > d",
      "function f ( ) { return < a / > } b < c > d",
    );
    assertTokens("js", "f(a < b, <c>d</c>, () => <e/>)", "f ( a < b , < c > d < / c > , ( ) => < e / > )");
  });
});
