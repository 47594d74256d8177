/** A part of `npm test`. */
export type PartName = "build" | "typecheck" | "lint" | "unit" | "editor" | "window" | "cli";

/** In the order in which they are told and, but for what runs beside the others, run: what is quick and breaks most comes first. */
export const PARTS: readonly PartName[] = ["build", "typecheck", "lint", "unit", "cli", "editor", "window"];

/** The parts that need no more than the sources. */
const NEEDS_NO_BUILD: ReadonlySet<PartName> = new Set(["build", "typecheck", "lint"]);

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
