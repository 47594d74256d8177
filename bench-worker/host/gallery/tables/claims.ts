import type { Finding } from "../../../gallery-table.ts";

/** Something that an article says; `here` tells what these rows say of it, null where they say nothing. */
export interface Claim<R> {
  readonly about: string;
  readonly seed: string;
  readonly here: (rows: readonly R[]) => string | null;
  readonly why: string;
}

/** What the article says beside what these rows say. */
export function findingsOf<R>(claims: readonly Claim<R>[], rows: readonly R[]): Finding[] {
  return claims.map(({ about, seed, here, why }) => ({ about, seed, here: here(rows), why }));
}

/** `co 1.23, genny 1.70`, of those that something can be said of. */
export function inWords(names: readonly string[], say: (name: string) => string | null): string | null {
  const said = names.flatMap((name) => {
    const words = say(name);
    return words === null ? [] : [`${name} ${words}`];
  });
  return said.length === 0 ? null : said.join(", ");
}
