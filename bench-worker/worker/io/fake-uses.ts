import { builtinModules } from "node:module";
import { FAKES_AT_MOST, FAKE_EXPRESSION_CHARACTERS_AT_MOST, type FakeUse } from "../../target-result.ts";
import { isMadeUpName } from "./name-in-source.ts";

/** What is known of a call of a fake. */
export interface UsedFake extends Pick<FakeUse, "expression" | "kind" | "from"> {
  readonly why?: string | undefined;
}

/** A fake that was called. */
export interface CalledFake extends FakeUse {
  /** Its own, whatever the source calls it. */
  readonly name: string;
}

/** Tells where in the target the call stands that goes on. */
interface Place {
  line?(): number | null;
  nameInSource?(expression: string, line: number): string | undefined;
}

/** A fake that was called, and what its call sites call it; null: one of them calls it nothing that can be told. */
interface Called {
  readonly use: FakeUse;
  readonly names: Set<string | null>;
  /** Its calls give something that is subscribed to. */
  isSubscribed: boolean;
}

/** So many calls of a fake are looked at for how the source calls it. */
const NAMED_CALLS_AT_MOST = 20;

const BUILTIN = new Set(builtinModules);
/** Of what modules of Node give, whose operations go by its own name. */
const MODULE_OF: Readonly<Record<string, string>> = {
  FileHandle: "fs",
  Dir: "fs",
  ChildProcess: "child_process",
  Worker: "worker_threads",
  Socket: "net",
};

/** What is asked of what the same call gave, and so on: `value.getSQL().getSQL().getSQL()`. */
const GOES_ON = /\.([\p{ID_Continue}$]+)\(\)\.\1\(\)\.\1(?:\(\)|$)/u;

/** The fakes that one target uses: those that stand for something, and those that its watched call has called. */
export class FakeUses {
  readonly #noted = new Map<string, FakeUse>();
  readonly #called = new Map<string, Called>();

  /** All of them, each once, by the names that the source has for them where it has one for each. */
  list(): FakeUse[] {
    const all = new Map(this.#noted);
    for (const [expression, { use }] of this.#called) {
      all.set(expression, { ...all.get(expression), ...use, expression: this.nameOf(expression) });
    }
    return [...all.values()].slice(0, FAKES_AT_MOST);
  }

  /** Those that the watched call has called, each with the name of its fake. */
  called(): CalledFake[] {
    return [...this.#called].map(([name, { use }]) => ({ ...use, name, expression: this.nameOf(name) }));
  }

  /** Operations that return a promise and are known, by the names of their fakes. */
  get knownPromises(): ReadonlySet<string> {
    const uses = [...this.#called].filter(([, { use }]) => use.kind === "promise" && use.from === "default");
    return new Set(uses.map(([expression]) => expression));
  }

  /** What to call a fake: as the source does, where it has one name for it and that is no other's; else its own. */
  nameOf(expression: string): string {
    const name = this.#onlyName(expression);
    if (name === undefined || this.#called.has(name) || this.#noted.has(name)) return expression;
    for (const other of this.#called.keys()) {
      if (other !== expression && this.#onlyName(other) === name) return expression;
    }
    return name;
  }

  #onlyName(expression: string): string | undefined {
    const names = this.#called.get(expression)?.names;
    const [only] = names ?? [];
    return names?.size === 1 ? (only ?? undefined) : undefined;
  }

  note(use: FakeUse): void {
    if (!this.#noted.has(use.expression)) this.#noted.set(use.expression, use);
  }

  /** Takes back what was noted of a fake that turned out to have nothing to do with the call. */
  leaveOut(expression: string): void {
    this.#noted.delete(expression);
  }

  /** Counts the call; of the first one it says the line. */
  noteCall({ expression: whole, kind, from, why = whyKnown(whole, from) }: UsedFake, place: Place): void {
    // Nobody can say anything of what a package asks of made-up values without end.
    if (kind === "sync" && (whole.length > FAKE_EXPRESSION_CHARACTERS_AT_MOST || GOES_ON.test(whole))) return;
    const expression = whole.slice(0, FAKE_EXPRESSION_CHARACTERS_AT_MOST);
    const isNamed = isMadeUpName(expression);
    const known = this.#called.get(expression);
    if (known !== undefined) {
      const { use, names } = known;
      if (kind === "stream" && (known.isSubscribed || use.kind === "sync")) {
        // What was called gives what is subscribed to now: that is no other call.
        Object.assign(use, { kind, from, why });
        known.isSubscribed = true;
        return;
      }
      use.calls = (use.calls ?? 0) + 1;
      if (isNamed && names.size < 2 && use.calls <= NAMED_CALLS_AT_MOST) {
        names.add(nameAt(place, expression, place.line?.() ?? null));
      }
      return;
    }
    if (this.#called.size >= FAKES_AT_MOST) return;
    const line = place.line?.() ?? null;
    this.#called.set(expression, {
      use: { expression, kind, from, why, calls: 1, ...(line === null ? {} : { line }) },
      isSubscribed: false,
      names: new Set(isNamed ? [nameAt(place, expression, line)] : []),
    });
  }

  /** Another call is watched: counts are of one. */
  beginCall(): void {
    this.#called.clear();
  }

  /** Gives what puts back what is noted now, whatever is noted until then. */
  keep(): () => void {
    const [noted, called] = [[...this.#noted], [...this.#called]];
    return () => {
      this.clear();
      for (const [expression, use] of noted) this.#noted.set(expression, use);
      for (const [expression, use] of called) this.#called.set(expression, use);
    };
  }

  /** Puts fakes that were used in an attempt before in the place of those of the last one. */
  restore(uses: readonly FakeUse[]): void {
    this.clear();
    for (const use of uses) this.note(use);
  }

  clear(): void {
    this.#noted.clear();
    this.#called.clear();
  }
}

function nameAt(place: Place, expression: string, line: number | null): string | null {
  return line === null ? null : (place.nameInSource?.(expression, line) ?? null);
}

/** Why an operation is understood of which nobody says it. */
function whyKnown(expression: string, from: UsedFake["from"]): string {
  if (from === "recorded") return "answers as it did when it was recorded";
  const [first = ""] = expression.split(/[.(]/);
  const module = Object.hasOwn(MODULE_OF, first) ? MODULE_OF[first]! : first;
  return BUILTIN.has(module) ? `Node's own ${module}` : "the web's own API";
}
