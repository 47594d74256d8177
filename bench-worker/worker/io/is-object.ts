/** Whether a value can have members of its own: an object or a function. */
export function isObject(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}
