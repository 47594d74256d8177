/** An error inside of another, and how that is said: `cause`. */
export interface InnerError {
  readonly key: string;
  readonly error: object;
}

/** So deep, and so many, as Node prints them. */
const DEPTH_AT_MOST = 3;
const ERRORS_AT_MOST = 10;

/**
 * The errors inside of an error that Node prints with it, in a log as where it ends the process: its `cause`, the `errors` of an
 * AggregateError, and what its own enumerable properties hold (https://nodejs.org/api/util.html#utilinspectobject-options).
 * Nothing of the error is run for it: what a getter would give is left out.
 *
 * @param isError Tells errors from all else, and runs nothing of them either.
 */
export function innerErrors(thrown: unknown, isError: (value: unknown) => boolean): readonly InnerError[] {
  const found: InnerError[] = [];
  const seen: unknown[] = [thrown];
  const add = (key: string, value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || !isError(value)) return;
    if (found.length >= ERRORS_AT_MOST || seen.indexOf(value) !== -1) return;
    seen.push(value);
    found.push({ key, error: value });
    if (depth < DEPTH_AT_MOST) walk(value, depth + 1);
  };
  const walk = (error: object, depth: number): void => {
    for (const key of Object.getOwnPropertyNames(error)) {
      const property = Object.getOwnPropertyDescriptor(error, key);
      if (property === undefined || !("value" in property)) continue;
      const value: unknown = property.value;
      if (key === "errors" && Array.isArray(value)) {
        for (const one of value.slice(0, ERRORS_AT_MOST) as unknown[]) add(key, one, depth);
      } else if (key === "cause" || property.enumerable === true) add(key, value, depth);
    }
  };
  if (typeof thrown === "object" && thrown !== null && isError(thrown)) walk(thrown, 1);
  return found;
}
