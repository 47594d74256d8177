import { counted } from "./quantity.ts";

/** How much is recorded of a function: `12 calls, 3 paths`. */
export function callsInWords(paths: readonly { readonly calls: number }[]): string {
  const calls = paths.reduce((sum, path) => sum + path.calls, 0);
  return `${counted(calls, "call")}, ${counted(paths.length, "path")}`;
}
