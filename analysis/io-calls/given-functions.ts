/** Operations that keep a handler, and do nothing else. */
const KEEPS =
  /^(?:use|route|cron|schedule|register(?:[A-Z_]\w*)?|intercept|on[A-Z]\w*|add_?(?:Hook|Handler|Listener|EventListener|Middleware|Route|Command|Plugin|Filter|Action|Task|Job|Subscriber|Resolver|Method)s?)$/;
/** What subscribes to messages. */
const SUBSCRIBES = /^(?:[psx]?[sS]ubscribe|consume)(?:[A-Z_]\w*)?$/;
/** What sets a state to what a function makes of the one before: `setItems((old) => [...old, item])`. */
const SETS_STATE = /^set[A-Z_]\w*$/;

/** Further ones that keep the function they are given for later, or send it elsewhere: to a browser, a server, a schedule. */
const MAY_KEEP_OR_SEND =
  /^(?=[\w$]*$)(?:(?:once|expose|intercept|listen|watch|handle|schedule)(?:[A-Z_]\w*)?|on(?:_\w*)?|set|\w*[sS]ubscri(?:be|ption)\w*|add[A-Z_]\w*|process|work|worker|define|every|install|(?:execute|run)(?:Async)?Script|evaluate\w*|waitForFunction|\${1,2}eval)$/;

/** What makes something of a function that it is given: `http.createServer(handle)`, `debounce(save)`. */
const MAKES = /^(?:create|make|wrap|bind|memoize|debounce|partial|curry|mark)/;
/** Callees that make a function of the one that they are given, in a function as well: React's hooks and the like. */
const WRAPS = /^use[A-Z]|wrap|memo|debounce|throttle|handler|catch(?:Async|Errors?)|action$|callback$/i;

/** Helpers that do I/O of their own around that of the function that they are given. */
const DOES_IO = /transaction|session|connection|lock|cache|^begin$/i;

/** What goes through a list, as it is told before what to do with each item: `pool.forEach(ids).process(load)`. */
const OF_EACH = /^(?:for|forEach|each|over)$/;

/** Whether an operation, by its last name, keeps the function that it is given, and does nothing else. */
export function keeps(operation: string): boolean {
  return KEEPS.test(operation);
}

/** Whether it subscribes to messages with such a function. */
export function subscribes(operation: string): boolean {
  return SUBSCRIBES.test(operation);
}

/** Whether it sets a state to what such a function gives. */
export function setsState(operation: string): boolean {
  return SETS_STATE.test(operation);
}

/** Whether an operation, by its last name, runs an asynchronous function that it is given elsewhere or later, if at all. */
export function keepsOrSends(operation: string): boolean {
  return (
    MAY_KEEP_OR_SEND.test(operation) || keeps(operation) || subscribes(operation) || setsState(operation)
  );
}

/**
 * Whether an operation that may keep such a function runs it now: it goes through a list, or what is given handles nothing, as
 * in `await breaker.handle(async () => load(id))`.
 *
 * @param of The last name of what the operation is asked of, where that is a call; else "".
 * @param parameters Of the function.
 * @param count How many values the operation is given.
 */
export function runsNow(operation: string, of: string, parameters: number, count: number): boolean {
  if (operation === "process") return OF_EACH.test(of);
  return operation === "handle" && parameters === 0 && count === 1;
}

/** Whether an operation, by its last name, is an I/O call beside those of the function that it is given and waits for. */
export function doesIoItself(operation: string): boolean {
  return DOES_IO.test(operation);
}

/** Whether an operation makes something of the function that it is given, by how its name begins. */
export function makesFunctions(operation: string): boolean {
  return MAKES.test(operation);
}

/** Whether it makes another function of it, by any word in its name. */
export function wrapsFunctions(operation: string): boolean {
  return WRAPS.test(operation);
}
