const words = (text: string): string[] => text.split(/\s+/);

/** Words of a name that tell that the text under it is a secret, whatever it looks like. */
const SECRET = words(
  "password passwords passwd passphrase passcode secret secrets credential credentials authorization cookie cookies cvv cvc",
);
/** Words that have other meanings too: a text of a few letters under them is none. */
const PERHAPS = words("token tokens session jwt");
/** The same, of which longer words are made that tell nothing: `author`, `inside`. */
const WHOLE = new Set(words("auth sid bearer csrf xsrf otp sig pass pw pwd pin"));
/** What makes a secret of a `key`. */
const KEYS =
  /(?:api|private|secret|access|encryption|signing|master|auth|account|shared|session|ssh|licen[cs]e|subscription|client|storage|service|deploy)key$/;
const WHOLE_NAME = /(?:connectionstring|amzsignature)$/;
/** Last words of names that tell something about a secret, and not the secret. */
const ABOUT = new Set(
  words(
    `type types name names expires expiry expiration at in count length url uri endpoint policy required enabled format alg
    algorithm ttl age path domain scope scopes limit min max kind header field prefix date time timeout status location
    provider strategy method mode version index position`,
  ),
);
/** Last words of the names of what is named by its content or its place, and looks like chance. */
const HASH = new Set(
  words(
    `id ids uuid guid etag sha sha1 sha256 sha512 md5 hash hashes checksum digest integrity fingerprint revision rev commit
    commits blob tree ref resolved cursor match`,
  ),
);
/** Values that the settings of programs have under such names. */
const SETTINGS = new Set(
  words(
    `true false null undefined none include omit same-origin required optional basic bearer digest jwt password token session
    cookie pass fail`,
  ),
);
const LEAST_PERHAPS = 6;

/** Whether the text under a name is to be taken for a secret. `apiKey`, `API_KEY`, `x-api-key` and `api key` are the same. */
export function tells(key: string, value: string): boolean {
  const how = howTelling(key);
  if (how === "not" || value === "" || SETTINGS.has(value.toLowerCase())) return false;
  if (how === "secret") return true;
  // A working folder, a socket, a sentence; and counts that are texts.
  return (
    !/\S\s+\S+\s+\S/.test(value) &&
    value.length >= LEAST_PERHAPS &&
    !isAbsolutePath(value) &&
    !/^[\d.,]+$/.test(value)
  );
}

/** Whether a name is that of something that is named by its content or its place. */
export function namesHash(key: string): boolean {
  const parts = wordsOf(key);
  return HASH.has(parts.at(-1) ?? "") || HASH.has(parts.join(""));
}

/** Whether a text is the place of a file, from the root on. */
export function isAbsolutePath(value: string): boolean {
  return value.startsWith("/") || value.startsWith("\\\\") || /^[A-Za-z]:[\\/]/.test(value);
}

/** How much a name tells: `perhaps` where it has other meanings, too. */
export type Telling = "secret" | "perhaps" | "not";

const MOST_KNOWN = 5000;
const known = new Map<string, Telling>();

/** What a name tells of the text under it, whatever that is. */
export function howTelling(key: string): Telling {
  const before = known.get(key);
  if (before !== undefined) return before;
  // Names come again and again.
  if (known.size >= MOST_KNOWN) known.clear();
  const now = key.length > 100 ? "not" : judged(wordsOf(key));
  known.set(key, now);
  return now;
}

function judged(parts: readonly string[]): Telling {
  const last = parts.at(-1);
  if (last === undefined || ABOUT.has(last)) return "not";
  const whole = parts.join("");
  const ends = (list: readonly string[]): boolean =>
    parts.some((part) => list.some((telling) => part.endsWith(telling)));
  if (ends(SECRET) || KEYS.test(whole) || WHOLE_NAME.test(whole) || last === "pass" || last === "pw")
    return "secret";
  return ends(PERHAPS) || parts.some((part) => WHOLE.has(part)) ? "perhaps" : "not";
}

/** Of `clientSecret`, `CLIENT_SECRET`, `client-secret` and `APISecret`. */
function wordsOf(key: string): string[] {
  return key
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, "$1$3 $2$4")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}
