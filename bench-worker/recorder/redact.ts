import {
  HEADER,
  isKnownKey,
  JSON_WEB_TOKEN,
  MAY_BE_HEADER,
  prefixLength,
  PRIVATE_KEY,
  URL_PASSWORD,
} from "./key-shapes.ts";
import { looksRandom } from "./looks-random.ts";
import { standInMaker } from "./same-shape.ts";
import { howTelling, isAbsolutePath, namesHash, tells } from "./telling-keys.ts";

/** Takes secrets out of texts. */
export interface Redactor {
  /**
   * The text with a stand-in of the same shape and length in the place of each secret in it. Equal secrets have equal
   * stand-ins within one redactor. What is no text but bytes may be given with a character a byte, and comes back so.
   *
   * @param key The name that it stands under, where it has one: its property, the header or option before it in a list.
   */
  text(value: string, key?: string): string;
  /** How many stand-ins it has put in. */
  readonly count: number;
}

/** What a redactor knows beforehand. */
export interface RedactorParts {
  /** That of the process: what has a telling name there is a secret wherever it occurs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** As `Math.random`, which programs may have replaced or seeded; it is not asked before the first secret. */
  readonly random: () => number;
}

/** Part of a text that is to be replaced. */
interface Secret {
  readonly start: number;
  readonly end: number;
  /** What is put there; a stand-in where it is left out. */
  readonly by?: string;
}

