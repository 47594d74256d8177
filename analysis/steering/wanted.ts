import { breakdownOf } from "../breakdown/breakdown.ts";
import type { AsyncFunction, IoCall, Language } from "../model.ts";

/** How a function of the same file is called by its bare name, or as a method: `load`, `this.load`, `this.#load`. */
const OWN = /^(?:this\.)?#?([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u;

/**
 * The I/O calls that `target` is to come to: its own and those of functions within it. Calls of the file's own
 * functions that make none themselves, nor through each other, are not among them.
 */
export function wantedIoCalls(functions: readonly AsyncFunction[], target: AsyncFunction): IoCall[] {
  const without = namesWithoutIo(functions);
  const calls = within(functions, target)
    .flatMap(({ ioCalls }) => ioCalls)
    .filter(({ expression }) => !without.has(OWN.exec(expression)?.[1] ?? ""));
  return [...new Map(calls.map((call) => [call.range.start, call])).values()];
}

/** Those of {@link wantedIoCalls} that are not there for the case that something fails. */
export function ioCallsOfSuccess(
  { functions, target }: { readonly functions: readonly AsyncFunction[]; readonly target: AsyncFunction },
  text: string,
  language: Language,
): IoCall[] {
  const onFailure = within(functions, target).flatMap(({ range, parameters: [first] }) =>
    first !== undefined && ERROR_NAME.test(first.name)
      ? [range]
      : (breakdownOf(text, language, range.start)?.parts["error-handling"].ranges ?? []),
  );
  return wantedIoCalls(functions, target).filter(
    ({ range }) => !onFailure.some(({ start, end }) => start <= range.start && range.start < end),
  );
}

/** Of the first parameter of what handles an error. */
const ERROR_NAME = /^_?(?:e|er|err|error|ex|exception|reason|cause)$/i;

/** A function and those within it. */
function within(
  functions: readonly AsyncFunction[],
  { range: { start, end } }: AsyncFunction,
): AsyncFunction[] {
  return functions.filter(({ range }) => start <= range.start && range.end <= end);
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
