import { BAD_NEWS, EVENTS_THAT_COME } from "./telling-names.ts";

/** What goes well, beside {@link EVENTS_THAT_COME}: `loadend` of readers, `fetch` that is over, `popstate`. */
const COMES = new Set([...EVENTS_THAT_COME, "loadend", "ended", "canplay", "canplaythrough", "stop"]);
/** Handlers of what is no answer, beside those of bad news. */
const NO_ANSWER = /^(?:blocked|versionchange|unload|beforeunload|offline|stalled|suspend|message_?error)$/i;
/** The page and the worker itself: what happens to them answers nobody's question, unless somebody waits for it. */
const AROUND = new Set(["window", "self", "document", "globalThis", "document.body"]);

/**
 * The event for which a property holds the handler, `load` of `image.onload`: where it comes once all is well, or `isEager`,
 * whatever is no bad news. Null for any other property. Names are written small, as in the DOM; `onComplete` is as likely to
 * be an option, and is taken for a handler only where the target waits for one.
 */
export function eventOfProperty(owner: string, property: string, isEager: boolean): string | null {
  const event = /^on([a-z]+|[A-Z]\w*)$/.exec(property)?.[1];
  // Whoever waits for nothing else waits for the end.
  if (isEager && event === "close") return event;
  if (event === undefined || BAD_NEWS.test(event) || NO_ANSWER.test(event)) return null;
  if (isEager) return event.toLowerCase();
  return COMES.has(event) && !AROUND.has(owner) ? event : null;
}
