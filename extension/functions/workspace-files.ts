/** Ends of the names of files that are read. */
const EXTENSIONS = ["js", "cjs", "mjs", "jsx", "ts", "cts", "mts", "tsx", "vue", "svelte"];

/** Files that are read, as a glob. */
export const SOURCE_GLOB = `**/*.{${EXTENSIONS.join(",")}}`;

/** What somebody else has written is never read. */
const NEVER = ["**/node_modules", "**/bower_components", "**/.git"];

/**
 * What is left out of the workspace, as one glob: packages, and what the user's `search.exclude` or `files.exclude`
 * names.
 *
 * @param settings The values of these settings as they come: globs with `true`; one with a condition, or `false`,
 * does not count.
 */
export function excludeGlob(settings: readonly unknown[]): string {
  const globs = new Set(NEVER);
  for (const setting of settings) {
    if (typeof setting !== "object" || setting === null) continue;
    for (const [glob, value] of Object.entries(setting)) if (value === true) globs.add(glob);
  }
  const all = [...globs].flatMap(alternatives);
  return `{${all.flatMap((glob) => (glob.endsWith("/**") ? [glob] : [glob, `${glob}/**`])).join(",")}}`;
}

/** The globs that one with braces stands for, since braces do not stand within braces everywhere. */
function alternatives(glob: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(glob);
  if (braces === null) return [glob];
  const before = glob.slice(0, braces.index);
  const after = glob.slice(braces.index + braces[0].length);
  return braces[1]!.split(",").flatMap((choice) => alternatives(before + choice + after));
}

/** Whether a path that the user sees lies in a package. */
export function isOfPackage(path: string): boolean {
  return /(^|[/\\])(node_modules|bower_components|\.git)[/\\]/.test(path);
}

/** Whether what stands at a path may be a folder: its name has no ending, as those of nearly all files have. */
export function mayBeFolder(path: string): boolean {
  return /(^|\/)\.?[^./]+$/.test(path);
}
