import type { IoCallKind } from "../../../../analysis/model.ts";
import { isMadeUpName } from "../../io/name-in-source.ts";
import { receiverIn } from "../io-hints.ts";
import type { FakeContext } from "./context.ts";
import { partsOf } from "./names.ts";

/** The name of an item of a list. */
const IS_ITEM = /\[\d+\]$/;

/** Calls of one fake that are looked at for how the source calls it. */
const LOOKS_AT_MOST = 20;

const NOT_KNOWN = [null];

/** How calls of a fake answer by its names in the source, as far as calls were watched. */
interface Watched {
  /** Undefined where the source does not say, or says it otherwise at another place. */
  kind: IoCallKind | undefined;
  looks: number;
}

/**
 * How the target's own text uses what a fake gives, also of one that the text calls otherwise than it goes by: `batch` of
 * `store.batch()`, whose `delete` another's, which is waited for, has the name of only. The call that is watched comes first, and those
 * that are timed find what it found.
 */
export class CallsInSource {
  readonly #fakes: Pick<FakeContext, "core" | "hints">;
  readonly #watched = new Map<string, Watched>();
  /** Fakes that were called where the source tells how they answer. */
  readonly #atPlaces = new Set<string>();
  readonly #receivers = new Map<string, { readonly all: (string | null)[]; looks: number }>();

  constructor(fakes: Pick<FakeContext, "core" | "hints">) {
    this.#fakes = fakes;
  }

  /** As {@link IoHints.kindHere} has it. */
  kindHere(name: string): IoCallKind | undefined {
    const { hints, core } = this.#fakes;
    const kind = hints.kindHere?.(name);
    if (kind !== undefined) return kind;
    const known = this.#watched.get(name);
    const { tap } = core;
    if (tap?.nameInSource === undefined || (known?.looks ?? 0) >= LOOKS_AT_MOST) return known?.kind;
    const isItem = IS_ITEM.test(name);
    // Of what no call of its last name says anything there is nothing to correct.
    if (!isItem && (!hints.has(partsOf(name).last) || !isMadeUpName(name))) return undefined;
    const line = tap.line?.() ?? null;
    if (line === null) return known?.kind;
    if (isItem) return this.#found(name, known, this.#kindOfItem(tap.calleesOn?.(line) ?? []));
    const inSource = tap.nameInSource(name, line);
    return this.#found(name, known, inSource === undefined ? undefined : hints.kindHere?.(inSource));
  }

  /** Whether the source tells on a line from which a fake was called, as far as calls were watched, how what has its last name answers. */
  isAtPlace(name: string): boolean {
    const { hints, core } = this.#fakes;
    const line = core.tap?.line?.() ?? null;
    const { last } = partsOf(name);
    const elsewhere = core.tap?.placeElsewhere?.();
    const isTold =
      (line !== null && hints.isAt?.(line, last) === true) ||
      (elsewhere !== undefined && hints.isAt?.(elsewhere.line, last, elsewhere.file) === true);
    if (isTold) this.#atPlaces.add(name);
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

  /** An item of a list is called by the name that a loop or a callback has for it: `task` of `tasks.map((task) => task())`. */
  #kindOfItem(callees: readonly string[]): IoCallKind | undefined {
    const kinds = new Set(callees.map((callee) => this.#fakes.hints.kindHere?.(callee)));
    kinds.delete(undefined);
    const [only] = kinds;
    return kinds.size === 1 ? only : undefined;
  }

  #found(name: string, known: Watched | undefined, found: Watched["kind"]): Watched["kind"] {
    if (known === undefined) {
      this.#watched.set(name, { kind: found, looks: 1 });
      return found;
    }
    known.looks++;
    if (known.kind !== found) known.kind = undefined;
    return known.kind;
  }
}
