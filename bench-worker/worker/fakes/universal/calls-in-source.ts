import type { IoCallKind } from "../../../../analysis/model.ts";
import { receiverIn } from "../io-hints.ts";
import type { FakeContext } from "./context.ts";
import { partsOf } from "./names.ts";

/** Calls of one fake that are looked at for how the source calls it. */
const LOOKS_AT_MOST = 20;

const NOT_KNOWN = [null];

/**
 * How the target's own text uses what a fake gives, also of one that the text calls otherwise than it goes by: `batch` of
 * `store.batch()`, whose `delete` another's, which is waited for, has the name of only. The call that is watched comes first, and those
 * that are timed find what it found.
 */
export class CallsInSource {
  readonly #fakes: Pick<FakeContext, "core" | "hints">;
  /** Fakes that were called where the source tells how they answer. */
  readonly #atPlaces = new Set<string>();
  readonly #receivers = new Map<string, { readonly all: (string | null)[]; looks: number }>();

  constructor(fakes: Pick<FakeContext, "core" | "hints">) {
    this.#fakes = fakes;
  }

  /** As {@link IoHints.kindHere} has it. */
  kindHere(name: string): IoCallKind | null | undefined {
    const { hints, core } = this.#fakes;
    const kind = hints.kindHere?.(name);
    if (kind !== undefined && (kind !== null || core.rules.allow("taken-plainly"))) return kind;
    return undefined;
  }

  /** Whether the source tells on a line from which a fake was called, as far as calls were watched, how what has its last name answers. */
  isAtPlace(name: string): boolean {
    const { hints, core } = this.#fakes;
    const line = core.tap?.line?.() ?? null;
    if (line !== null && hints.isAt?.(line, partsOf(name).last) === true) this.#atPlaces.add(name);
    return this.#atPlaces.has(name);
  }

  /** What a fake is called on where the source calls it, as far as calls were watched; null for what cannot be told. */
  receiversOf(name: string): readonly (string | null)[] {
    const known = this.#receivers.get(name);
    const { tap } = this.#fakes.core;
    if (tap?.calledAs === undefined || (known?.looks ?? 0) >= LOOKS_AT_MOST) return known?.all ?? NOT_KNOWN;
    const inSource = tap.calledAs(name);
    const receiver = inSource === undefined ? null : receiverIn(inSource);
    if (known === undefined) {
      const all = [receiver];
      this.#receivers.set(name, { all, looks: 1 });
      return all;
    }
    known.looks++;
    if (!known.all.includes(receiver)) known.all.push(receiver);
    return known.all;
  }
}
