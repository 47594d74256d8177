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
const DEFAULT_BEHIND = /^\s*\)?\s*(?:\?\?|\|\|)\s*(?:\d|"[^"]|'[^']|`[^`])/;

/** Characters of what stands around that are looked at. */
const WIDTH = 20;

/** Values for the variables that a text reads of the environment, but for those that are set or have a default there. */
export function environmentIn(text: string, isSet: (name: string) => boolean): Record<string, string> {
  const names = [...text.matchAll(READ)].flatMap(({ 0: read, 1: plain, 2: quoted, index }) => {
    const end = index + read.length;
    const isAsked =
      ASKED_BEFORE.test(text.slice(Math.max(0, index - WIDTH), index)) ||
      ASKED_BEHIND.test(text.slice(end, end + WIDTH));
    return isAsked || DEFAULT_BEHIND.test(text.slice(end, end + WIDTH)) ? [] : [plain ?? quoted!];
  });
  for (const [, pattern = ""] of text.matchAll(TAKEN)) {
    for (const part of pattern.split(",")) {
      const name = /^\s*([A-Za-z_]\w*)\s*(?::[^=]*)?$/.exec(part)?.[1];
      if (name !== undefined) names.push(name);
    }
  }
  const missing = names.filter((name) => !isSet(name) && !MODES.test(name));
  const asked = Object.entries(
    environmentOfSchemas(text, { valueOf, isMode: (name) => MODES.test(name) }),
  ).filter(([name]) => !isSet(name));
  return Object.fromEntries([...missing.map((name) => [name, valueOf(name)] as const), ...asked]);
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
