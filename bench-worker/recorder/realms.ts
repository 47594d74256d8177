import vm from "node:vm";
import { nameFunctionsOf } from "./callees.ts";
import { tellOwnText } from "./own-text.ts";

/** The program may have its own in their places by the time that they are called. */
const { isContext, runInContext } = vm;

/**
 * Has a realm's functions tell the text that their authors wrote, and knows which of them are the engine's. Runners such as Jest have a realm
 * for each file of tests.
 *
 * @param global This realm's global object, or a context that `node:vm` has made.
 */
export function enterRealm(global: object): void {
  if (global !== globalThis && !isContext(global)) return;
  const realm =
    global === globalThis ? globalThis : (runInContext("globalThis", global) as typeof globalThis);
  tellOwnText(realm.Function.prototype);
  if (realm !== globalThis) nameFunctionsOf(realm);
}
