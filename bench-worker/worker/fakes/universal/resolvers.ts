/** Whether a value is what `new Promise` gives to settle it: a function of the engine's without a name. */
export function isResolver(value: unknown): boolean {
  return (
    typeof value === "function" &&
    value.name === "" &&
    value.length === 1 &&
    /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(value))
  );
}
