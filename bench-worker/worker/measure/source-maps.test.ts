import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import nodeModule from "node:module";
import os from "node:os";
import path from "node:path";
import { transform } from "sucrase";
import ts from "typescript";
import { analyze } from "../../../analysis/analyze.ts";
import type { Language } from "../../../analysis/model.ts";
import { framesOf } from "../io/call-site.ts";
import { compiledForm } from "./compiled.ts";
import { sourceMapLevel } from "./source-maps.ts";
import { namedMap, sourceMapReader } from "./source-map-file.ts";

const SOURCE = `interface Db {
  load(id: string): Promise<string>;

  store(row: string): Promise<void>;
}

/** Is compiled in many ways. */
export async function upload(db: Db, id: string): Promise<void> {
  const row = await db.load(id);

  if (row === "") throw new Error("none");
  await db.store(row);
}
`;
const CALLS = ["load", "store"];

/** As stacks name the calls of what runs. */
function callsIn(text: string): { line: number; column: number }[] {
  return CALLS.map((name) => {
    const before = text.slice(0, text.search(new RegExp(`(?<=db\\.)${name}\\(`))).split("\n");
    return { line: before.length, column: before.at(-1)!.length + 1 };
  });
}

describe("the source-map level", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "async-cost-maps-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Writes what a project has, and gives the level of `upload` in the file that is named first. */
  const levelOf = (
    files: Readonly<Record<string, string>>,
    operations?: readonly { line: number; column: number }[],
    language: Language = "js",
  ) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const [[name, text]] = Object.entries(files) as [[string, string]];
    const asyncFunction = analyze(text, language).functions.find((one) => one.name === "upload")!;
    const file = path.join(folder, name);
    const source = { id: "0", file, text, language, functionStart: asyncFunction.range.start };
    return sourceMapLevel({ source, asyncFunction }, operations ?? callsIn(text), analyze);
  };

  /** As tsc does: what it leaves out it leaves no line for. */
  const byTypeScript = (): { code: string; map: string } => {
    const { outputText, sourceMapText } = ts.transpileModule(SOURCE, {
      fileName: "upload.ts",
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, sourceMap: true },
    });
    return { code: outputText, map: sourceMapText! };
  };
  /** Every line on its line. */
  const lineByLine = (): { code: string; map: string } => {
    const { code, sourceMap } = transform(SOURCE, {
      transforms: ["typescript", "imports"],
      filePath: "upload.ts",
      sourceMapOptions: { compiledFilename: "upload.js" },
    });
    return { code, map: JSON.stringify({ ...sourceMap, sourcesContent: [SOURCE] }) };
  };
  const within = (map: string): string =>
    `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString("base64")}\n`;

  it("is 5 where what is written runs", () => {
    const { level, evidence } = levelOf({
      "five/upload.js": SOURCE.replace(/^[^]*?export /, "").replace(/: \w+(<\w+>)?/g, ""),
    });
    assert.deepEqual([level, evidence], [5, undefined]);
  });

  it("is 4 where lines are kept and a map is there", () => {
    const { code, map } = lineByLine();
    const { level, evidence } = levelOf({ "four/upload.js": code + within(map) });
    assert.deepEqual([level, evidence], [4, { sites: 2, linesWithoutMap: 2, linesWithMap: 2 }]);
  });

  it("is 3 where only the map leads to the lines, which then are the runtime's own answer", () => {
    const { code, map } = byTypeScript();
    const { level, why, evidence } = levelOf({
      "three/upload.js": code,
      "three/upload.js.map": map,
      "three/upload.ts": SOURCE,
    });
    assert.deepEqual([level, evidence], [3, { sites: 2, linesWithoutMap: 0, linesWithMap: 2 }]);
    assert.match(why, /^upload\.js is compiled from upload\.ts\. .*--enable-source-maps/);

    // The same error in Node itself.
    const file = path.join(folder, "three", "upload.js");
    const program = `require(${JSON.stringify(file)}).upload({ load() { throw new Error("x"); } }).catch((e) => console.log(e.stack));`;
    const stack = execFileSync(process.execPath, ["--enable-source-maps", "-e", program], {
      encoding: "utf8",
      env: {},
    });
    const named = namedMap(file, code);
    assert.ok(named.kind === "found");
    const [call] = callsIn(code);
    const place = sourceMapReader(named)!.find(call!.line, call!.column)!;
    const frame = framesOf(stack).find((one) => one.file.endsWith("upload.ts"))!;
    assert.deepEqual([frame.line, frame.column], [place.line, place.column]);
    assert.equal(SOURCE.split("\n")[frame.line - 1], "  const row = await db.load(id);");
  });

  it("is 2 where lines are kept without a map", () => {
    const { code } = lineByLine();
    const { level, why } = levelOf({ "two/dist/upload.js": code, "two/src/upload.ts": SOURCE });
    assert.equal(level, 2, why);
    assert.match(why, /2 of 2 I\/O calls; it names no map/);
  });

  it("is 1 where lines are moved without a map, or with one that is not there", () => {
    const code = byTypeScript().code.replace(/\/\/# source.*/, "");
    const { level, evidence } = levelOf({ "one/upload.js": code, "one/upload.ts": SOURCE });
    assert.deepEqual([level, evidence?.linesWithoutMap, evidence?.source], [1, 0, "upload.ts"]);
    const lost = levelOf({ "lost/upload.js": byTypeScript().code });
    assert.equal(lost.level, 1);
    assert.match(lost.why, /source was not found\..*upload\.js\.map cannot be read \(ENOENT\)/);
  });

  it("is no better for a map that misleads", () => {
    const { code, map } = byTypeScript();
    const shifted = JSON.stringify({
      ...(JSON.parse(map) as object),
      mappings: `;;;${(JSON.parse(map) as { mappings: string }).mappings}`,
    });
    const { level, evidence } = levelOf({
      "misled/upload.js": code,
      "misled/upload.js.map": shifted,
      "misled/upload.ts": SOURCE,
    });
    assert.deepEqual([level, evidence?.linesWithMap], [1, 0]);
  });

  it("of TypeScript is 4 as we compile it, tried at its I/O calls, else at its first line", () => {
    const calls = levelOf({ "typed/upload.ts": SOURCE }, callsIn(SOURCE), "ts");
    const none = levelOf({ "typed/upload.ts": SOURCE }, [], "ts");
    if (harnessRuns) {
      assert.deepEqual([calls.level, none.level], [5, 5]);
      return;
    }
    assert.deepEqual([calls.level, none.level], [4, 4]);
    assert.match(none.why, /names the function's first line; with its map the function's first line/);
    const one = levelOf({ "typed/upload.ts": SOURCE }, callsIn(SOURCE).slice(0, 1), "ts");
    assert.match(
      one.why,
      /names the source's line of the I\/O call; with its map the source's line of the I\/O call\./,
    );
  });

  it("is 5 where the runtime blanks out types, which it cannot where they make code", () => {
    const strips =
      typeof (nodeModule as { stripTypeScriptTypes?: unknown }).stripTypeScriptTypes === "function";
    const form = (text: string) =>
      compiledForm({ id: "0", file: "a.ts", text, language: "ts", functionStart: 0 }, true)!.keepsPlaces;
    assert.equal(form(SOURCE), strips);
    assert.equal(form(`${SOURCE}enum Mode { Fast }\n`), false);
    assert.equal(form("@register() class A {}\n"), false);
  });
});

/** Node strips types by itself. */
const harnessRuns = typeof (process.features as { typescript?: unknown }).typescript === "string";
