/**
 * The name that code calls a function by, of the name that it is shown by: `upload` of `Store.upload`. What a function is
 * called for the call that it is given to, `get /a.b`, is no path and stays whole.
 */
export function lastName(name: string): string {
  return name.includes(" ") ? name : name.slice(name.lastIndexOf(".") + 1);
}
