import { Atom } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { isText } from "../functions/scan.ts";
import { AnyBetween } from "../patterns/any-between.ts";
import { firstFrom } from "../patterns/ascending.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import { parameterNames } from "../patterns/parameter-names.ts";

/** Where something is listened to: the first token of what it is, and the function around it. */
export type Listener = Pick<Call, "start" | "owner">;

/** A property of an object's that holds the handler of an event that is no bad news: `request.onsuccess`. */
const HANDLER_PROPERTY = /^on(?!error|abort|timeout|blocked|messageerror|(?:e|ce|ly)$)[a-z]+$/;

/** Where the object is named of which a function is set as a handler: `request.onsuccess = () => …`. */
export function handlerProperty(view: FileView, index: number): Listener | undefined {
  const { start } = view.functions[index]!;
  if (!isHandlerProperty(view, start - 2)) return undefined;
  const { target } = view.functions[index]!;
  return target?.kind === "assignment" ? { start: target.left.start, owner: target.place.owner } : undefined;
}

/** Where properties that hold handlers are set in a file. */
interface SetProperties {
  /** Tokens of the properties, ascending, by the name of what they are set to. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** Is told of a stretch before it is asked about. */
  readonly lookAt: (start: number, end: number) => void;
}

const setProperties = new WeakMap<FileView, SetProperties>();

/** Those of a file: functions stand within each other, and each token is looked at once for all of them. */
function setPropertiesOf(view: FileView): SetProperties {
  const known = setProperties.get(view);
  if (known !== undefined) return known;
  const byName = new Map<string, number[]>();
  const looked = new AnyBetween((token) => {
    if (isHandlerProperty(view, token)) {
      const name = textAt(view, token + 2);
      const before = byName.get(name);
      if (before === undefined) byName.set(name, [token]);
      else before.splice(firstFrom(before, token), 0, token);
    }
    return false;
  });
  const made = { byName, lookAt: (start: number, end: number) => void looked.isIn(start, end) };
  setProperties.set(view, made);
  return made;
}

/**
 * The same where what settles a promise is set as it is, within `new Promise`: `image.onload = resolve`. To be asked about
 * the functions of a region in source order; where executors stand within each other, the outermost one has what is set.
 */
export class SettledByProperty {
  readonly #view: FileView;
  readonly #given = new Set<number>();

  constructor(view: FileView) {
    this.#view = view;
  }

  /** What is listened to in a function, if it is the executor of a promise. */
  in(executor: number): Listener[] {
    const view = this.#view;
    const found = view.functions[executor]!;
    if (found.start < 2 || !isText(view.tokens, found.start - 2, "Promise")) return [];
    const { byName, lookAt } = setPropertiesOf(view);
    lookAt(found.start, found.end);
    const properties: number[] = [];
    for (const name of parameterNames(view, found)) {
      const all = byName.get(name) ?? [];
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
}

/** Whether a token is the name of a property that holds a handler, and is set. */
function isHandlerProperty(view: FileView, token: number): boolean {
  return (
    token > 1 &&
    view.atoms[token + 1] === Atom.Equals &&
    view.atoms[token - 1] === Atom.Dot &&
    HANDLER_PROPERTY.test(textAt(view, token))
  );
}

/** The first token of the names and dots that a property ends. */
function startOfPath(view: FileView, property: number): number {
  let start = property - 2;
  while (isText(view.tokens, start - 1, ".")) start -= 2;
  return start;
}
