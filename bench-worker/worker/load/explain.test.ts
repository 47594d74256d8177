import assert from "node:assert/strict";
import vm from "node:vm";
import { explainLoading } from "./explain.ts";
import { toCommonJs } from "./transform.ts";

describe("why a module did not load", () => {
  const explained = (load: () => unknown): string => {
    try {
      load();
    } catch (error) {
      return explainLoading(error, "/project/a.js").message;
    }
    return assert.fail("it loaded");
  };

  it("is a type of Flow that is not read, and no error of its author's, where it has types of Flow", () => {
    assert.match(
      explained(() =>
        toCommonJs(
          "function f(a: string) {}\ncomponent Row(a: string) { return null; }",
          "js",
          "/project/a.js",
        ),
      ),
      /^a\.js has types of Flow, and was not read at line 2, where it has an error or what only newer versions of Flow have: /,
    );
  });

  it("is a syntax error of its own text only, and none of what it reads", () => {
    assert.match(
      explained(() => new vm.Script("one two", { filename: "/project/a.js" })),
      /syntax error at line 1/,
    );
    for (const read of [
      () => JSON.parse("KEY") as unknown,
      () => new RegExp(["("].join()),
      () => BigInt("1px"),
    ])
      assert.match(explained(read), /^a\.js threw.* while it was loading: SyntaxError/);
  });
});
