import { inPattern, NAME } from "../../../analysis/source/in-pattern.ts";

/** What a value is taken from, as written: `this.handlers`, `options.hooks[name]`, `map.values()`. */
// Each part begins with a sign that no name has: there is one way to read it, so it is read in linear time.
const TAKEN_FROM = String.raw`(?<![\p{ID_Continue}$.#])(${NAME}(?:\s*\??\.\s*#?${NAME}|\??\.?\[[^[\]\n]*\]|\([^()\n]*\)|!)*)`;

/** Methods that hand each item of a list to a function. */
const EACH = "map|forEach|flatMap|filter|some|every|each";

/**
 * How fakes are called that go by the name `variable` in a text: `handlers[0]` for `for (const handler of handlers)`,
 * `get` for `const read = store.get`. What is called by a variable is known by where its value came from.
 *
 * @param variable An identifier.
 */
export function aliasesOf(variable: string, text: string): string[] {
  // A word's end is where no sign of a name follows: `$` is one too, which `\b` does not know.
  const name = `${inPattern(variable)}(?![\\p{ID_Continue}$])`;
  const found = new Set<string>();
  const add = (
    pattern: string,
    nameOf: (taken: string, match: RegExpMatchArray) => string | undefined,
  ): void => {
    for (const match of text.matchAll(new RegExp(pattern, "gu"))) {
      const alias = nameOf(match[1]!.trim(), match);
      if (alias !== undefined && alias !== variable) found.add(alias);
    }
  };
  const own = String.raw`(?<![\p{ID_Continue}$.#])${name}`;
  add(String.raw`${own}(?:\s*:[^=;\n]{1,80})?\s*=(?![=>])\s*(?:await\s+)?${TAKEN_FROM}`, lastOf);
  // `const handler = isKnown ? store.own() : store.usual();`
  const either = String.raw`${own}(?:\s*:[^=;\n]{1,80})?\s*=(?![=>])(?:[^;?\n]|(?<=[=&|(,][ \t]*)\n|\n(?=\s*[?:&|])){1,300}\?(?![.?])\s*${TAKEN_FROM}`;
  add(either, lastOf);
  add(String.raw`${either}\s*:\s*${TAKEN_FROM}`, (_, match) => lastOf(match[2]!.trim()));
  add(
    String.raw`\{[^{}]{0,300}(?<![\p{ID_Continue}$])([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*:\s*${name}[^{}]{0,300}\}\s*=`,
    lastOf,
  );
  const item = (taken: string): string | undefined => withSuffix(lastOf(taken), "[0]");
  add(String.raw`(?:const|let|var)\s+${name}\s+of\s+${TAKEN_FROM}`, item);
  add(String.raw`${TAKEN_FROM}\.(?:${EACH})\(\s*(?:async\s*)?(?:function\s*)?\(?\s*${name}`, item);
  // What is looped over got an item where it had none.
  if (new RegExp(String.raw`(?:const|let|var)\s+${name}\s+of\b`, "u").test(text)) found.add("item");
  if (new RegExp(String.raw`(?:const|let|var)\s+\[[^\]]{0,90},\s*${name}\s*\]\s+of\b`, "u").test(text))
    found.add("item[1]");
  return [...found];
}

function withSuffix(name: string | undefined, suffix: string): string | undefined {
  return name === undefined ? undefined : name + suffix;
}

// Names and runs of white space are looked for from their beginnings only: from each of their signs would be quadratic.

/** The last name of what was written, with `()` where it is what a call gives. */
function lastOf(taken: string): string | undefined {
  const plain = taken.replace(/(?<![\s!?])[\s!?]+$/u, "");
  const first = /\.\s*(values|keys|entries)\(\)\s*\.\s*next\(\)\s*\.\s*value$/.exec(plain)?.[1];
  if (first !== undefined) return `${first}()[0]`;
  const called = /(?<![\p{ID_Continue}$#])([\p{ID_Continue}$#]+)\s*\([^()]*\)$/u.exec(plain)?.[1];
  if (called !== undefined) return `${called}()`;
  return lastName(plain);
}

/** The last name of a callee as written: `query` of `db.pool().query`, `SEND` of `this[NAMES.SEND]`. */
export function lastName(expression: string): string | undefined {
  const plain = expression.trim();
  if (plain.endsWith("]")) {
    const key =
      /^\[\s*(?:["'`]([^"'`[\]]+)["'`]|(?:[\p{ID_Continue}$#]+\s*\.\s*)*([\p{ID_Continue}$#]+))\s*\]$/u.exec(
        plain.slice(Math.max(0, plain.lastIndexOf("["))),
      );
    return key === null ? undefined : (key[1] ?? (/^\d+$/.test(key[2]!) ? undefined : key[2]));
  }
  const end = plain.endsWith("()") ? plain.length - 2 : plain.length;
  // What is made up may be called by all the way that led to it.
  let start = end;
  while (start > 0 && !isSign(plain.charCodeAt(start - 1))) start--;
  return /(?<![\p{ID_Continue}$#])[\p{ID_Continue}$#]+$/u.exec(plain.slice(start, end))?.[0];
}

/** By code, of ASCII: whether a sign can be part of a name. */
const IN_NAMES = Array.from({ length: 128 }, (_, code) => /[\w$#]/.test(String.fromCharCode(code)));

function isSign(code: number): boolean {
  return IN_NAMES[code] === false;
}
