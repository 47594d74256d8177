import type { Call } from "../functions/found.ts";
import { isText } from "../functions/scan.ts";
import { firstFrom } from "../patterns/ascending.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { parameterNames } from "../patterns/parameter-names.ts";

/** Where something is listened to: the first token of what it is, and the function around it. */
export type Listener = Pick<Call, "start" | "owner">;

/** A property of an object's that holds the handler of an event that is no bad news: `request.onsuccess`. */
const HANDLER_PROPERTY = /^on(?!error|abort|timeout|blocked|messageerror)[a-z]+$/;

/** Where the object is named of which a function is set as a handler: `request.onsuccess = () => …`. */
export function handlerProperty(view: FileView, index: number): Listener | undefined {
  const { start } = view.functions[index]!;
  if (!isHandlerProperty(view, start - 2)) return undefined;
  const { target } = view.functions[index]!;
  return target?.kind === "assignment" ? { start: target.left.start, owner: target.place.owner } : undefined;
}

/**
 * The same where what settles a promise is set as it is, within `new Promise`: `image.onload = resolve`. To be asked about
 * the functions of a region in source order; where executors stand within each other, the outermost one has what is set.
 */
export class SettledByProperty {
  readonly #view: FileView;
  /** Tokens of the properties up to `#end`, ascending, by the name of what they are set to. */
  readonly #properties = new Map<string, number[]>();
  #end = 0;
  readonly #given = new Set<number>();

  constructor(view: FileView) {
    this.#view = view;
  }

  /** What is listened to in a function, if it is the executor of a promise. */
  in(executor: number): Listener[] {
    const view = this.#view;
    const found = view.functions[executor]!;
    if (found.start < 2 || !isText(view.tokens, found.start - 2, "Promise")) return [];
    this.#lookAt(found.start, found.end);
    const properties: number[] = [];
    for (const name of parameterNames(view, found)) {
      const all = this.#properties.get(name) ?? [];
      for (let at = firstFrom(all, found.body.start); at < all.length; at++) {
        const property = all[at]!;
        // What an executor around this one has of the name, it has all of.
        if (property >= found.body.end || this.#given.has(property)) break;
        this.#given.add(property);
        properties.push(property);
      }
    }
    return properties
      .sort((left, right) => left - right)
      .map((property) => ({ start: startOfPath(view, property), owner: executor }));
  }

  #lookAt(start: number, end: number): void {
    for (let token = Math.max(start, this.#end); token < end; token++) {
      if (!isHandlerProperty(this.#view, token)) continue;
      const name = textAt(this.#view, token + 2);
      const known = this.#properties.get(name);
      if (known === undefined) this.#properties.set(name, [token]);
      else known.push(token);
    }
    this.#end = Math.max(end, this.#end);
  }
}

/** Whether a token is the name of a property that holds a handler, and is set. */
function isHandlerProperty(view: FileView, token: number): boolean {
  return (
    token > 1 &&
    isText(view.tokens, token + 1, "=") &&
    isText(view.tokens, token - 1, ".") &&
    HANDLER_PROPERTY.test(textAt(view, token))
  );
}

/** The first token of the names and dots that a property ends. */
function startOfPath(view: FileView, property: number): number {
  let start = property - 2;
  while (isText(view.tokens, start - 1, ".")) start -= 2;
  return start;
}
