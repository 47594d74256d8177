const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const HEX_LETTERS = "abcdef";
/** What other languages' letters, and the bytes of a text that is none, are replaced by: so many from `à` on. */
const FIRST_OTHER = 0xe0;
const OTHERS = 23;
/** An escape of a URL or a string: another letter in it would make another escape, or none. */
const PARTS = /%[\dA-Fa-f]{2}|\\(?:u[\dA-Fa-f]{4}|.)|[a-z]|[A-Z]|\d|[\u0080-\uFFFF]/g;
const HEXADECIMAL = /^(?=.*\d)(?:[\da-f]+|[\dA-F]+)$/;
const LEAST_HEXADECIMAL = 8;
const TRIES = 8;
const MOST_KNOWN = 20_000;
const LONGEST_KNOWN = 10_000;

/**
 * Makes stand-ins for secrets: drawn at random and remembered, so that nothing of a secret but its shape and length goes into
 * its stand-in, and equal secrets have equal ones.
 *
 * @param random As `Math.random`. It need not be hard to foretell: what it gives has nothing to do with the secrets.
 */
export function standInMaker(random: () => number): (secret: string) => string {
  const known = new Map<string, string>();
  const used = new Set<string>();
  const below = (limit: number): number => Math.floor(random() * limit);

  const draw = (secret: string): string => {
    const letters = secret.length >= LEAST_HEXADECIMAL && HEXADECIMAL.test(secret) ? HEX_LETTERS : LETTERS;
    return secret.replaceAll(PARTS, (part) => {
      if (part.length > 1) return part;
      if (part >= "a" && part <= "z") return letters[below(letters.length)]!;
      if (part >= "A" && part <= "Z") return letters[below(letters.length)]!.toUpperCase();
      return part <= "9" ? String(below(10)) : String.fromCharCode(FIRST_OTHER + below(OTHERS));
    });
  };

  return (secret) => {
    const before = known.get(secret);
    if (before !== undefined) return before;
    let made = draw(secret);
    // Short ones meet others by chance, or themselves.
    for (let tried = 0; tried < TRIES && (made === secret || used.has(made)); tried++) made = draw(secret);
    if (secret.length > LONGEST_KNOWN) return made;
    if (known.size >= MOST_KNOWN) {
      known.clear();
      used.clear();
    }
    known.set(secret, made);
    used.add(made);
    return made;
  };
}
