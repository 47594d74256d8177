import { findFunctions } from "../functions/find.ts";
import { lex } from "../lexer/lex.ts";
import { viewOf, type FileView } from "../patterns/file-view.ts";

/** A view of a JavaScript text, for tests of how the work grows with the text. */
export interface CountedView {
  readonly view: FileView;
  /** How often anything of the view has been read so far: a token's start, a call's owner, a function. */
  readonly steps: () => number;
}

/** Makes a view that counts what is read of it. */
export function countedView(text: string): CountedView {
  let steps = 0;
  const counted = new WeakMap<object, object>();
  const counting: ProxyHandler<object> = {
    get(target, property) {
      steps++;
      const value: unknown = Reflect.get(target, property);
      if (typeof value === "function")
        return (...given: unknown[]): unknown => Reflect.apply(value, target, given);
      return typeof value === "object" && value !== null ? count(value) : value;
    },
  };
  const count = <Counted extends object>(value: Counted): Counted => {
    const known = counted.get(value) ?? new Proxy(value, counting);
    counted.set(value, known);
    return known as Counted;
  };
  return { view: count(viewOf(findFunctions(lex(text, "js"), "js"))), steps: () => steps };
}
