/** What a browser keeps for a site, in memory and empty at first: https://html.spec.whatwg.org/multipage/webstorage.html. */
class FakeStorage {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: unknown): void {
    this.#items.set(key, String(value));
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  clear(): void {
    this.#items.clear();
  }
}

/** `localStorage` and `sessionStorage`, which only browsers have. */
export function fakeWebStorage() {
  return { localStorage: new FakeStorage(), sessionStorage: new FakeStorage() };
}
