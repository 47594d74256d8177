import { builtinModules } from "node:module";
import { FAKES_AT_MOST, FAKE_EXPRESSION_CHARACTERS_AT_MOST, type FakeUse } from "../../document.ts";

/** What is known of a call of a fake. */
export interface UsedFake extends Pick<FakeUse, "expression" | "kind" | "from"> {
  readonly why?: string | undefined;
}

/** Tells where in the target the call stands that goes on. */
interface Place {
  line?(): number | null;
}

const BUILTIN = new Set(builtinModules);

/** The fakes that one target uses: those that stand for something, and those that its watched call has called. */
export class FakeUses {
  readonly #noted = new Map<string, FakeUse>();
  readonly #called = new Map<string, FakeUse>();

  /** All of them, each once. */
  list(): FakeUse[] {
    const all = new Map(this.#noted);
    for (const [expression, use] of this.#called) all.set(expression, { ...all.get(expression), ...use });
    return [...all.values()].slice(0, FAKES_AT_MOST);
  }

  note(use: FakeUse): void {
    if (!this.#noted.has(use.expression)) this.#noted.set(use.expression, use);
  }

  /** Counts the call; of the first one it says the line. */
  noteCall({ expression: whole, kind, from, why = whyKnown(whole) }: UsedFake, place: Place): void {
    const expression = whole.slice(0, FAKE_EXPRESSION_CHARACTERS_AT_MOST);
    const known = this.#called.get(expression);
    if (known !== undefined) {
      known.calls = (known.calls ?? 0) + 1;
      return;
    }
    if (this.#called.size >= FAKES_AT_MOST) return;
    const line = place.line?.() ?? null;
    this.#called.set(expression, {
      expression,
      kind,
      from,
      why,
      calls: 1,
      ...(line === null ? {} : { line }),
    });
  }

  /** Another call is watched: counts are of one. */
  beginCall(): void {
    this.#called.clear();
  }

  clear(): void {
    this.#noted.clear();
    this.#called.clear();
  }
}

/** Why an operation is understood that Async Cost has a fake of its own for. */
function whyKnown(expression: string): string {
  const [module = ""] = expression.split(/[.(]/);
  return BUILTIN.has(module) ? `Node's own ${module}` : "the web's own API";
}
