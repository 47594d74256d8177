/** What our executable understands of VS Code's command line, as `runTests` writes it. */
export interface EditorCommandLine {
  readonly extensionDevelopmentPaths: readonly string[];
  readonly extensionTestsPath: string | null;
  readonly userDataFolder: string | null;
  readonly extensionsFolder: string | null;
  /** Folders and files to open, in order. */
  readonly paths: readonly string[];
  readonly trustEverything: boolean;
}

/** Flags of VS Code that mean nothing without its own window, its own updates or its own first page. */
const MEANINGLESS = new Set([
  "--no-sandbox",
  "--disable-gpu-sandbox",
  "--disable-gpu",
  "--disable-updates",
  "--skip-welcome",
  "--skip-release-notes",
  "--disable-extensions",
  "--new-window",
]);

/**
 * Reads VS Code's flags, written `--flag=value` or `--flag value`.
 * Throws for a flag that is not known: a test that relies on it must not pass by its being ignored.
 */
export function parseCommandLine(args: readonly string[]): EditorCommandLine {
  const extensionDevelopmentPaths: string[] = [];
  const paths: string[] = [];
  const single = new Map<string, string>();
  let trustEverything = false;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? "";
    if (!argument.startsWith("--")) {
      paths.push(argument);
      continue;
    }
    const equals = argument.indexOf("=");
    const flag = equals < 0 ? argument : argument.slice(0, equals);
    const value = (): string => {
      const found = equals < 0 ? args[++index] : argument.slice(equals + 1);
      if (found === undefined || found === "") throw new Error(`${flag} needs a value.`);
      return found;
    };
    if (flag === "--extensionDevelopmentPath") extensionDevelopmentPaths.push(value());
    else if (flag === "--extensionTestsPath" || flag === "--user-data-dir" || flag === "--extensions-dir")
      single.set(flag, value());
    else if (flag === "--disable-workspace-trust") trustEverything = true;
    else if (!MEANINGLESS.has(flag)) throw new Error(`${flag} is not a flag that this editor knows.`);
  }
  return {
    extensionDevelopmentPaths,
    extensionTestsPath: single.get("--extensionTestsPath") ?? null,
    userDataFolder: single.get("--user-data-dir") ?? null,
    extensionsFolder: single.get("--extensions-dir") ?? null,
    paths,
    trustEverything,
  };
}
