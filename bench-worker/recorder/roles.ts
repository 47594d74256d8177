import path from "node:path";
import { isTestFile } from "../../analysis/source/test-code.ts";

/** Which files are of interest. */
export interface FilesOfProject {
  /** Absolute. */
  readonly root: string;
  readonly matches: (relative: string) => boolean;
}

/** Files that tools write of others, and what belongs to them. */
const OF_TOOLS = /(?:^|\/)(?:node_modules|\.yarn|\.pnp\.[cm]?js|\.vite|\.next|coverage|\.nyc_output)(?:\/|$)/;

/** What a file of a project is to the recorder. */
export type Role = "project" | "test";

/** What a file is to the recorder; null for one that is not of the project. */
export function roleOf(file: string, { root, matches }: FilesOfProject): Role | null {
  const relative = path.relative(root, file).split(path.sep).join("/");
  if (relative.startsWith("..") || path.isAbsolute(relative) || OF_TOOLS.test(relative)) return null;
  if (isTestFile(relative)) return "test";
  return matches(relative) ? "project" : null;
}

/** Names of ours begin so. */
export const MARK = "__ac";
