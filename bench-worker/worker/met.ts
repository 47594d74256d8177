import type { FakeUse } from "../target-result.ts";
import { unusedWarnings, type GivenEntry } from "./fakes-file/unused.ts";
import type { IoCore } from "./io/io-core.ts";
import type { LoadedTarget } from "./load/load-target.ts";

/** What attempts that failed had come to by then. */
export class Met {
  readonly #core: IoCore;
  /** Of the attempt in which least was made up, the one that came farthest: by these names the function can be steered. */
  #best: { readonly rung: number; readonly calls: number; readonly uses: readonly FakeUse[] } | undefined;
  #functionName = "";
  /** Entries of the fakes file that no attempt has used, by their names; undefined before there was one. */
  #unused: ReadonlyMap<string, GivenEntry> | undefined;

  constructor(core: IoCore) {
    this.#core = core;
  }

  /** Keeps what an attempt came to that has just failed. */
  keep(rung: number, target: LoadedTarget | undefined): void {
    if (target === undefined) return;
    this.#functionName = target.asyncFunction.name;
    const unused = new Map((target.fakes.given?.unused ?? []).map((entry) => [entry.expression, entry]));
    const before = this.#unused ?? unused;
    this.#unused = new Map([...before].filter(([expression]) => unused.has(expression)));
    const { uses } = this.#core;
    const calls = uses.reduce((sum, { calls: ofOne = 0 }) => sum + ofOne, 0);
    if (calls === 0) return;
    const isBetter =
      this.#best === undefined ||
      rung < this.#best.rung ||
      (rung === this.#best.rung && calls > this.#best.calls);
    if (isBetter) this.#best = { rung, calls, uses };
  }

  /** Has the core tell it as what there is to know of the target. */
  tell(): void {
    const uses = this.#best?.uses;
    if (uses !== undefined) this.#core.restoreUses(uses);
    const warnings = unusedWarnings([...(this.#unused?.values() ?? [])], this.#functionName, this.#core.uses);
    for (const warning of warnings) this.#core.incidents.add(warning);
  }
}
