import { environmentsOf, type MeasuredOn, type Walls } from "./environment.ts";

const KINDS: readonly (keyof Walls)[] = ["files", "processes", "network"];

/**
 * What keeps a benchmark from real I/O, as users read it: `kept away by fakes and, for files and processes, by the
 * runtime`. Where results of several runtimes differ in that, each is named. Null where the document does not say, as
 * those of older versions do not.
 */
export function wallsInWords(document: MeasuredOn): string | null {
  const runtimesByWords = new Map<string, Set<string>>();
  for (const { runtime, version, walls } of environmentsOf(document)) {
    if (walls === undefined) continue;
    const words = byWhat(walls);
    const runtimes = runtimesByWords.get(words) ?? new Set();
    runtimesByWords.set(words, runtimes.add(`${runtime} ${version}`));
  }
  const all = [...runtimesByWords];
  if (all.length === 0) return null;
  const each = all.map(([words, runtimes]) =>
    all.length === 1 ? words : `${words} (${[...runtimes].join(", ")})`,
  );
  return `kept away ${each.join("; ")}`;
}

function byWhat(walls: Walls): string {
  const byRuntime = KINDS.filter((kind) => walls[kind] === "runtime");
  if (byRuntime.length === 0) return "by fakes alone";
  if (byRuntime.length === KINDS.length) return "by fakes and by the runtime";
  return `by fakes and, for ${byRuntime.join(" and ")}, by the runtime`;
}
