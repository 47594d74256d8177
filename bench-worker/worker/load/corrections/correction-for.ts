import { sayThrown } from "../../io/call-site.ts";
import { lastName } from "../../io/last-name.ts";
import type { Correction } from "./correction.ts";
import { FAKE_NAME } from "./fake-name.ts";
import { fallenThrough } from "./fallen-through.ts";
import { guard } from "./of-guard.ts";
import { lostCallback, missing, noPromise, wrongArgument } from "./of-place.ts";
import { inputOf, parsedName, quotedName, requestGiven, wrongText } from "./of-text.ts";
import { namedType, oneOf, wrongType } from "./of-type.ts";

/** Whether an error says that something is not there that may have been lost with the keys of a made-up object. */
export function lacksKeys(error: unknown): boolean {
  return /^TypeError: (?:undefined is not (?:iterable|a function)|Cannot (?:read properties of undefined|convert undefined|destructure ))|Received undefined$/.test(
    sayThrown(error),
  );
}

/** A method that each made-up value had again, by which a library went deeper and deeper. */
const REPEATED = /\.([\p{ID_Continue}$]+)\(\)(?:\.\1\(\)){4}/u;

/** What tells one fake from another. */
interface FakesSeen {
  /** The fake that was last turned into text; "" for none. */
  readonly lastText: string;
  /** The fake that was last called; "" for none. */
  readonly lastCalled?: string;
  nameOf(value: unknown): string | undefined;
}

/**
 * What an error says of a made-up value that did not do: a path that had to be text, text that had to be JSON, a
 * made-up error, or a guard in the source (`if (this.closed) throw …`) that took a made-up value for true.
 * Undefined where it says nothing of the kind.
 *
 * @param textOf The text of a file in a stack trace; null where it is not to be had.
 */
export function correctionFor(
  error: unknown,
  fakes: FakesSeen,
  textOf: (file: string) => string | null,
): Correction | undefined {
  const name = fakes.nameOf(error) ?? fakes.nameOf(unheardOf(error));
  // Whoever passes a value on as an error took it for one.
  if (name !== undefined) {
    return name.startsWith("new ") ? undefined : { name, shape: { value: undefined } };
  }
  const message = sayThrown(error)
    .replaceAll("?.", ".")
    .replace(/\[(#[\p{ID_Continue}$]+)\]/gu, ".$1");
  const endless = /call stack/.test(message) ? REPEATED.exec(fakes.lastCalled ?? "")?.[1] : undefined;
  if (endless !== undefined) return { name: `*.${endless}`, shape: { value: undefined } };
  const promise =
    /(?<![\p{ID_Continue}$])([\p{ID_Continue}$]+)\]?(?:\.(?:call|apply))?\(\.{3}\)\.(?:then|catch|finally) is not a function/u.exec(
      message,
    )?.[1];
  if (promise !== undefined) {
    const isReflected =
      promise === "Reflect" && fakes.lastCalled !== undefined && /\bReflect\.apply\(/.test(message);
    return { promise: isReflected ? lastName(fakes.lastCalled ?? "") : promise };
  }
  const thenable = new RegExp(
    `^TypeError: ${FAKE_NAME}\\.(?:then|catch|finally) is not a function$`,
    "u",
  ).exec(message)?.[1];
  if (thenable !== undefined) {
    const orPromise = fakes.lastCalled === undefined ? "" : lastName(fakes.lastCalled);
    const promised = { name: `*.${lastName(thenable)}`, shape: { make: "promise" } } as const;
    return orPromise === "" ? promised : { ...promised, orPromise };
  }
  const header = new RegExp(`["']${FAKE_NAME}["'] is an invalid header name`, "u").exec(message)?.[1];
  if (header !== undefined) return { name: header, shape: { value: "x-header" } };
  const mediaType =
    /content-type(?<=(?<name>(?:[\p{ID_Continue}$]+\.)+content-type))(?![\p{ID_Continue}-])/iu.exec(
      message,
    )?.groups;
  if (mediaType !== undefined) return { name: mediaType["name"]!, shape: { value: "application/json" } };
  const method = new RegExp(`['"]${FAKE_NAME}['"] is not a valid HTTP method`, "u").exec(message)?.[1];
  if (method !== undefined) return { name: method, shape: { value: "GET" } };
  const plain = noPromise(error, message, textOf);
  if (plain !== undefined) return { plain };
  const called = new RegExp(`^TypeError: ${FAKE_NAME} is not a function$`, "u").exec(message)?.[1];
  if (called?.includes(".") === true) return { name: called, shape: { make: "fake" } };
  return (
    lostCallback(error, message, textOf) ??
    wrongType(message) ??
    namedType(message) ??
    requestGiven(error, message, textOf) ??
    oneOf(message) ??
    wrongText(message, quotedName(message) || parsedName(error, message, fakes.lastText, textOf)) ??
    wrongText(message, fakes.lastText || inputOf(error)) ??
    wrongArgument(error, message, textOf) ??
    missing(error, message, textOf, fakes.lastCalled) ??
    fallenThrough(error, textOf) ??
    guard(error, textOf)
  );
}

/** What an emitter that nobody listens to was given for an error, which was none: Node's own error has it. */
function unheardOf(error: unknown): unknown {
  const own = (name: string): unknown =>
    error instanceof Error ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined;
  return own("code") === "ERR_UNHANDLED_ERROR" ? own("context") : undefined;
}
