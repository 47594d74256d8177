import {
  keeps,
  keepsOrSends,
  runsNow,
  setsState,
  subscribes,
} from "../../../analysis/io-calls/given-functions.ts";
import { isClass, isErrorFirst, takesAnswer, takesRequest } from "./callback-shape.ts";
import { textOfFunction } from "../harness/function-text.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** What servers and routers are given the handlers of a path by. */
const ROUTES = /^(?:get|post|put|patch|delete|del|head|options|all|any|param|mount|ws|websocket)$/;
/** What subscribes to messages, or does something else, and takes an asynchronous function only for what comes later. */
const MAY_SUBSCRIBE = /^(?:process|work|worker|watch|listen|handle)(?:[A-Z_]\w*)?$/;

/**
 * Whether an operation keeps the functions that it is given for later: `router.use(check)`, `app.get("/items", list)`,
 * `setItems((old) => [...old, item])`. That is no I/O, and what they do is no part of the call.
 *
 * @param operation Its last name.
 * @param isWaitedFor Whether the source seems to wait until an operation of that name calls back: what takes a request
 * is given to a server all the same.
 */
export function keepsFunctions(
  operation: string,
  parameters: readonly unknown[],
  isWaitedFor: boolean,
): boolean {
  const given = parameters.findLast((one): one is AnyFunction => typeof one === "function");
  // An answer is called back with an error first.
  if (given === undefined || isErrorFirst(given)) return false;
  const isPath = typeof parameters[0] === "string" && /^(?:\/|\*$)/.test(parameters[0]);
  if (ROUTES.test(operation) && isPath) return isWaitedFor ? takesRequest(given) : !takesAnswer(given);
  if (isWaitedFor) return false;
  if (subscribes(operation) || (MAY_SUBSCRIBE.test(operation) && isAsync(given))) return isForMessages(given);
  if (setsState(operation)) return parameters.length === 1 && given.length <= 1;
  return keeps(operation);
}

/**
 * The function among an operation's arguments that runs within the operation, as that of `await db.transaction(async
 * (t) => …)`: one that waits itself, or hands on what it calls. Undefined where there is none.
 *
 * @param operation Its last name.
 * @param handsOn Whether the source gives an operation of that name functions that return the promise of a call.
 * @param isFake Whether a value is made up: such a one can be called, but is nobody's function.
 * @param of The last name of the call whose answer the operation is of; "" where it is of none.
 */
export function functionToRun(
  operation: string,
  parameters: readonly unknown[],
  handsOn: boolean,
  isFake: (value: unknown) => boolean,
  of = "",
): AnyFunction | undefined {
  const given = parameters.find(
    (one): one is AnyFunction => typeof one === "function" && !isFake(one) && !isClass(one as AnyFunction),
  );
  if (given === undefined || !(handsOn || isAsync(given))) return undefined;
  const isKept = keepsOrSends(operation) && !runsNow(operation, of, given.length, parameters.length);
  return isKept ? undefined : given;
}

/** Whether a function is asynchronous by itself. */
export function isAsync(value: AnyFunction): boolean {
  return Object.prototype.toString.call(value) === "[object AsyncFunction]";
}

/** What settles a promise or calls back, by its name, where it is called or handed on: `resolve(message)`, `load(done)`. */
const SETTLES =
  /(?<![\p{ID_Continue}$])(?=[_rfsdc])(?<!\b(?:Promise|path|require|url|import)\s*\.\s*)_?(?:resolve|reject|fulfill?|settle|done|cb|callback)(?:[A-Z_][\p{ID_Continue}$]*)?\s*(?:\?\.\s*)?[(,)]/u;

/**
 * Whether a function that is given to what brings messages is for each of them, later, by its text: nobody waits for what it does,
 * as it settles nothing.
 */
export function isForMessages(run: AnyFunction): boolean {
  const text = textOfFunction(run);
  const isOfEngine = run.name === "" && /\[native code\]\s*\}$/.test(text);
  return !isOfEngine && !SETTLES.test(text);
}

/** Whether a function's text returns nothing at all: what it was given to may give something of its own. */
export function returnsNothing(run: AnyFunction): boolean {
  const text = textOfFunction(run);
  return (
    !/\breturn\b/.test(text) && !/^(?:async\b\s*)?(?:\([^]*?\)|[\p{ID_Continue}$]+)\s*=>\s*[^\s{]/u.test(text)
  );
}
