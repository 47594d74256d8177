import { counted } from "./quantity.ts";

/** How much is recorded of a function: `12 calls, 3 paths`. */
export function callsInWords(paths: readonly { readonly calls: number }[]): string {
  return `${counted(callsIn(paths), "call")}, ${counted(paths.length, "path")}`;
}

/** The calls that took some paths. */
export function callsIn(paths: readonly { readonly calls: number }[]): number {
  return paths.reduce((sum, { calls }) => sum + calls, 0);
}
