import { readFile } from "node:fs/promises";
import path from "node:path";

/** A file that cannot be read as source text. The message is one line and names the file as it was given. */
export class SourceFileError extends Error {
  override readonly name = "SourceFileError";
  readonly isDirectory: boolean;
  /** Whether there is nothing of that name. */
  readonly isMissing: boolean;

  constructor(message: string, what?: "directory" | "missing") {
    super(message);
    this.isDirectory = what === "directory";
    this.isMissing = what === "missing";
  }
}

/**
 * Reads a source file by the name the user gave.
 *
 * @throws {SourceFileError} when it is not there, not a file, or not text.
 */
export type ReadSource = (name: string) => Promise<{ readonly path: string; readonly text: string }>;

/** {@link ReadSource} on the disk, names being relative to `folder`. */
export function diskSource(folder: string): ReadSource {
  return async (name) => {
    const absolute = path.resolve(folder, name);
    let bytes: Buffer;
    try {
      bytes = await readFile(absolute);
    } catch (error) {
      throw explain(name, error);
    }
    if (bytes.includes(0)) throw new SourceFileError(`${name} is not text`);
    // A byte order mark is no part of the text.
    return { path: absolute, text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
  };
}

function explain(name: string, error: unknown): SourceFileError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR")
    return new SourceFileError(`${name} does not exist`, "missing");
  if (code === "EISDIR") return new SourceFileError(`${name} is a folder`, "directory");
  if (code === "EACCES" || code === "EPERM") return new SourceFileError(`${name} may not be read`);
  return new SourceFileError(
    `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}
