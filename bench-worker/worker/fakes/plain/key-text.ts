const SIGN = "@@";

/** By their texts, those symbols that engines know. */
const SYMBOLS: ReadonlyMap<string, symbol> = new Map(
  Reflect.ownKeys(Symbol).flatMap((name) => {
    const value: unknown = Reflect.get(Symbol, name);
    return typeof value === "symbol" ? [[`${SIGN}${String(name)}`, value] as const] : [];
  }),
);
const TEXTS: ReadonlyMap<symbol, string> = new Map([...SYMBOLS].map(([text, symbol]) => [symbol, text]));

/** A key as JSON has it; undefined for a program's own symbol. */
export function textOfKey(key: PropertyKey): string | undefined {
  if (typeof key === "symbol") return TEXTS.get(key);
  const text = String(key);
  return text.startsWith(SIGN) ? undefined : text;
}

/** The key that such a text is of. */
export function keyOfText(text: string): string | symbol {
  return SYMBOLS.get(text) ?? text;
}
