import { EVENTS_THAT_COME } from "./telling-names.ts";

/** What goes well, beside {@link EVENTS_THAT_COME}: `loadend` of readers, `fetch` that is over, `popstate`. */
const COMES = new Set([...EVENTS_THAT_COME, "loadend", "ended", "canplay", "canplaythrough", "stop"]);
// Its handler is told of bad news as well, and waits for no answer.
COMES.delete("close");
/** The page and the worker itself: what happens to them answers nobody's question. */
const AROUND = new Set(["window", "self", "document", "globalThis", "document.body"]);

/**
 * The event for which a property holds the handler, `load` of `image.onload`, where it comes once all is well. Null for any
 * other property. Names are written small, as in the DOM; `onComplete` is as likely to be an option.
 */
export function eventOfProperty(owner: string, property: string): string | null {
  const event = /^on([a-z]+)$/.exec(property)?.[1];
  return event !== undefined && COMES.has(event) && !AROUND.has(owner) ? event : null;
}
