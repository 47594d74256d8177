import type { FakeContext } from "./context.ts";

/** The globals that a target asks for and nobody else defines. */
export class FreeGlobals {
  readonly #fakes: FakeContext;
  readonly #values = new Map<string, unknown>();

  constructor(fakes: FakeContext) {
    this.#fakes = fakes;
    for (const { name } of fakes.known.facts.about("global")) this.#values.set(name, undefined);
  }

  /** Has them hold. */
  enter(): void {
    for (const name of this.#values.keys()) this.#hold(name);
  }

  /** Makes one up. */
  define(name: string): void {
    const { core, known } = this.#fakes;
    const why = core.browserGlobals.has(name) ? "only browsers have it" : "nothing that was loaded sets it";
    core.note({ expression: name, kind: "sync", from: "inferred", why });
    known.facts.add({ about: "global", name, because: "free-name" });
    this.#hold(name);
  }

  #hold(name: string): void {
    const value = this.#valueOf(name);
    this.#values.set(name, value);
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }

  /** What goes by a name: once the fakes file is read, what that says. */
  #valueOf(name: string): unknown {
    const { given, core } = this.#fakes;
    const own = given?.valueOf(name);
    if (own !== undefined) return own.value;
    return this.#values.get(name) ?? core.browserGlobals.get(name) ?? this.#fakes.make(name);
  }
}
