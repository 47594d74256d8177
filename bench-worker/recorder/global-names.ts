/** What is global now. */
export function globalNames(): string[] {
  return ["arguments", ...Object.getOwnPropertyNames(globalThis)];
}
