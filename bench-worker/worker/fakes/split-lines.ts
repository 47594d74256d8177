import { isMadeText, type IoCore } from "../io/io-core.ts";

/** Hears, while `work` is done, whether text that a fake made is split into its lines. */
export async function hearingLines<T>(core: IoCore, work: () => Promise<T>): Promise<T> {
  core.hasSplitLines = false;
  const { prototype } = String;
  const own = Object.getOwnPropertyDescriptor(prototype, "split")!;
  const real = own.value as (this: unknown, ...given: unknown[]) => string[];
  const split = function split(this: unknown, ...given: unknown[]): string[] {
    if (isMade(this)) core.hasSplitLines ||= endsLines(given[0]);
    return Reflect.apply(real, this, given);
  };
  Object.defineProperty(prototype, "split", { ...own, value: split });
  try {
    return await work();
  } finally {
    // What replaced it meanwhile is the target's own.
    if (Object.getOwnPropertyDescriptor(prototype, "split")?.value === split)
      Object.defineProperty(prototype, "split", own);
  }
}

/** Of a text, and of one in an object, as code that is not strict has it. */
function isMade(text: unknown): boolean {
  return (typeof text === "string" || text instanceof String) && isMadeText(String(text));
}

/** Whether what a text is split by is, or matches, the end of a line. */
function endsLines(separator: unknown): boolean {
  if (separator instanceof RegExp) return "{}\n{}".split(separator).length > 1;
  return separator === "\n" || separator === "\r\n";
}
