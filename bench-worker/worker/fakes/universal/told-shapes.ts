import { lastName } from "../../io/last-name.ts";
import type { Shape } from "../../load/stand-ins.ts";

/** What errors have told of values, by their names, or by `*.` and their last name. */
export class ToldShapes {
  readonly #known: ReadonlyMap<string, Shape>;
  /** What they have told since the fakes were made, as constructors do of what they are given. */
  readonly #corrected = new Map<string, Shape>();

  /** @param known What was told before. */
  constructor(known: ReadonlyMap<string, Shape>) {
    this.#known = known;
  }

  /** What was told of a name; undefined where nothing was. */
  of(name: string): Shape | undefined {
    const anywhere = `*.${lastName(name)}`;
    const told = this.#known.get(name) ?? this.#known.get(anywhere);
    if (told !== undefined || this.#corrected.size === 0) return told;
    return this.#corrected.get(name) ?? this.#corrected.get(anywhere);
  }

  /** What they have told since. */
  get corrected(): ReadonlyMap<string, Shape> {
    return this.#corrected;
  }

  /** Takes an error's word for what goes by a name, from here on. */
  correct(name: string, shape: Shape): void {
    this.#corrected.set(name, shape);
  }

  /** What takes back all that is put right by {@link correct} from here on. */
  beforeCorrections(): () => void {
    const before = new Map(this.#corrected);
    return () => {
      this.#corrected.clear();
      for (const [name, shape] of before) this.#corrected.set(name, shape);
    };
  }
}
