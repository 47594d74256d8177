/** A part of `npm test`. */
export type PartName = "build" | "check" | "unit" | "editor" | "window" | "cli";

/**
 * The suites that a lane has run one after the other. The lanes run side by side, so that another has the processor where one
 * waits for what it started; the first prints as it goes.
 */
export const LANES = [["unit"], ["editor", "cli"], ["window"]] as const;

/** In the order in which they are told. */
export const PARTS: readonly PartName[] = ["build", "check", ...LANES.flat()];

/** The parts that need no more than the sources. */
const NEEDS_NO_BUILD: ReadonlySet<PartName> = new Set(["build", "check"]);

/**
 * The parts that a call asks for, all of them when it names none; the build goes first where it is needed.
 * Throws for a name that is not one.
 */
export function chooseParts(names: readonly string[]): readonly PartName[] {
  if (names.length === 0) return PARTS;
  for (const name of names)
    if (!PARTS.some((part) => part === name))
      throw new Error(`"${name}" is no part of the tests. There are: ${PARTS.join(", ")}.`);
  const asked = PARTS.filter((part) => names.includes(part));
  return asked.every((part) => NEEDS_NO_BUILD.has(part))
    ? asked
    : [...new Set<PartName>(["build", ...asked])];
}