/** Where neither a name nor the environment tells anything, shorter texts have no secret that could be seen. */
const SHORTEST = 12;
const LEAST_ENVIRONMENT = 6;
const LEAST_PLAIN_WORD = 16;
/** Characters of texts of which it is known what is put in their place: the same ones are met again and again. */
const KNOWN_AT_MOST = 2_000_000;
/** A word that may be a key of some service, or chance's. */
const WORDS = /[\w+/.~-]{16,}={0,2}/g;
const PARTS = /[\w-]{16,}/g;
const BASE64 = /^(?=.*[+/=])[A-Za-z\d+/]{30,}={0,2}$/;
/** Before a word: it is named by its content, as in `sha256:…`. */
const HASH_BEFORE = /(?:sha-?\d{1,3}|md5|([\w.-]{1,40}))["']?\s?[:=/-]\s?["']?(?:W\/)?"?$/;
/** A text that is nothing but a private key or a token that others take apart. */
const FRAMED = /^\s*-----BEGIN |^(?:Bearer\s+)?eyJ[\w-]+\.eyJ[\w.-]+$/i;
const HASH_WORD = /^(?:sha-?\d{1,3}|md5)-/;
const COOKIE_SETTINGS = /^\s*(?:path|domain|expires|max-age|samesite|priority|version)$/i;

/** Makes a {@link Redactor}. */
export function createRedactor({ environment, random }: RedactorParts): Redactor {
  const standIn = standInMaker(random);
  const ofEnvironment = secretsIn(environment);
  let count = 0;

  const put = (secret: string): string => {
    count++;
    const kept = prefixLength(secret);
    return secret.slice(0, kept) + standIn(secret.slice(kept));
  };

  const replaced = (text: string, secrets: Secret[]): string => {
    if (secrets.length === 0) return text;
    // Those that were found first count more where they begin at one place.
    secrets.sort((left, right) => left.start - right.start);
    let made = "";
    let at = 0;
    for (const { start, end, by } of secrets) {
      const from = Math.max(start, at);
      if (from >= end) continue;
      made += text.slice(at, from);
      if (by === undefined || from > start) made += put(text.slice(from, end));
      else {
        count++;
        made += by;
      }
      at = end;
    }
    return made + text.slice(at);
  };

  /** With another secret in it, so that whoever takes it apart still can. */
  const encoded = (
    text: string,
    encoding: "base64" | "base64url",
    change: (text: string) => string,
  ): string => {
    const made = Buffer.from(change(Buffer.from(text, encoding).toString("latin1")), "latin1").toString(
      encoding,
    );
    return made.padEnd(text.length, "=").slice(0, text.length);
  };

  const basic = (value: string): string | null => {
    const plain = Buffer.from(value, "base64").toString("latin1");
    const colon = plain.indexOf(":");
    if (!/^[\x20-\xff]*$/.test(plain) || colon < 0 || colon === plain.length - 1) return null;
    return encoded(value, "base64", () => plain.slice(0, colon + 1) + standIn(plain.slice(colon + 1)));
  };

  const shapes = (text: string, key: string): Secret[] => {
    const secrets: Secret[] = [];
    const group = (match: RegExpMatchArray, before: number, length: number, by?: string): void => {
      const start = match.index! + before;
      secrets.push({ start, end: start + length, ...(by === undefined ? {} : { by }) });
    };
    for (const secret of ofEnvironment) {
      for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
        secrets.push({ start: at, end: at + secret.length });
      }
    }
    if (text.includes("PRIVATE KEY")) {
      for (const match of text.matchAll(PRIVATE_KEY)) {
        group(match, 0, match[0].length, match[1]! + standIn(match[2]!));
      }
    }
    if (text.includes("eyJ")) {
      for (const match of text.matchAll(JSON_WEB_TOKEN)) {
        const [, head, claims, signature] = match as unknown as [string, string, string, string];
        const by = head + encoded(claims, "base64url", (plain) => redactor.text(plain));
        group(match, 0, by.length, by);
        group(match, head.length + claims.length + 1, signature.length);
      }
    }
    if (text.includes("://")) {
      for (const match of text.matchAll(URL_PASSWORD)) group(match, match[1]!.length, match[2]!.length);
    }
    for (const match of MAY_BE_HEADER.test(text) ? text.matchAll(HEADER) : []) {
      const [, scheme, space, value] = match as unknown as [string, string, string, string];
      const before = scheme.length + space.length;
      if (scheme.toLowerCase() === "basic") {
        const by = basic(value);
        if (by !== null) group(match, before, value.length, by);
      } else if (/\d/.test(value) && !value.startsWith("eyJ")) group(match, before, value.length);
    }
    named(text, secrets);
    for (const { index, 0: word } of text.matchAll(WORDS)) wordSecrets(text, word, index, key, secrets);
    return secrets;
  };

  const redacted = (value: string, key: string): string => {
    if (key !== "" && tells(key, value)) return wholly(value, key);
    if (value.length < SHORTEST && !ofEnvironment.some((secret) => value.includes(secret))) {
      return /[:=]/.test(value) ? replaced(value, named(value, [])) : value;
    }
    return replaced(value, shapes(value, key));
  };

  /** What texts have become, by the names that they stand under, and how many stand-ins are in that. */
  const known = new Map<string, { readonly made: string; readonly standIns: number }>();
  let characters = 0;

  const redactor: Redactor = {
    text(value, key = "") {
      if (value === "") return value;
      const both = `${key}\n${value}`;
      const before = known.get(both);
      if (before !== undefined) {
        count += before.standIns;
        return before.made;
      }
      const standIns = count;
      const made = redacted(value, key);
      characters += both.length;
      if (characters > KNOWN_AT_MOST) {
        known.clear();
        characters = both.length;
      }
      known.set(both, { made, standIns: count - standIns });
      return made;
    },
    get count() {
      return count;
    },
  };

  /** A text that is a secret as a whole; of a list of cookies the names stay, and of a key what frames it. */
  const wholly = (value: string, key: string): string => {
    const scheme = /^Basic\s+/i.exec(value)?.[0];
    const ofBasic = scheme === undefined ? null : basic(value.slice(scheme.length));
    if (ofBasic !== null) return replaced(value, [{ start: scheme!.length, end: value.length, by: ofBasic }]);
    if (FRAMED.test(value)) return replaced(value, shapes(value, key));
    return replaced(value, secretsOfNamed(key, value));
  };

  return redactor;
}

/** Values of the environment that are secrets. Those that are words of everyday's are none where they stand in others. */
function secretsIn(environment: RedactorParts["environment"]): string[] {
  const secrets = Object.entries(environment).flatMap(([name, value = ""]) => {
    if (value.length < LEAST_ENVIRONMENT || isAbsolutePath(value)) return [];
    const isWord = /^(?:[a-z-]+|[A-Z_-]+|\d+)$/.test(value) && value.length < LEAST_PLAIN_WORD;
    return (tells(name, value) && !isWord) || looksRandom(value) ? [value] : [];
  });
  return [...new Set(secrets)].sort((left, right) => right.length - left.length);
}

