import type { IoCore } from "../io/io-core.ts";
import type { UniversalFakes } from "../fakes/universal/universal-fakes.ts";

type AnyFunction = (...parameters: unknown[]) => unknown;

/** By what a handler of HTTP answers at last. */
const ANSWERS: ReadonlySet<PropertyKey> = new Set([
  ...["send", "json", "jsonp", "end", "render", "redirect", "sendFile", "sendfile", "sendStatus", "download"],
]);
/** What gives the response back, so that it can be answered: `res.status(200).json(rows)`. */
const GIVES_ITSELF: ReadonlySet<PropertyKey> = new Set([
  ...["status", "code", "type", "contentType", "set", "header", "headers", "append", "attachment", "vary"],
  ...["cookie", "clearCookie", "links", "location", "format", "writeHead", "setHeader"],
]);
/** What answers by itself, and then calls back. */
const SENDS_FILE: ReadonlySet<PropertyKey> = new Set(["sendFile", "sendfile", "download"]);

/** What an HTTP handler answers with: `made` in all but that `answered` hears of its answer. */
export function responseOf(
  made: object,
  fakes: Pick<UniversalFakes, "isFake" | "nameOf"> & { readonly core: Pick<IoCore, "tap"> },
  answered: () => void,
): object {
  const response: object = new Proxy(
    {},
    {
      get(own, key) {
        if (Object.hasOwn(own, key)) return Reflect.get(own, key) as unknown;
        const isAnswer = ANSWERS.has(key);
        if (!isAnswer && !GIVES_ITSELF.has(key)) return Reflect.get(made, key) as unknown;
        return (...given: unknown[]) => {
          fakes.core.tap?.onFakeCall?.(`${fakes.nameOf(made)}.${String(key)}`, given);
          return isAnswer ? answer({ made, fakes, answered, response }, key, given) : response;
        };
      },
    },
  );
  return response;
}

/** The same of one that is a plain object: each call gets one that is as plain, with the methods of all of them. */
export function plainResponses(
  made: object,
  fakes: Pick<UniversalFakes, "isFake">,
): (answered: () => void) => object {
  class Response {
    readonly #answered: () => void;

    constructor(answered: () => void) {
      this.#answered = answered;
    }

    static answer(response: Response, key: PropertyKey, given: unknown[]): unknown {
      return answer({ made, fakes, answered: response.#answered, response }, key, given);
    }
  }
  Object.setPrototypeOf(Response.prototype, made);
  const define = (key: PropertyKey, value: unknown): void => {
    Object.defineProperty(Response.prototype, key, { value, writable: true, configurable: true });
  };
  define("constructor", Object);
  for (const key of GIVES_ITSELF)
    define(key, function (this: Response) {
      return this;
    });
  for (const key of ANSWERS)
    define(key, function (this: Response, ...given: unknown[]) {
      return Response.answer(this, key, given);
    });
  return (answered) => new Response(answered);
}

/** One response, and who hears that it was answered. */
interface Responding {
  readonly made: object;
  readonly fakes: Pick<UniversalFakes, "isFake">;
  readonly answered: () => void;
  readonly response: object;
}

function answer(
  { made, fakes, answered, response }: Responding,
  key: PropertyKey,
  given: unknown[],
): unknown {
  const callback = given.at(-1);
  if (typeof callback !== "function" || fakes.isFake(callback)) {
    answered();
    return response;
  }
  if (SENDS_FILE.has(key))
    given.splice(-1, 1, (...values: unknown[]) => {
      (callback as AnyFunction)(...values);
      answered();
    });
  return Reflect.apply(Reflect.get(made, key) as AnyFunction, made, given);
}
