import { inPattern } from "../../../../analysis/source/in-pattern.ts";
import { framesOf, stackOf } from "../../io/call-site.ts";
import { lastName } from "../../io/last-name.ts";
import type { Shape } from "../stand-ins.ts";
import type { Correction } from "./correction.ts";
import { FAKE_NAME } from "./fake-name.ts";

/** The scheme that an error says a URL has: `ldap` of "… is an invalid LDAP URL", `redis` of "it must begin with redis://". */
function schemeIn(message: string): string {
  const [, written, named] =
    /(?<![\w+.-])([a-z][a-z\d+.-]*):\/\/|\b([A-Z]{2,6}?)S? UR[LI]\b/.exec(message) ?? [];
  return (written ?? named)?.toLowerCase() ?? "http";
}

/** What a made-up date is, as JSON has it. */
const DATE = new Date(0).toISOString();

/** Names of what is a URL. */
const URL_NAME = /(?:^|[._])(?:\w*(?:url|uri|href|endpoint|origin))$/i;

/** What text, of the fake `lastText`, should have been that could not be read as what it should be. */
export function wrongText(message: string, lastText: string): Correction | undefined {
  if (lastText === "") return undefined;
  if (/is not valid JSON/.test(message)) return { name: lastText, shape: { make: "json" } };
  if (/Invalid time value|Invalid [Dd]ate/.test(message)) return { name: lastText, shape: { value: DATE } };
  const isUrl =
    /Invalid URL|Failed to parse URL/.test(message) ||
    (/protocol|\burl\b|\buri\b/i.test(message) && URL_NAME.test(lastText));
  if (isUrl) return { name: lastText, shape: { value: `${schemeIn(message)}://localhost/` } };
  return undefined;
}

/** The text that could not be read as JSON, or as a URL, where it is a name: that of what it was made up for. */
export function quotedName(message: string): string {
  const patterns = [`, "${FAKE_NAME}" is not valid JSON`, `Failed to parse URL from ${FAKE_NAME}$`];
  return (
    patterns.map((one) => new RegExp(one, "u").exec(message)?.[1]).find((name) => name !== undefined) ?? ""
  );
}

/** `new Request(request, …)`: what the web's own class is given is a request itself, where more of it is read than its text. */
export function requestGiven(
  error: unknown,
  message: string,
  textOf: (file: string) => string | null,
): Correction | undefined {
  const name = new RegExp(`Failed to parse URL from ${FAKE_NAME}$`, "u").exec(message)?.[1];
  if (name === undefined) return undefined;
  const own = inPattern(lastName(name));
  const isMade = new RegExp(String.raw`\bnew\s+Request\(\s*(?:[\p{ID_Continue}$]+\.)*${own}\s*[,)]`, "u");
  const isRead = new RegExp(
    String.raw`(?<![\p{ID_Continue}$])${own}\s*\.\s*(?:clone|headers|method|body|arrayBuffer|blob|formData|json|text)\b`,
    "u",
  );
  const isRequest = framesOf(stackOf(error)).some(({ file, line }) => {
    const text = textOf(file);
    return text !== null && isMade.test(text.split("\n")[line - 1] ?? "") && isRead.test(text);
  });
  return isRequest ? { name, shape: { instanceOf: "Request" } } : undefined;
}

/** What a line of the source parses: `record.body` of `JSON.parse(record.body)`. */
const PARSED =
  /\bJSON\s*\.\s*parse\s*\(\s*(?:[\p{ID_Continue}$#]+\s*[?!]?\.\s*)*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:!\s*)?[,)]/u;

/** What was to be JSON and is another text than was made up last, of which the error has only the beginning: as the source calls it. */
export function parsedName(
  error: unknown,
  message: string,
  lastText: string,
  textOf: (file: string) => string | null,
): string {
  const beginning = /, "([^"]+)"(?:\.\.\.)? is not valid JSON$/.exec(message)?.[1];
  if (beginning === undefined || lastText.startsWith(beginning)) return "";
  const frame = framesOf(stackOf(error)).find(({ file }) => textOf(file) !== null);
  const line = frame === undefined ? undefined : textOf(frame.file)?.split("\n")[frame.line - 1];
  const name = PARSED.exec(line ?? "")?.[1];
  return name === undefined ? "" : `*.${name}`;
}

/** The name of what was made up as a text that could not be read as JSON then: the error has that text, or where it begins. */
export function textThatIsNoJson(message: string, shapes: ReadonlyMap<string, Shape>): string | undefined {
  const [, quoted, isCut] = /, "([^"]+)"(\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  if (quoted === undefined) return undefined;
  for (const [name, shape] of shapes) {
    if (!("value" in shape) || typeof shape.value !== "string") continue;
    if (isCut === undefined ? shape.value === quoted : shape.value.startsWith(quoted)) return name;
  }
  return undefined;
}

/** The text that could not be read as a URL, which may be that of a parameter: its name. */
export function inputOf(error: unknown): string {
  const input: unknown = error instanceof TypeError && "input" in error ? error.input : "";
  return typeof input === "string" && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(input) ? input : "";
}
