import path from "node:path";
import { DEFAULT_OPTIONS } from "../default-options.ts";
import type { RunRequest } from "../protocol.ts";

const TEXT = `const { readFile } = require("fs/promises");
module.exports = async function rehearse(db, id, { limit = 10 } = {}) {
  const text = await readFile(id, "utf8");
  const rows = await db.query("select", [text, limit]);
  for (const row of rows) await db.save(row.name);
  return rows.map((row) => row.name);
};
`;

/**
 * A short run of an ordinary function, for the process that compiles the worker: what the engine compiles only as it comes to it
 * is then in what the others read as well.
 */
export const REHEARSAL: RunRequest = {
  measure: "time",
  targets: [
    {
      id: "rehearsal",
      file: path.resolve("rehearsal.js"),
      text: TEXT,
      language: "js",
      functionStart: TEXT.indexOf("async"),
    },
  ],
  options: { ...DEFAULT_OPTIONS, concurrency: [10] },
  processBudgetMilliseconds: 10,
  purpose: "benchmark",
  processIndex: 0,
  withConstants: true,
  workspaceFolder: null,
};
