import { inPattern } from "../../../analysis/source/in-pattern.ts";
import { EXPRESSION_AT_MOST, expressionAt, listAt } from "./expression-end.ts";

/** The environment is handed on as a whole: `Env.parse(process.env)`, `cleanEnv(process.env, { … })`, `{ ...process.env }`. */
const WHOLE = /\bprocess\s*\.\s*env\b(?!\s*(?:\??\.|\[|=[^=]))/g;
/** A variable with what makes its validator: `DATABASE_URL: z.string()`, `PORT: port({ … })`. */
const VARIABLE = /(?<![\w$.])["']?([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)["']?\s*:\s*(?=[A-Za-z_$][\w$.]*\s*\()/g;
/** What may be left out, or has a value of its own. */
const OPTIONAL = /\b(?:optional|default|nullish|catch|prefault)\s*\(|\bdefault\s*:/;

/** So many places that hand the environment on are looked at, and so many names around each. */
const PLACES_AT_MOST = 20;
const NAMES_AT_MOST = 30;

/** What a variable is of which the schema says no more. */
export interface Otherwise {
  /** By its name alone. */
  readonly valueOf: (name: string) => string;
  /** Whether it says how the program runs: it is nothing, or what says that all is as usual. */
  readonly isMode: (name: string) => boolean;
}

/**
 * Values for the variables that a schema asks for which a text gives the environment as a whole: of zod, valibot, joi, yup,
 * envalid and whatever else names a variable and makes its validator by calls. Those that may be left out are.
 */
export function environmentOfSchemas(text: string, otherwise: Otherwise): Record<string, string> {
  const found: Record<string, string> = {};
  for (const schema of schemasIn(text)) {
    for (const { 0: key, 1: name = "", index } of schema.matchAll(VARIABLE)) {
      const validator = expressionAt(schema, index + key.length);
      if (!OPTIONAL.test(validator)) found[name] = valueFor(validator, name, otherwise);
    }
  }
  return found;
}

/** What the calls are given that are given the environment, what they are called on, and what the names in both stand for. */
function schemasIn(text: string): Set<string> {
  const schemas = new Set<string>();
  for (const { index } of [...text.matchAll(WHOLE)].slice(0, PLACES_AT_MOST)) {
    const open = openBefore(text, index);
    if (open === null) continue;
    const call = `${calleeBefore(text, open)}(${listAt(text, open + 1)})`;
    schemas.add(call);
    const names = new Set([...call.matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*/g)].map(([name]) => name));
    for (const name of [...names].slice(0, NAMES_AT_MOST)) {
      const declared = new RegExp(
        String.raw`\b(?:const|let|var)\s+${inPattern(name)}\s*(?::[^=;]{1,200})?=(?!=)`,
      ).exec(text);
      if (declared !== null) schemas.add(expressionAt(text, declared.index + declared[0].length));
    }
  }
  return schemas;
}

/** Where the bracket of the call opens that something is given to; null where it is given to none. */
function openBefore(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from - 1; at >= Math.max(0, from - EXPRESSION_AT_MOST); at--) {
    const sign = text[at]!;
    if (")]}".includes(sign)) depth++;
    else if ("([{".includes(sign) && depth > 0) depth--;
    else if (sign === "(") return at;
    else if (sign === ";" && depth === 0) return null;
  }
  return null;
}

/** What is called at an open bracket: `z.object({ … }).parse`. */
function calleeBefore(text: string, open: number): string {
  let depth = 0;
  let at = open;
  while (at > Math.max(0, open - EXPRESSION_AT_MOST)) {
    const sign = text[at - 1]!;
    const isOpening = "([{".includes(sign);
    if (isOpening && depth === 0) break;
    if (isOpening) depth--;
    else if (")]}".includes(sign)) depth++;
    else if (depth === 0 && !/[\w$.?!]/.test(sign) && !isWithinChain(text, at)) break;
    at--;
  }
  return text.slice(at, open);
}

/** Whether the white space before an offset stands within a chain: before a point that begins a line. */
function isWithinChain(text: string, at: number): boolean {
  return /\s/.test(text[at - 1]!) && /^\s*\??\./.test(text.slice(at - 1, at + 100));
}

/** Of what a program may run in, what it usually does. */
const USUAL = /^(?:production|prod|live|info|warn|error|silent|none|off|no|false|0)$/i;

function valueFor(validator: string, name: string, { valueOf, isMode }: Otherwise): string {
  const isSwitch = isMode(name);
  const asks = (words: string): boolean => new RegExp(String.raw`\b(?:${words})\s*\(`, "i").test(validator);
  const choices =
    /\b(?:enum|picklist|oneOf|valid|equal|literal|union|choices)\b[^"'`]{0,80}?(["'`][^)\]]*)/.exec(
      validator,
    )?.[1] ?? "";
  const quoted = [...choices.matchAll(/["'`]([^"'`]*)["'`]/g)].map(([, one]) => one!);
  const choice = (isSwitch ? quoted.find((one) => USUAL.test(one)) : undefined) ?? quoted[0];
  if (choice !== undefined) return choice;
  if (asks("url|uri|httpUrl")) return valueOf(/(?:^|_)(?:UR[LI]|DSN)$/.test(name) ? name : `${name}_URL`);
  if (asks("email")) return "somebody@localhost.test";
  if (asks("uuid|guid")) return "00000000-0000-4000-8000-000000000000";
  if (asks("port")) return "8080";
  if (asks("bool|boolean|stringbool")) return isSwitch ? "false" : "true";
  if (asks("ipv4|ip")) return "127.0.0.1";
  if (asks("datetime|date|isoDateTime|isoDate|isoTimestamp")) return "2000-01-01T00:00:00Z";
  if (asks("json")) return "{}";
  if (asks("num|number|int|integer|bigint|decimal") || /\b(?:Number|parseInt|parseFloat)\b/.test(validator)) {
    return /\b(?:min|gte|minValue)\s*\(\s*(\d+)/.exec(validator)?.[1] ?? (isSwitch ? "0" : "1");
  }
  const prefix = /\bstartsWith\s*\(\s*["'`]([^"'`]*)/.exec(validator)?.[1] ?? "";
  const suffix = /\bendsWith\s*\(\s*["'`]([^"'`]*)/.exec(validator)?.[1] ?? "";
  const length = Number(/\b(?:length|min|minLength)\s*\(\s*(\d{1,4})\s*[,)]/.exec(validator)?.[1] ?? 0);
  const most = Number(/\b(?:length|max|maxLength)\s*\(\s*(\d{1,4})\s*[,)]/.exec(validator)?.[1] ?? Infinity);
  const plain = `${prefix}${isSwitch ? "" : valueOf(name)}`;
  return `${plain.padEnd(length - suffix.length, "0").slice(0, most)}${suffix}`;
}
