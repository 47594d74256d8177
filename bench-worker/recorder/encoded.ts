/** JSON, with a {@link Snapshot} in the place of each object, so that it is known which are the same. */
export type Encoded =
  | null
  | boolean
  | number
  | string
  | Snapshot
  | Redacted
  | readonly Encoded[]
  | { readonly [key: string]: Encoded };

/** A text in which secrets were replaced, so that these are counted. */
export class Redacted {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object as it was. */
export class Snapshot {
  /** The same for the same object. */
  readonly id: number;
  body: Encoded = null;

  constructor(id: number) {
    this.id = id;
  }
}

/** A promise in a value that was kept. */
export interface KeptPromise {
  readonly promise: Promise<unknown>;
  /** Tells what it came to. */
  readonly settle: (state: "value" | "error", value: unknown) => void;
}

/**
 * The JSON of what was kept of one call: what occurs more than once in it is `shared`, and from then on the `same`.
 * Ids count from 1 in each call. Beside it, how many texts had secrets in them.
 */
export function written(value: unknown): { readonly value: unknown; readonly redacted: number } {
  const occurrences = new Map<number, number>();
  count(value, occurrences, new Set());
  const writing: Writing = { occurrences, ids: new Map(), redacted: 0 };
  return { value: write(value, writing), redacted: writing.redacted };
}

interface Writing {
  readonly occurrences: ReadonlyMap<number, number>;
  readonly ids: Map<number, number>;
  redacted: number;
}

function count(value: unknown, occurrences: Map<number, number>, within: Set<Snapshot>): void {
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Snapshot) {
    const before = occurrences.get(value.id) ?? 0;
    occurrences.set(value.id, before + 1);
    if (before > 0 || within.has(value)) return;
    within.add(value);
    count(value.body, occurrences, within);
    return;
  }
  for (const one of Object.values(value)) count(one, occurrences, within);
}

function write(value: unknown, writing: Writing): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Redacted) {
    writing.redacted++;
    return value.text;
  }
  if (value instanceof Snapshot) {
    const { occurrences, ids } = writing;
    if (occurrences.get(value.id) === 1) return write(value.body, writing);
    const known = ids.get(value.id);
    if (known !== undefined) return { $: "same", id: known };
    const id = ids.size + 1;
    ids.set(value.id, id);
    return { $: "shared", id, value: write(value.body, writing) };
  }
  if (Array.isArray(value)) return value.map((one) => write(one, writing));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, write(one, writing)]));
}
