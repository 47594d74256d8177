/** Knows the symbols that modules make while they are loaded, by their descriptions. */
export class LoadedSymbols {
  readonly #made = new Map<string, symbol | null>();

  /** Hears of each symbol that is made, until the function that it gives is called. */
  watch(): () => void {
    const { Symbol } = globalThis;
    const note = (made: symbol): symbol => {
      const { description = "" } = made;
      this.#made.set(description, this.#made.has(description) ? null : made);
      return made;
    };
    const watched = new Proxy(Symbol, {
      apply: (target, self, given) => note(Reflect.apply(target, self, given) as symbol),
    });
    globalThis.Symbol = watched;
    return () => {
      if (globalThis.Symbol === watched) globalThis.Symbol = Symbol;
    };
  }

  /** The only one with a description; undefined where there is none, or several. */
  find(description: string): symbol | undefined {
    return this.#made.get(description) ?? undefined;
  }
}
