import path from "node:path";
import { analyzeFor } from "../../analysis/analyze.ts";
import type { AsyncFunction } from "../../analysis/model.ts";
import type { TargetIdentity } from "../target-result.ts";
import { tagsHash } from "../fakes-file/tags-hash.ts";
import type { TargetSource } from "../protocol.ts";

/**
 * What a document says of a target, read off its text. The file is given relative to the workspace folder, with
 * forward slashes, where it lies in it; else absolute.
 *
 * @throws {TypeError} when no asynchronous function starts at the target's `functionStart`.
 */
export function identityOf(target: TargetSource, workspaceFolder: string | null): TargetIdentity {
  const found = analyzeFor(target.text, target.language, target.functionStart).functions.find(
    ({ range }) => range.start === target.functionStart,
  );
  if (found === undefined) {
    throw new TypeError(
      `No asynchronous function starts at offset ${target.functionStart} of ${target.file}`,
    );
  }
  const tags = tagsHash(target.text, target.functionStart);
  const identity = identityOfFunction(found, shortFile(target.file, workspaceFolder));
  return tags === undefined ? identity : { ...identity, tagsHash: tags };
}

/** What a document says of a function that was read, in a file that is named so. */
export function identityOfFunction(found: AsyncFunction, file: string): TargetIdentity {
  return {
    file,
    name: found.name,
    line: found.position.line,
    column: found.position.column,
    pattern: found.pattern,
    ...(found.runner === undefined ? {} : { runner: found.runner }),
    tokens: found.tokens,
    textHash: found.textHash,
  };
}

/** A file relative to the workspace folder, with forward slashes, where it lies in it; else absolute. */
export function shortFile(file: string, workspaceFolder: string | null): string {
  if (workspaceFolder === null) return file;
  const relative = path.relative(workspaceFolder, file);
  const outside = relative === "" || relative.startsWith("..") || path.isAbsolute(relative);
  return outside ? file : relative.split(path.sep).join("/");
}
