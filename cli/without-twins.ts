import type { NamedTarget } from "../bench-worker/host/pair-targets.ts";

/** Targets of which none is named twice, and what the user is to be told of the others. */
export interface WithoutTwins {
  readonly named: readonly NamedTarget[];
  /** Sentences. */
  readonly notes: readonly string[];
}

/** Each function once: measured again beside itself it would cost time and tell nothing. */
export function withoutTwins(all: readonly NamedTarget[]): WithoutTwins {
  const seen = new Set<string>();
  const named: NamedTarget[] = [];
  const twins = new Set<string>();
  for (const { specification, functions } of all) {
    const own = functions.filter(({ file, functionStart }) => {
      const key = `${functionStart} ${file}`;
      if (seen.has(key)) twins.add(specification);
      return !seen.has(key) && seen.add(key);
    });
    if (own.length > 0) named.push({ specification, functions: own });
  }
  return { named, notes: [...twins].map((one) => `${one} is named twice and measured once.`) };
}
