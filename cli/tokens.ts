import { text as readAll } from "node:stream/consumers";
import type { Language } from "../analysis/model.ts";
import { patternLabel } from "../analysis/pattern.ts";
import { counted } from "../bench-worker/quantity.ts";
import { diskSource } from "../bench-worker/host/source-file.ts";
import { ProjectExports } from "./project-exports.ts";
import { styles } from "./style.ts";
import { table } from "./table.ts";
import { printable } from "./text.ts";
import { EXIT, UsageError, type ExitCode, type Terminal } from "./terminal.ts";
import type { FileTokens } from "./tokens-document.ts";
import { expandFiles, STDIN, tokensOfFile, tokensOfText } from "./tokens-files.ts";

/** The options of `async-cost tokens`. */
export interface TokensOptions {
  readonly json?: boolean;
  readonly language?: Language;
}

/**
 * `async-cost tokens`: counts, and prints a table or one JSON document.
 *
 * @throws {UsageError} when standard input is to be read and its language is not given.
 */
export async function tokensCommand(
  names: readonly string[],
  { json = false, language }: TokensOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const files = await expandFiles(names, terminal.folder);
  const document: FileTokens[] = [];
  const project = new ProjectExports(diskSource(terminal.folder));
  for (const file of files) {
    if (file !== STDIN) {
      document.push(await tokensOfFile(file, terminal.folder, project));
    } else if (language === undefined) {
      throw new UsageError("standard input (-) needs --language js, jsx, ts or tsx");
    } else {
      document.push(tokensOfText(STDIN, await readAll(terminal.stdin), language));
    }
  }
  terminal.print(json ? `${JSON.stringify(document, null, 2)}\n` : report(document, terminal.colours));
  return document.every(({ tokens }) => tokens !== null) ? EXIT.done : EXIT.notAll;
}

function report(files: readonly FileTokens[], colours: boolean): string {
  const style = styles(colours);
  const blocks = files.map(({ file, tokens, functions, problems }) => {
    const head =
      tokens === null
        ? style.bold(printable(file))
        : `${style.bold(printable(file))}  ${counted(tokens, "token")}`;
    const columns = [
      { title: "line", right: true },
      { title: "function" },
      { title: "pattern" },
      { title: "tokens", right: true },
      { title: "own", right: true },
      { title: "I/O calls", right: true },
      { title: "in sequence" },
    ];
    const rows = functions.map((found) => [
      String(found.line),
      printable(found.name),
      patternLabel(found.pattern, found.runner),
      String(found.tokens),
      String(found.ownTokens),
      String(found.ioCalls),
      found.criticalPathInLoop ? `${found.criticalPath} in a loop` : String(found.criticalPath),
    ]);
    const body = rows.length === 0 ? [] : table(columns, rows, style.dim).split("\n");
    const remarks = problems.map(({ line, column, reason }) => {
      const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
      return style.warning(printable(tokens === null ? `! ${reason}` : `! ${place}: ${reason}`));
    });
    return [head, ...[...body, ...remarks].map((text) => `  ${text}`)].join("\n");
  });
  return `${blocks.join("\n\n")}\n`;
}
