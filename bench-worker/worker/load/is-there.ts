import { existsSync } from "node:fs";

/** Whether there is such a file or folder, as far as one may know: above the project nothing may even be asked for. */
export function isThere(file: string): boolean {
  try {
    return existsSync(file);
  } catch {
    return false;
  }
}

/** What of `process` tells of its permission model; there is none where the process was started without. */
interface Permitted {
  readonly permission?: { readonly has: (scope: string, file: string) => boolean };
}

const { permission }: Permitted = process;

/** Whether the runtime lets this process read a file, be it there or not. */
export function mayBeRead(file: string): boolean {
  return permission?.has("fs.read", file) ?? true;
}
