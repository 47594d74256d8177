import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { noCircle } from "./no-circle.mjs";

const root = path.join(import.meta.dirname, "..", "..");

interface Diagnostic {
  readonly message: string;
  readonly filename: string;
}

describe("the project's own lint rules", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "async-cost-lint-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What a rule says of each of some files. */
  function said(
    rule: "no-circle" | "floors",
    files: Readonly<Record<string, string>>,
  ): Record<string, string[]> {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const config = {
      categories: { correctness: "off" },
      jsPlugins: [path.join(root, "scripts", "lint", "plugin.mjs")],
      rules: { [`async-cost/${rule}`]: "error" },
    };
    writeFileSync(path.join(folder, ".oxlintrc.json"), JSON.stringify(config));
    const oxlint = path.join(root, "node_modules", "oxlint", "bin", "oxlint");
    const { stdout } = spawnSync(process.execPath, [oxlint, "-f", "json"], { cwd: folder, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
    const of = (name: string): string[] =>
      diagnostics.filter(({ filename }) => filename === name).map(({ message }) => message);
    return Object.fromEntries(Object.keys(files).map((name) => [name, of(name)]));
  }

  describe("against circles of imports", () => {
    it("tells of each file of one by which way it leads back, and of no other", () => {
      const told = said("no-circle", {
        "main.ts": 'import { a } from "./a.ts"; a;',
        "a.ts": 'import { b } from "./b.ts"; export const a = () => b;',
        "b.ts": 'export * from "./c.ts"; export const b = 1;',
        "c.ts": 'import { a } from "./a.ts"; export const c = a;',
      });
      assert.deepEqual(told, {
        "main.ts": [],
        "a.ts": ["This import leads back here: b.ts → c.ts → a.ts."],
        "b.ts": ["This import leads back here: c.ts → a.ts → b.ts."],
        "c.ts": ["This import leads back here: a.ts → b.ts → c.ts."],
      });
    });

    it("counts what is imported for a type", () => {
      const told = said("no-circle", {
        "maker.ts": 'import { made } from "./made.ts"; export interface Maker { made: typeof made }',
        "made.ts": 'import type { Maker } from "./maker.ts"; export const made: Maker[] = [];',
      });
      assert.deepEqual(told["made.ts"], ["This import leads back here: maker.ts → made.ts."]);
    });

    it("go by what a file has become, where it is linted again, as an editor does", () => {
      const lint = (name: string, text: string, imported: string): string[] => {
        const told: string[] = [];
        const physicalFilename = path.join(folder, name);
        writeFileSync(physicalFilename, text);
        const report = ({ data }: { readonly data: { readonly way: string } }): void =>
          void told.push(data.way);
        noCircle
          .create({ physicalFilename, cwd: folder, sourceCode: { text }, report })
          .ImportDeclaration({ source: { value: imported } });
        return told;
      };
      const one = 'import { two } from "./two.ts"; export const one = two;';
      lint("two.ts", 'import { one } from "./one.ts"; export const two = () => one;', "./one.ts");
      assert.deepEqual(lint("one.ts", one, "./two.ts"), ["two.ts → one.ts"]);
      lint("two.ts", 'import { three } from "./three.ts"; export const two = three;', "./three.ts");
      assert.deepEqual(lint("one.ts", one, "./two.ts"), []);
    });
  });

  it("keep the floors: what lies above a file it may not import, be it for a type, and not what its room lacks", () => {
    const told = said("floors", {
      "analysis/up.ts": 'import type { Job } from "../bench-worker/host/job.ts"; export type Up = Job;',
      "analysis/node.ts": 'export const fs = await import("node:fs");',
      "analysis/within/down.ts": 'export * from "../up.ts";',
      "analysis/up.test.ts": 'import "../extension/main.ts";',
      "bench-worker/recorder/more.ts": 'import "../../analysis/lexer.ts";',
      "bench-worker/recorder/little.ts": 'import "../../analysis/source/lines.ts";',
      "bench-worker/instrument/hooks.ts": 'import "../protocol.ts"; import "./rebuilt.ts";',
      "bench-worker/any-engine/main.ts": 'import "fs"; import "util"; import "./calls.ts";',
      "webview/main.ts": 'import "vscode"; import "chart.js";',
    });
    const not = (why: string): string[] => [`This may not be imported here: ${why}.`];
    assert.deepEqual(told, {
      "analysis/up.ts": not("analysis/ is the lowest floor"),
      "analysis/node.ts": not("analysis/ works in a browser too"),
      "analysis/within/down.ts": [],
      "analysis/up.test.ts": [],
      "bench-worker/recorder/more.ts": not(
        "the recorder is loaded into the user's processes, and takes little along",
      ),
      "bench-worker/recorder/little.ts": [],
      "bench-worker/instrument/hooks.ts": not("source is rewritten for whoever asks: text in, text out"),
      "bench-worker/any-engine/main.ts": not("what all engines from Node 0.10 on have is enough"),
      "webview/main.ts": not("the panel does not know the editor"),
    });
  });
});
