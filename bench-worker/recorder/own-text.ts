import { hasInsertions, withoutInsertions } from "../instrument/edits.ts";

/**
 * Has the functions of a realm tell the text that their authors wrote, without the hooks in it: programs that send a function
 * elsewhere do so by its text, and the hooks are not there.
 *
 * @param functions The realm's `Function.prototype`.
 */
export function tellOwnText(functions: object): void {
  const descriptor = Object.getOwnPropertyDescriptor(functions, "toString");
  const told: unknown = descriptor?.value;
  if (descriptor === undefined || typeof told !== "function") return;
  // A method, as the engine's: it has no `prototype`, and is no constructor.
  const method = {
    toString(this: unknown): string {
      const text = Reflect.apply(told, this === own ? told : this, []) as string;
      return hasInsertions(text) ? withoutInsertions(text) : text;
    },
  };
  const own: unknown = Reflect.get(method, "toString");
  Object.setPrototypeOf(own, functions);
  Object.defineProperty(functions, "toString", { ...descriptor, value: own });
}
