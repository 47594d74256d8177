import assert from "node:assert/strict";
import { withPlainSyntax } from "./plain-syntax.ts";

describe("plain syntax", () => {
  it("has no decorators, and every line and column as before", () => {
    const text =
      '@Injectable({ scope: "request" })\nexport class Api {\n  @Get("/:id") @Auth<Role>() async get(@Param("id") id: string) { return id; }\n}\n';
    const plain = withPlainSyntax(text, "ts");
    assert.equal(plain.length, text.length);
    assert.equal(plain.indexOf("async get"), text.indexOf("async get"));
    assert.doesNotMatch(plain, /@|Injectable|Auth|Param/);
    assert.match(plain, /class Api \{[^]*async get\( +id: string\)/);
  });

  it("has const for using, and leaves what only looks like them", () => {
    assert.equal(
      withPlainSyntax("{ using a = open(); await using b = open(); }", "js"),
      "{ const a = open();       const b = open(); }",
    );
    const text = 'const using = 1; call(using, a.using); "@x"; /* @y */ // @z';
    assert.equal(withPlainSyntax(text, "js"), text);
  });
});
