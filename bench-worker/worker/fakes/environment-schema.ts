/** The environment is handed on as a whole: `Env.parse(process.env)`, `cleanEnv(process.env, { … })`, `{ ...process.env }`. */
const WHOLE = /\bprocess\s*\.\s*env\b(?!\s*(?:\??\.|\[|=[^=]))/;
/** A variable with what makes its validator: `DATABASE_URL: z.string()`, `PORT: port({ … })`. */
const VARIABLE = /(?<![\w$.])["']?([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)["']?\s*:\s*(?=[A-Za-z_$][\w$.]*\s*\()/g;
/** What may be left out, or has a value of its own. */
const OPTIONAL = /\b(?:optional|default|nullish|catch|prefault)\s*\(|\bdefault\s*:/;

/**
 * Values for the variables that a schema asks for in a text which hands the environment on as a whole: of zod, valibot, joi,
 * yup, envalid and whatever else names a variable and makes its validator by calls. Those that may be left out are.
 *
 * @param otherwise What a variable is of which the schema says nothing but that it is text, by its name.
 */
export function environmentOfSchemas(
  text: string,
  otherwise: (name: string) => string,
): Record<string, string> {
  if (!WHOLE.test(text)) return {};
  const found: Record<string, string> = {};
  for (const { 0: key, 1: name = "", index } of text.matchAll(VARIABLE)) {
    const validator = expressionAt(text, index + key.length);
    if (!OPTIONAL.test(validator)) found[name] = valueFor(validator, name, otherwise);
  }
  return found;
}

function valueFor(validator: string, name: string, otherwise: (name: string) => string): string {
  const asks = (words: string): boolean => new RegExp(String.raw`\b(?:${words})\s*\(`, "i").test(validator);
  const choice =
    /\b(?:enum|picklist|oneOf|valid|equal|literal|union|choices)\b[^"'`]{0,80}?["'`]([^"'`]*)["'`]/.exec(
      validator,
    )?.[1];
  if (choice !== undefined) return choice;
  if (asks("url|uri|httpUrl")) return otherwise(/(?:^|_)(?:UR[LI]|DSN)$/.test(name) ? name : `${name}_URL`);
  if (asks("email")) return "somebody@localhost.test";
  if (asks("uuid|guid")) return "00000000-0000-4000-8000-000000000000";
  if (asks("port")) return "8080";
  if (asks("bool|boolean|stringbool")) return "true";
  if (asks("ipv4|ip")) return "127.0.0.1";
  if (asks("datetime|date|isoDateTime|isoDate|isoTimestamp")) return "2000-01-01T00:00:00Z";
  if (asks("json")) return "{}";
  if (asks("num|number|int|integer|bigint|decimal") || /\b(?:Number|parseInt|parseFloat)\b/.test(validator)) {
    return /\b(?:min|gte|minValue)\s*\(\s*(\d+)/.exec(validator)?.[1] ?? "1";
  }
  const prefix = /\bstartsWith\s*\(\s*["'`]([^"'`]*)/.exec(validator)?.[1] ?? "";
  const suffix = /\bendsWith\s*\(\s*["'`]([^"'`]*)/.exec(validator)?.[1] ?? "";
  const length = Number(/\b(?:length|min|minLength)\s*\(\s*(\d{1,4})\s*[,)]/.exec(validator)?.[1] ?? 0);
  const most = Number(/\b(?:length|max|maxLength)\s*\(\s*(\d{1,4})\s*[,)]/.exec(validator)?.[1] ?? Infinity);
  const plain = `${prefix}${otherwise(name)}`;
  return `${plain.padEnd(length - suffix.length, "0").slice(0, most)}${suffix}`;
}

/** The expression that begins at an offset: up to the comma, the bracket or the semicolon that ends it. */
function expressionAt(text: string, from: number): string {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (quote !== "") {
      if (sign === "\\") at++;
      else if (sign === quote) quote = "";
    } else if ("\"'`".includes(sign)) quote = sign;
    else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && depth-- === 0) return text.slice(from, at);
    else if ((sign === "," || sign === ";") && depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}
