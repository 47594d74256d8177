import type { Settings } from "./settings.ts";

/** What an attempt was made with beyond the one before it. */
export interface Lesson {
  /** Of which attempt, as attempts of one learn one lesson after the other. */
  readonly of: Settings["attempt"];
  readonly apply: (settings: Settings) => void;
  /** The same of made-up values only, which are what they are whatever else is tried. */
  readonly applyValues: (settings: Settings) => void;
}

const FLAGS = ["makesBodies", "hasTuples"] as const;
const NAMES = ["promises", "plain"] as const;

/**
 * What was learnt of a failure, one lesson after the other, in the attempts of one rung is learnt at once in those of the next: each
 * attempt loads and calls the target again.
 */
export class TriedLessons {
  readonly #lessons = new Map<string, Lesson[]>();
  /** What was made up otherwise, after which something else failed. */
  readonly #helped = new Set<Lesson>();
  /** The failure that was heard of last, and of which attempt. */
  #last: { readonly failed: string; readonly of: Settings["attempt"] } | undefined;

  /** An attempt has failed: where something else failed before it, what was learnt of that has helped. */
  hear(failed: string, { attempt }: Settings): void {
    const last = this.#last;
    this.#last = { failed, of: attempt };
    if (last === undefined || last.of !== attempt || last.failed === failed) return;
    const helped = this.#lessons.get(last.failed)?.findLast(({ of }) => of === attempt);
    if (helped !== undefined) this.#helped.add(helped);
  }

  /** Begins another attempt with the values that have helped. */
  begin(settings: Settings): void {
    for (const { applyValues } of this.#helped) applyValues(settings);
  }

  /**
   * Keeps what was just learnt of a failure, and adds what other attempts have learnt of the same.
   *
   * @param failed What failed, and where.
   * @param before The settings of the attempt that failed.
   * @param settings Of the next, to which the lesson was added.
   */
  together(failed: string, before: Settings, settings: Settings): void {
    const known = this.#lessons.get(failed) ?? [];
    this.#lessons.set(failed, [...known, lessonOf(before, settings)]);
    for (const { of, apply } of known) if (of !== settings.attempt) apply(settings);
  }
}

/** What settings have beyond others. */
export function lessonOf(before: Settings, { ...after }: Settings): Lesson {
  const flags = FLAGS.filter((flag) => after[flag] && !before[flag]);
  const shapes = [...after.shapes].filter(([name]) => !before.shapes.has(name));
  const names = NAMES.map(
    (kind) => [kind, [...after[kind]].filter((name) => !before[kind].has(name))] as const,
  );
  const { hasKeys, attempt } = after;
  const applyValues = (settings: Settings): void => {
    for (const [name, shape] of shapes) if (!settings.shapes.has(name)) settings.shapes.set(name, shape);
    for (const [kind, all] of names) for (const name of all) settings[kind].add(name);
  };
  const apply = (settings: Settings): void => {
    applyValues(settings);
    for (const flag of flags) settings[flag] = true;
    if (hasKeys !== before.hasKeys && settings.hasKeys !== "all") settings.hasKeys = hasKeys;
  };
  return { of: attempt, apply, applyValues };
}