/** Adds what is named as a secret within a text: `"password":"…"`, `password=…&`, `Authorization: …`. */
function named(text: string, secrets: Secret[]): Secret[] {
  if (!MAY_NAME.test(text)) return secrets;
  let done = 0;
  for (const { index } of text.matchAll(/[:=]/g)) {
    if (index < done) continue;
    const { name, isQuoted, isApart } = nameBefore(text, index);
    const telling = name === "" ? "not" : howTelling(name);
    if (telling === "not") continue;
    const [all, space, opening] = AFTER.exec(text.slice(index + 1, index + 12)) as unknown as [
      string,
      string,
      string,
    ];
    if (isQuoted && opening === "") continue;
    const start = index + 1 + all.length;
    const rest = text.slice(start, start + LONGEST_NAMED);
    const isAssigned = text[index] === "=";
    const isHeader = !isQuoted && !isAssigned && HEADERS.test(name) && isLineStart(text, index - name.length);
    const isSure = isHeader || (isAssigned ? !isApart && space === "" : telling === "secret");
    const value = opening === "" ? plainValue(rest, isHeader, isSure, isAssigned) : upTo(rest, opening);
    done = start + value.length;
    // Where a value is yet to be put is none.
    if (/^[$%:?@<{*[(]/.test(value) || !tells(name, value)) continue;
    for (const { start: from, end } of secretsOfNamed(name, value)) {
      secrets.push({ start: start + from, end: start + end });
    }
  }
  return secrets;
}

/** Some name that tells has one of these in it. */
const MAY_NAME =
  /pass|pwd|pw|pin|secret|credential|auth|cookie|cvv|cvc|token|session|jwt|sig|sid|bearer|[cx]srf|otp|key|string/i;
/** What comes between the sign behind a name and its value: `=>`, spaces, a quote that may be escaped. */
const AFTER = /^[=>]?( *)(\\?["'`]|)/;
const HEADERS = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]+)$/i;
const LONGEST_NAMED = 10_000;
const LONGEST_NAME = 64;

/** The name that ends before a sign, whether it stands in quotes, and whether there is a space between. */
function nameBefore(text: string, sign: number): { name: string; isQuoted: boolean; isApart: boolean } {
  let end = sign;
  const isApart = text[end - 1] === " ";
  if (isApart) end--;
  const isQuoted = text[end - 1] === '"' || text[end - 1] === "'";
  if (isQuoted) end -= text[end - 2] === "\\" ? 2 : 1;
  let start = end;
  while (start > 0 && end - start < LONGEST_NAME && /[\w.-]/.test(text[start - 1]!)) start--;
  return { name: text.slice(start, end), isQuoted, isApart };
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r";
}

function upTo(text: string, sign: string): string {
  const end = text.indexOf(sign);
  return end < 0 ? text : text.slice(0, end);
}

/** A value without quotes; none where it is not sure to be one: prose and code have colons, too. */
function plainValue(rest: string, isHeader: boolean, isSure: boolean, isAssigned: boolean): string {
  if (isHeader) return /^[^\r\n]*/.exec(rest)![0];
  if (!isSure) return "";
  const value = /^[^\s&;,"'`<>()[\]{}|\\]*/.exec(rest)![0];
  return isAssigned || (/\d/.test(value) && value.length >= LEAST_ENVIRONMENT) ? value : "";
}

function secretsOfNamed(name: string, value: string): Secret[] {
  return /cookies?$/i.test(name) && value.includes("=")
    ? cookies(value)
    : [{ start: prefixLength(value), end: value.length }];
}

/** The values in a `Cookie` or `Set-Cookie` header. */
function cookies(header: string): Secret[] {
  return [...header.matchAll(/(?:^|[;,])([^=;,]*)=([^;,]*)/g)]
    .filter(([, name, value]) => value !== "" && !COOKIE_SETTINGS.test(name!))
    .map((match) => {
      const end = match.index + match[0].length;
      return { start: end - match[2]!.length, end };
    });
}

/** Adds a word if it is a key, or the parts of it that are. */
function wordSecrets(text: string, word: string, index: number, key: string, secrets: Secret[]): void {
  const isHash = (at: number): boolean => {
    if (namesHash(key)) return true;
    const before = HASH_BEFORE.exec(text.slice(Math.max(0, at - 50), at));
    return before !== null && (before[1] === undefined || namesHash(before[1]));
  };
  const add = (part: string, at: number, isKey: boolean): boolean => {
    if (!isKey && (!looksRandom(part.replace(/(?<!=)=+$/, "")) || isHash(at))) return false;
    secrets.push({ start: at, end: at + part.length });
    return true;
  };
  if (HASH_WORD.test(word)) return;
  if (isKnownKey(word)) add(word, index, true);
  else if (BASE64.test(word) && add(word, index, false)) return;
  else for (const { index: at, 0: part } of word.matchAll(PARTS)) add(part, index + at, isKnownKey(part));
}
