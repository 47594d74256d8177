import { partsOf } from "./names.ts";

/** What a method of a text or of a list gives that is given a function, by its name and what it is given; undefined for any other operation. */
export function givenFunction(
  name: string,
  parameters: readonly unknown[],
): { readonly value: unknown; readonly why: string } | undefined {
  const { last, parent } = partsOf(name);
  const [first, run] = parameters;
  // A stand-in notes that it is asked what it is, so what is cheap to tell comes first.
  if (typeof run === "function" && /^replace(?:All)?$/.test(last))
    if (typeof first === "string" || first instanceof RegExp)
      return { value: parent.replace(first, run as () => string), why: "a method of text" };
  if (/^(?:push|unshift)$/.test(last) && parameters.length === 1 && typeof first === "function")
    return { value: 1, why: "keeps the function that it is given for later" };
  return undefined;
}
