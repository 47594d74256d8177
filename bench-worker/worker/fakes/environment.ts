import { inPattern } from "../../../analysis/source/in-pattern.ts";
import { environmentOfSchemas } from "./environment-schema.ts";

/** `process.env.API_KEY`, `process.env["API_KEY"]`. */
const READ =
  /\bprocess\s*\.\s*env\s*(?:\.\s*([A-Za-z_]\w*)(?!\w)|\[\s*["']([A-Za-z_]\w*)["']\s*\])(?!\s*=[^=])/g;
/** `const { API_KEY, HOST = "localhost" } = process.env`. */
const TAKEN = /\{([^{}]*)\}\s*=\s*process\s*\.\s*env\b/g;

const NUMBER = /(?:^|_)(?:PORT|TIMEOUT|LIMIT|COUNT|SIZE|MAX|MIN|CONCURRENCY|RETRIES|TTL|SECONDS|MS)$/;
const URL_NAME = /(?:^|_)(?:URL|URI|ENDPOINT|ORIGIN|DSN|BASE)$/;
/** What says how a program runs: where nobody says so, it runs as it does by default. */
const MODES =
  /^(?:NODE_|CI$|DEBUG|NO_|FORCE_|VERBOSE|LOG_LEVEL$|TERM$|npm_)|(?:^|_)(?:DRY|SKIP|DISABLED?|ENABLED?|MOCK|OFFLINE|READ_?ONLY|TEST)(?:_|$)/;
/** Before and behind a read that only asks whether something is set, or what: a switch, which is left as it is. */
const ASKED_BEFORE = /(?:!|\b(?:if|while)\s*\(\s*)$/;
const ASKED_BEHIND = /^\s*(?:[!=]==?|&&|\?(?![.?]))/;
/** Behind a read that has a default, which is something: `process.env.SIZE ?? 4`, `Number(process.env.SIZE) || 4`. */
const DEFAULT_BEHIND = /^\s*(?:\)\s*)?(?:\?\?|\|\|)\s*(?:\d|"[^"]|'[^']|`[^`])/;

/** What parses a text as JSON that follows, from Base64 where it is kept so. */
const PARSING = String.raw`\bJSON\s*\.\s*parse\s*\(\s*(atob\s*\(\s*|Buffer\s*\.\s*from\s*\(\s*)?`;
const PARSED_BEFORE = new RegExp(`${PARSING}$`);
const FROM_BASE64 = /^[^,;()]*,\s*["']base64/;
/** Before a read that a variable is given. */
const NAMED_BEFORE = /\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=;]{1,80})?=\s*$/;
const EMPTY_JSON = "{}";

/** Characters of what stands around that are looked at. */
const WIDTH = 40;
const WIDTH_BEFORE = 120;

/** Values for the variables that a text reads of the environment, but for those that are set or have a default there. */
export function environmentIn(text: string, isSet: (name: string) => boolean): Record<string, string> {
  const found = [...text.matchAll(READ)].flatMap(({ 0: read, 1: plain, 2: quoted, index }) => {
    const end = index + read.length;
    const before = text.slice(Math.max(0, index - WIDTH_BEFORE), index);
    const behind = text.slice(end, end + WIDTH);
    const name = plain ?? quoted!;
    if (ASKED_BEFORE.test(before) || ASKED_BEHIND.test(behind) || DEFAULT_BEHIND.test(behind)) return [];
    const variable = NAMED_BEFORE.exec(before)?.[1];
    const json =
      variable === undefined ? jsonFor(PARSED_BEFORE.exec(before), behind) : jsonOf(variable, text);
    return [[name, json ?? valueOf(name)] as const];
  });
  for (const [, pattern = ""] of text.matchAll(TAKEN)) {
    for (const part of pattern.split(",")) {
      const [, name, variable] = /^\s*([A-Za-z_]\w*)\s*(?::\s*([\w$]*)[^=]*)?$/.exec(part) ?? [];
      if (name !== undefined) found.push([name, jsonOf(variable ?? name, text) ?? valueOf(name)]);
    }
  }
  const missing = found.filter(([name]) => !isSet(name) && !MODES.test(name));
  const asked = Object.entries(
    environmentOfSchemas(text, { valueOf, isMode: (name) => MODES.test(name) }),
  ).filter(([name]) => !isSet(name));
  return Object.fromEntries([...missing, ...asked]);
}

/** A value for what a text puts into a variable of its own and parses as JSON; undefined where it does not. */
function jsonOf(variable: string, text: string): string | undefined {
  const parsed = new RegExp(`${PARSING}${inPattern(variable)}(?![\\w$])`).exec(text);
  const end = (parsed?.index ?? 0) + (parsed?.[0].length ?? 0);
  return jsonFor(parsed, text.slice(end, end + WIDTH));
}

/** The same by what stands before it, as {@link PARSING} has it, and behind. */
function jsonFor(parsed: RegExpExecArray | null, behind: string): string | undefined {
  if (parsed === null) return undefined;
  const decoder = parsed[1];
  const isEncoded = decoder !== undefined && (decoder.startsWith("atob") || FROM_BASE64.test(behind));
  return isEncoded ? Buffer.from(EMPTY_JSON).toString("base64") : EMPTY_JSON;
}

/** Addresses by what the variable's name says of who is there. */
const ADDRESSES: readonly (readonly [RegExp, string])[] = [
  [/SMTP|MAIL/, "smtp://localhost/"],
  [/REDIS|VALKEY|KEYDB/, "redis://localhost/"],
  [/MONGO/, "mongodb://localhost/database"],
  [/MYSQL|MARIA/, "mysql://localhost/database"],
  [/AMQP|RABBIT/, "amqp://localhost/"],
  [/NATS/, "nats://localhost/"],
  [/DATABASE|POSTGRES|(?:^|_)(?:PG|DB)(?:_|$)/, "postgres://localhost/database"],
  [/SENTRY/, "https://key@localhost/1"],
  [/(?:^|_)WSS?(?:_|$)|SOCKET/, "ws://localhost/"],
];

function valueOf(name: string): string {
  if (URL_NAME.test(name)) return ADDRESSES.find(([names]) => names.test(name))?.[1] ?? "http://localhost/";
  return NUMBER.test(name) ? "1" : name;
}
