import type { AsyncFunction } from "../model.ts";

/** How a function of the same file is called by its bare name, or as a method: `load`, `this.load`, `this.#load`. */
const OWN = /^(?:this\.)?#?([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u;

/**
 * Offsets of the I/O calls that `target` is to come to: its own and those of functions within it. Calls of the
 * file's own functions that make none themselves, nor through each other, are not among them.
 */
export function wantedIoCalls(functions: readonly AsyncFunction[], target: AsyncFunction): number[] {
  const { start, end } = target.range;
  const without = namesWithoutIo(functions);
  return functions
    .filter(({ range }) => start <= range.start && range.end <= end)
    .flatMap(({ ioCalls }) => ioCalls)
    .filter(({ expression }) => !without.has(OWN.exec(expression)?.[1] ?? ""))
    .map(({ range }) => range.start);
}

/** Names of the file's functions that come to no I/O call, whichever function of that name it is. */
function namesWithoutIo(functions: readonly AsyncFunction[]): ReadonlySet<string> {
  const without = new Set(functions.map(lastName));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const one of functions) {
      const isWithout = one.ioCalls.every(({ expression }) => without.has(OWN.exec(expression)?.[1] ?? ""));
      if (isWithout || !without.delete(lastName(one))) continue;
      isStable = false;
    }
  }
  return without;
}

function lastName({ name }: AsyncFunction): string {
  return name.slice(name.lastIndexOf(".") + 1).replace(/^#/, "");
}
