import assert from "node:assert/strict";
import type { SourceCode } from "../source/source-code.ts";
import { namesFromOthers } from "./shared-names.ts";

const code = (text: string): SourceCode => ({ text, language: "ts", problems: [] });
const from = (text: string, ...others: string[]) => namesFromOthers(code(text), others.map(code));

describe("the names that a text takes from others", () => {
  it("are declared or imported at the top of one of them", () => {
    const others = [
      "import fs, { readFile as read } from 'node:fs';",
      "const { db } = connect(); let a: number;",
      "async function helper() {} class Store {}",
    ];
    assert.deepEqual(from("async function f() { await helper(db, new Store()); read(); }", ...others), [
      "helper",
      "db",
      "Store",
      "read",
    ]);
  });

  it("are not those that it declares itself, that are globals, members, or local to the others", () => {
    const others = ["const url = 1; function f() { const local = 1; }", "const db = 2;"];
    assert.deepEqual(
      from("const url = 'x:'; async () => { await fetch(url, a.db, local); };", ...others),
      [],
    );
    assert.deepEqual(from("async () => { await fetch(url); };"), []);
  });
});
