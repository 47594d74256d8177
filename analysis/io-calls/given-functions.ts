/**
 * Operations that keep the function they are given for later, or send it elsewhere: to a browser, a server, a schedule.
 */
const KEEPS_OR_SENDS =
  /^(?:(?:on|once|set|expose|intercept|listen|consume|watch|handle|register|schedule)(?:[A-Z_]\w*)?|\w*[sS]ubscri(?:be|ption)\w*|add[A-Z_]\w*|use|route|process|work|worker|define|every|cron|install|(?:execute|run)(?:Async)?Script|evaluate\w*|waitForFunction|\${1,2}eval)$/;

/** Helpers that do I/O of their own around that of the function that they are given. */
const DOES_IO = /transaction|session|connection|lock|cache|^begin$/i;

/** What goes through a list, as it is told before what to do with each item: `pool.forEach(ids).process(load)`. */
const OF_EACH = /^(?:for|forEach|each|over)$/;

/** Whether an operation, by its last name, runs an asynchronous function that it is given elsewhere or later, if at all. */
export function keepsOrSends(operation: string): boolean {
  return KEEPS_OR_SENDS.test(operation);
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
