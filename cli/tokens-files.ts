import { glob, isDynamicPattern } from "tinyglobby";
import { analyze } from "../analysis/analyze.ts";
import { codeOfFile, isSourceFile } from "../analysis/components/code-of.ts";
import type { FileAnalysis, Language } from "../analysis/model.ts";
import { reading } from "../bench-worker/host/reading.ts";
import { diskSource, SourceFileError, type ReadSource } from "../bench-worker/host/source-file.ts";
import { ProjectExports } from "./project-exports.ts";
import type { FileTokens } from "./tokens-document.ts";

/** Stands for standard input. */
export const STDIN = "-";

/**
 * The files that names and globs mean, each once, in the order given and those of one glob in alphabetical order.
 * A glob leaves out `node_modules`, unless it names it, and what is not JavaScript or TypeScript. A glob without
 * any match stays in the list as it is, to be told of.
 */
export async function expandFiles(names: readonly string[], folder: string): Promise<string[]> {
  const files = new Set<string>();
  const read = diskSource(folder);
  for (const name of names) {
    if (name === STDIN || !isDynamicPattern(name) || (await exists(name, read))) {
      files.add(name);
      continue;
    }
    const matches = await glob(name.replaceAll("\\", "/"), {
      cwd: folder,
      expandDirectories: false,
      ignore: name.includes("node_modules") ? [] : ["**/node_modules/**"],
    });
    const known = matches.filter(isSourceFile).sort();
    for (const file of known.length > 0 ? known : [name]) files.add(file);
  }
  return [...files];
}

/** What is counted in one file; a file that cannot be read is answered with the problem. */
export async function tokensOfFile(
  name: string,
  folder: string,
  project = new ProjectExports(diskSource(folder)),
): Promise<FileTokens> {
  try {
    const { text, path } = await diskSource(folder)(name);
    const code = codeOfFile(name, text);
    if (code === undefined) return unanswered(name, "This is not JavaScript or TypeScript by its name.");
    const counted = fileTokens(name, await project.analyze(path, code.text, code.language, name));
    return { ...counted, problems: [...code.problems, ...counted.problems] };
  } catch (error) {
    if (!(error instanceof SourceFileError)) throw error;
    if (isDynamicPattern(name)) return unanswered(name, "No JavaScript or TypeScript file matches this.");
    if (error.isDirectory) {
      return unanswered(
        name,
        `This is a folder; give files or a glob such as "${name.replace(/(?<![/\\])[/\\]+$/, "")}/**/*.js".`,
      );
    }
    return unanswered(name, `${error.message}.`);
  }
}

/** What is counted in a text that is in no file. */
export function tokensOfText(file: string, text: string, language: Language): FileTokens {
  try {
    return fileTokens(
      file,
      reading("The text", () => analyze(text, language)),
    );
  } catch (error) {
    if (!(error instanceof SourceFileError)) throw error;
    return unanswered(file, `${error.message}.`);
  }
}

function fileTokens(file: string, { tokens, functions, problems }: FileAnalysis): FileTokens {
  return {
    file,
    tokens,
    functions: functions.map((found) => ({
      name: found.name,
      pattern: found.pattern,
      ...(found.runner === undefined ? {} : { runner: found.runner }),
      line: found.position.line,
      column: found.position.column,
      endLine: found.endLine,
      tokens: found.tokens,
      ownTokens: found.ownTokens,
      ioCalls: found.ioCalls.length,
      criticalPath: found.criticalPath.ioCalls,
      criticalPathInLoop: found.criticalPath.inLoop,
    })),
    problems: [...problems],
  };
}

function unanswered(file: string, reason: string): FileTokens {
  return { file, tokens: null, functions: [], problems: [{ line: 1, reason }] };
}

async function exists(name: string, read: ReadSource): Promise<boolean> {
  try {
    await read(name);
    return true;
  } catch {
    return false;
  }
}
