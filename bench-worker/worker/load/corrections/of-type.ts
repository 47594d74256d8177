import type { Shape } from "../../../contract/fact.ts";
import type { Correction } from "./correction.ts";
import { anywhere, FAKE_NAME } from "./fake-name.ts";

const A_URL = "http://localhost/";

/** Classes of the web of which an instance is easily had. */
const INSTANCES = ["AbortSignal", "Blob", "FormData", "Headers", "ReadableStream", "Map", "Set", "Date"];

/** What Node's own checks say, which name the value by its function's name, and libraries in the same words. */
export function wrongType(message: string): Correction | undefined {
  const quoted = new RegExp(`got ["'\x60]${FAKE_NAME}["'\x60] \\((?:function|object)\\)`, "u").exec(
    message,
  )?.[1];
  if (quoted !== undefined) {
    const shape = shapeOf(message, quoted);
    return shape === null ? undefined : { name: quoted, shape };
  }
  const match = new RegExp(
    String.raw`must be (?:of type|one of type|an instance of|an array of|a|an) ((?:(?!must be ).)+?)\.? Received (?:function|an instance of) ${FAKE_NAME}\.name`,
    "u",
  ).exec(message);
  // Libraries name what they got by its text.
  const told = new RegExp(`must be a string\\b[^:]*: ${FAKE_NAME}\\.?$`, "u").exec(message)?.[1];
  if (told !== undefined) return { name: told, shape: { value: told } };
  if (match === null) return namedPlainly(message);
  const [, wanted = "", named = ""] = match;
  // An object is named by its class.
  const name = named.replace(/\.constructor$/, "");
  // `url.parse` takes any text, and finds no host in most.
  if (/^TypeError(?: \[\w+\])?: The "url" argument /.test(message)) return { name, shape: { value: A_URL } };
  const shape = shapeOf(wanted, name);
  return shape === null ? undefined : { name, shape };
}

/** `secret must be a string or buffer`: what goes by that name, wherever it comes from. */
function namedPlainly(message: string): Correction | undefined {
  const [, named, wanted] =
    /^(?:\w*Error: )?["'\x60]?([a-z][\w$]*)["'\x60]? (?:must|should|has to) be an? ([^:]+)/.exec(message) ??
    [];
  if (named === undefined || wanted === undefined) return undefined;
  const shape = shapeOf(wanted, named);
  return shape === null ? undefined : { name: anywhere(named), shape };
}

/** A value of the type that `wanted` names, for what goes by `name`; null where that is no such type. */
export function shapeOf(wanted: string, name: string): Shape | null {
  const isBytes = /Buffer|Uint8Array/.test(wanted) && /buf|bytes|data|chunk|slice|body|content/i.test(name);
  if (isBytes) return { make: "buffer" };
  if (/\bstring\b/.test(wanted)) return { value: name.replace(/[^\p{ID_Continue}]+/gu, "-") };
  if (/\b(?:number|integer)\b/.test(wanted)) return { value: 1 };
  if (/\bbigint\b/.test(wanted)) return { make: "bigint" };
  if (/\bboolean\b/.test(wanted)) return { value: true };
  if (/Buffer|TypedArray|DataView|ArrayBuffer|Uint8Array/.test(wanted)) return { make: "buffer" };
  if (/\burl\b/i.test(wanted)) return { make: "url" };
  if (/\bArray\b|array/.test(wanted)) return { make: "list" };
  const instance = INSTANCES.find((known) => new RegExp(`\\b${known}\\b`).test(wanted));
  if (instance !== undefined) return { instanceOf: instance };
  return /\bobject\b/i.test(wanted) ? { make: "object" } : null;
}
