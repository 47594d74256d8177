import { breakdownOf } from "../breakdown/breakdown.ts";
import { lastName } from "../entries/last-name.ts";
import type { AsyncFunction, IoCall, Language } from "../model.ts";

/** How a function of the same file is called by its bare name, or as a method: `load`, `this.load`, `this.#load`. */
const OWN = /^(?:this\.)?#?([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u;

/**
 * The I/O calls that `target` is to come to: its own and those of functions within it. Calls of the file's own
 * functions that make none themselves, nor through each other, are not among them.
 */
export function wantedIoCalls(functions: readonly AsyncFunction[], target: AsyncFunction): IoCall[] {
  const without = namesWithoutIo(functions);
  const { start, end } = target.range;
  const calls = functions
    .filter(({ range }) => start <= range.start && range.end <= end)
    .flatMap(({ ioCalls }) => ioCalls)
    .filter(({ expression }) => !without.has(OWN.exec(expression)?.[1] ?? ""));
  return [...new Map(calls.map((call) => [call.range.start, call])).values()];
}

/**
 * Those of the target's own that are not there for the case that something fails. Of functions within it nobody knows
 * whether a call is to come to them: some are kept for later.
 */
export function ioCallsOfSuccess(
  { functions, target }: { readonly functions: readonly AsyncFunction[]; readonly target: AsyncFunction },
  text: string,
  language: Language,
): IoCall[] {
  const own = new Set(target.ioCalls.map(({ range }) => range.start));
  const { start, end } = target.range;
  const handlers = functions.filter(
    ({ range, parameters: [first] }) =>
      start < range.start && range.end < end && ERROR_NAME.test(first?.name ?? ""),
  );
  const onFailure = [
    ...(breakdownOf(text, language, start)?.parts["error-handling"].ranges ?? []).filter(
      // What comes in the end comes when all goes well, too.
      (part) => !/^\}?\s*finally\b/.test(text.slice(part.start, part.end)),
    ),
    ...handlers.map(({ range }) => range),
  ];
  return wantedIoCalls(functions, target).filter(
    ({ range }) =>
      own.has(range.start) &&
      !onFailure.some((handling) => handling.start <= range.start && range.start < handling.end),
  );
}

/** Of the first parameter of an asynchronous function that handles an error. */
const ERROR_NAME = /^_?(?:e|er|err|error|ex|exception|reason|cause)$/i;

/** Names of the file's functions that come to no I/O call, whichever function of that name it is. */
function namesWithoutIo(functions: readonly AsyncFunction[]): ReadonlySet<string> {
  const without = new Set(functions.map(calledBy));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const one of functions) {
      const isWithout = one.ioCalls.every(({ expression }) => without.has(OWN.exec(expression)?.[1] ?? ""));
      if (isWithout || !without.delete(calledBy(one))) continue;
      isStable = false;
    }
  }
  return without;
}

function calledBy({ name }: AsyncFunction): string {
  return lastName(name).replace(/^#/, "");
}
