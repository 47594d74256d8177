import { cp, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { analyze } from "../../../analysis/analyze.ts";
import type { TargetSource } from "../../../bench-worker/protocol.ts";

const ROOT = path.join(import.meta.dirname, "../../..");

/** The gallery's functions that stand for the four patterns. */
export const PATTERNS = {
  callbacks: "callbacks.js",
  promises: "promises.js",
  "async/await": "async-await.js",
  generators: "co.js",
} as const;

/** Copies of the gallery in a folder of their own, some of which were made slower. */
export interface Gallery {
  readonly folder: string;
  /** The function as it is; `version` makes its file another one. */
  copy(file: string, version: string): Promise<TargetSource>;
  /** The same with a loop at its beginning that does nothing `turns` times. */
  slowed(file: string, turns: number): Promise<TargetSource>;
}

/** Lays the gallery out in a temporary folder; whoever asks removes it. */
export async function layGallery(): Promise<Gallery> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "async-cost-honesty-"));
  await cp(path.join(ROOT, "variants"), folder, { recursive: true });
  await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), "junction");
  const write = async (file: string, version: string, text: string): Promise<TargetSource> => {
    const copy = path.join(folder, file.replace(/\.js$/, `-${version}.js`));
    await writeFile(copy, text);
    const found = analyze(text, "js").functions.find(({ parent }) => parent === null);
    if (found === undefined) throw new Error(`${file} has no function`);
    return { id: version, file: copy, text, language: "js", functionStart: found.range.start };
  };
  const textOf = (file: string): Promise<string> => readFile(path.join(folder, file), "utf8");
  return {
    folder,
    copy: async (file, version) => write(file, version, await textOf(file)),
    slowed: async (file, turns) => {
      const text = await textOf(file);
      const body = text.indexOf("{", text.indexOf(")", text.indexOf("upload(")));
      const loop = `for (let turn = 0; turn < ${turns}; turn++) spun = (spun * 31 + turn) | 0;`;
      const slow = `${text.slice(0, body + 1)}\n  ${loop}${text.slice(body + 1)}\nvar spun = 0;\n`;
      return write(file, `slowed-${turns}`, slow);
    },
  };
}
