/** A parameter, or an option among those that are handed in; what repositories and caches have of that name is their own. */
const HANDED =
  /^(?:.*\b(?:options?|opts?|config|deps|dependencies|context|ctx|event|env|init|settings|params|props|globals?|window|self)\.)?_?(?:custom)?fetch(?:er|Impl|Fn)?$/i;

/** How the body of a response is read; many other things have a `text()` at once. */
const READS_RESPONSE =
  /\.\s*(?:json|blob|arrayBuffer|formData)\s*\(\s*\)|(?:\bawait|=>)\s+[\w$.]+\.\s*text\s*\(\s*\)|\.\s*statusText\b/;
/** A type that says what it is: `fetch?: typeof fetch`, `fetch: Fetch`. */
const SAYS_FETCH = /\bfetch\w*[?!]?\s*:\s*(?:typeof\s+(?:\w+\s*\.\s*)?fetch\b|Fetch(?:Like)?\b)/;
/** What loads something by itself needs no address. */
const WITHOUT_ADDRESS = /\bfetch\w*\s*\(\s*\)/;

/** Whether what goes by a name may be the web's `fetch` that is handed in: `fetch`, `options.fetch`, `deps.fetcher`. */
export function isHandedFetch(name: string): boolean {
  return HANDED.test(name);
}

/**
 * Whether a function calls what goes by such a name as the web's: with an address, for an answer that is read as a response.
 *
 * @param text Of its file, where a type may say so.
 * @param reached Its own, and those of the file's functions that it calls.
 */
export function callsFetchOfTheWeb(text: string, reached: readonly string[]): boolean {
  const own = reached.join("\n");
  return (READS_RESPONSE.test(own) || SAYS_FETCH.test(text)) && !WITHOUT_ADDRESS.test(own);
}
