type AnyFunction = (...parameters: unknown[]) => unknown;

/**
 * Operations that keep the function they are given for later, or send it elsewhere: to a browser, a server, a schedule.
 */
const KEEPS_OR_SENDS =
  /^(?:(?:on|once|set|expose|intercept|listen|subscribe|unsubscribe|consume|watch|handle|register|schedule)(?:[A-Z_]\w*)?|add[A-Z_]\w*|use|route|process|every|cron|install|(?:execute|run)(?:Async)?Script|evaluate\w*|waitForFunction|\${1,2}eval)$/;

/**
 * The function among an operation's arguments that runs within the operation, as that of `await db.transaction(async
 * (t) => …)`: one that waits itself, or hands on what it calls. Undefined where there is none.
 *
 * @param operation Its last name.
 * @param handsOn Whether the source gives an operation of that name functions that return the promise of a call.
 * @param isFake Whether a value is made up: such a one can be called, but is nobody's function.
 */
export function functionToRun(
  operation: string,
  parameters: readonly unknown[],
  handsOn: boolean,
  isFake: (value: unknown) => boolean,
): AnyFunction | undefined {
  const given = parameters.find((one): one is AnyFunction => typeof one === "function" && !isFake(one));
  if (given === undefined || !(handsOn || isAsync(given))) return undefined;
  return KEEPS_OR_SENDS.test(operation) ? undefined : given;
}

function isAsync(value: AnyFunction): boolean {
  return Object.prototype.toString.call(value) === "[object AsyncFunction]";
}
