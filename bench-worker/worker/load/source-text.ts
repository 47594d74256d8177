import { readFileSync } from "node:fs";
import path from "node:path";
import type { TargetSource } from "../../protocol.ts";
import { isHarness } from "../io/own-frames.ts";

/** The texts of the project's files as they were loaded. */
export function sourceTextOf(source: Pick<TargetSource, "file" | "text">): (file: string) => string | null {
  return (file) => {
    if (file === source.file) return source.text;
    if (!path.isAbsolute(file) || isHarness(file)) return null;
    try {
      return readFileSync(file, "utf8");
    } catch {
      return null;
    }
  };
}
