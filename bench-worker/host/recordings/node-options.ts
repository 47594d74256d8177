/**
 * `NODE_OPTIONS` that load a file before any other, with what was in it before. A path that needs quotes gets them: programs
 * that take the variable apart themselves often know none.
 */
export function withRequired(file: string, before: string | undefined): string {
  const path = /[\s"'\\]/.test(file) ? `"${file.replaceAll(/["\\]/g, "\\$&")}"` : file;
  const rest = before?.trim() ?? "";
  return `--require=${path}${rest === "" ? "" : ` ${rest}`}`;
}
