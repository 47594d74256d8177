/**
 * What a browser keeps for a site: empty, as at first, whatever is put there, so that a call finds nothing of those before it:
 * https://html.spec.whatwg.org/multipage/webstorage.html.
 */
class FakeStorage {
  readonly length = 0;

  key(): null {
    return null;
  }

  getItem(): null {
    return null;
  }

  setItem(): void {
    // Nothing is kept.
  }

  removeItem(): void {
    // Nothing is there.
  }

  clear(): void {
    // Nothing is there.
  }
}

/** `localStorage` and `sessionStorage`, which only browsers have. */
export function fakeWebStorage() {
  return { localStorage: new FakeStorage(), sessionStorage: new FakeStorage() };
}
