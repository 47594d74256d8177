import { existsSync } from "node:fs";

/** Whether there is such a file or folder, as far as one may know: above the project nothing may even be asked for. */
export function isThere(file: string): boolean {
  try {
    return existsSync(file);
  } catch {
    return false;
  }
}
