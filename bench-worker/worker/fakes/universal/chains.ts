import type { FakeContext } from "./context.ts";
import type { AnyFunction } from "./any-function.ts";
import { partsOf } from "./names.ts";

/** What calls gave that can be waited for and goes on as well: `db.select().from(orders)`. */
export class CallChains {
  readonly #fakes: FakeContext;
  readonly #names = new Set<string>();

  constructor(fakes: FakeContext) {
    this.#fakes = fakes;
  }

  /** Whether what goes by a name is one. */
  isOne(name: string): boolean {
    return this.#names.has(name);
  }

  /**
   * What goes on at one place and is waited for at another, as what builds queries does: an operation only once it is waited
   * for.
   */
  make(name: string, origin: object | undefined): unknown {
    const made = this.#fakes.make(partsOf(name).answer, [], origin);
    if (!this.#fakes.isFake(made)) return made;
    this.#fakes.tellApart(this.#names, partsOf(name).answer);
    // Once it is waited for no frame of the target is left.
    const line = this.#fakes.core.lineHere();
    const start = (): Promise<unknown> => {
      this.#fakes.note(name, "promise", "its promise is used", line);
      // What it answers can be waited for no more.
      const answer = this.#fakes.make(partsOf(name).answer, ["then"], origin);
      return this.#fakes.core.promise(name, answer);
    };
    const then: Promise<unknown>["then"] = (resolved, rejected) => start().then(resolved, rejected);
    return Object.assign(made as object, {
      then,
      catch: (rejected: AnyFunction) => start().catch(rejected),
      finally: (done: () => void) => start().finally(done),
    });
  }
}
