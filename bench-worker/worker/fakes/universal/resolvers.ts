/** Whether a value is the user's own function that settles a promise, by its name, beside one by which it fails. */
export function isNamedResolver(value: unknown, beside: readonly unknown[]): boolean {
  const isNamed = (one: unknown, pattern: RegExp): boolean =>
    typeof one === "function" && pattern.test(one.name) && one.constructor.name === "Function";
  return (
    isNamed(value, /^_*(?:resolve|fulfill?)(?:[A-Z_]\w*)?$/) &&
    beside.some((one) => one !== value && isNamed(one, /^_*(?:reject|fail)(?:[A-Z_]\w*)?$/))
  );
}

/** Whether a value is what `new Promise` gives to settle it: a function of the engine's without a name. */
export function isResolver(value: unknown): boolean {
  return (
    typeof value === "function" &&
    value.name === "" &&
    value.length === 1 &&
    /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(value))
  );
}
