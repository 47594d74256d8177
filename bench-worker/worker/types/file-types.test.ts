import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { resolveFor } from "../load/resolve.ts";
import { typesOf } from "./file-types.ts";
import { membersOf } from "./members.ts";
import { alternativesIn } from "./type.ts";

const FILES: Readonly<Record<string, string>> = {
  "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
  "src/target.ts": "",
  "src/types.ts": `import type { State } from "./state.js";
export interface Payment { id: string; state: State }
interface Hidden { secret: true }
export { Hidden as Shown };
export default interface Whole { all: "of it" }`,
  "src/state.d.ts": 'export declare type State = "done" | "failed";',
  "src/index.ts": 'export * from "./types"; export { Payment as Paid } from "./types";',
  "src/level.ts": "export enum Level { Low = 'low', High = 'high' }",
  "src/plain.js": "/** @typedef {import('./types').Payment} Own */",
  "node_modules/client/package.json":
    '{ "name": "client", "main": "lib/index.js", "types": "lib/index.d.ts" }',
  "node_modules/client/lib/index.js": "",
  "node_modules/client/lib/index.d.ts": 'export * from "./answer";',
  "node_modules/client/lib/answer.d.ts": "export interface Answer { code: 200 | 201 }",
  "node_modules/bare/package.json": '{ "name": "bare", "main": "index.js" }',
  "node_modules/bare/index.js": "",
  "node_modules/@types/bare/index.d.ts": "export type Mark = 'x';",
};

describe("types that other files declare", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "async-cost-types-"));
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  });
  after(() => rmSync(folder, { recursive: true }));
  const firstOf = (imports: string, type: string): string => {
    const file = path.join(folder, "src", "target.ts");
    const scope = typesOf(file, imports, resolveFor(path.dirname(file)));
    const members = membersOf({ text: type, scope });
    if (members === null)
      return alternativesIn({ text: type, scope })
        .map(({ text }) => text)
        .join(" | ");
    return members.map(({ name, type: of }) => `${name}: ${alternativesIn(of)[0]!.text}`).join(", ");
  };

  for (const [what, imports, type, found] of [
    [
      "a relative file",
      'import { a, type Payment as P } from "./types.js";',
      "P",
      'id: string, state: "done"',
    ],
    [
      "an alias of tsconfig.json",
      'import type { Payment } from "@/types";',
      "Payment",
      'id: string, state: "done"',
    ],
    ["a file that hands it on", 'import { Payment } from ".";', "Payment", 'id: string, state: "done"'],
    ["one that renames it", 'import { Paid } from "./index";', "Paid", 'id: string, state: "done"'],
    ["an export under another name", 'import { Shown } from "./types";', "Shown", "secret: true"],
    ["a default export", 'import Whole, { x } from "./types";', "Whole", 'all: "of it"'],
    ["all of a file", 'import * as all from "./types";', "all.Payment", 'id: string, state: "done"'],
    ["where it is used", "", 'import("./types").Payment', 'id: string, state: "done"'],
    ["a comment of a file", 'import { Own } from "./plain.js";', "Own", 'id: string, state: "done"'],
    ["a member of an enum", 'import { Level } from "./level";', "Level.High", "'high'"],
    ["a package", 'import { Answer } from "client";', "Answer", "code: 200"],
    ["what declares a package", 'import { Mark } from "bare";', "Mark", "'x'"],
  ] as const) {
    it(`are found in ${what}`, () => assert.equal(firstOf(imports, type), found));
  }

  it("are not looked for without end, which is said as ours", () => {
    const endless = (): never => {
      for (;;);
    };
    const types = typesOf("/project/target.ts", 'import { A } from "./a";', endless, 50);
    assert.throws(() => types.find("A"), /Async Cost could not read the types of target\.ts in time/);
  });

  it("are not known where nothing is found", () => {
    assert.equal(firstOf('import { Gone } from "./gone";', "Gone"), "Gone");
    assert.equal(firstOf('import { Gone } from "./types";', "Gone"), "Gone");
  });
});
