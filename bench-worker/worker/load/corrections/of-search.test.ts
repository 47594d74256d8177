import assert from "node:assert/strict";
import { notFound } from "./of-search.ts";

/** What is said of the last line of a text, where `secret` of nothing was read, or another error came. */
function missed(text: string, message = "Cannot read properties of undefined (reading 'secret')") {
  const error = new TypeError(message);
  const line = text.split("\n").length;
  error.stack = `TypeError: ${message}\n    at f (/project/a.js:${line}:1)`;
  const textOf = (file: string) => (file === "/project/a.js" ? text : null);
  return notFound(error, textOf, () => true);
}

describe("what a list was looked through for in vain", () => {
  it("is what its items have where it is found", () => {
    const item = { name: "*.kind", shape: { value: "github" } };
    assert.deepEqual(missed('user.tokens.find((token) => token.kind === "github").secret;'), item);
    assert.deepEqual(
      missed('const token = user.tokens.findLast(({ kind }) => kind === "github");\ntoken.secret;'),
      item,
    );
    assert.deepEqual(
      missed('const isHub = (token) => token.kind === "github";\nuser.tokens.find(isHub).secret;'),
      item,
    );
  });

  it("is nothing where no list is looked through, or for what the text does not say", () => {
    assert.equal(missed("user.token.secret;"), undefined);
    assert.equal(missed("user.tokens.find(pick).secret;"), undefined);
    assert.equal(
      missed('user.tokens.find(({ kind }) => kind === "github").secret;', "no connection"),
      undefined,
    );
  });
});
