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
 * The JSON of what was kept of one call: what occurs more than once in it is `shared`, and from then on the `same`. It is told as it was
 * first, unless something was cut there that another time was not.
 * Ids count from 1 in each call. Beside it, where texts had secrets in them, by the steps that lead there: `.given`, `[0]`, `.token`.
 */
export function written(value: unknown): {
  readonly value: unknown;
  readonly redacted: readonly (readonly string[])[];
} {
  const occurrences = new Map<number, number>();
  const told = new Map<number, Snapshot>();
  count(value, occurrences, told);
  const writing: Writing = { occurrences, told, ids: new Map(), at: [], redacted: [] };
  return { value: write(value, writing), redacted: writing.redacted };
}

interface Writing {
  readonly occurrences: ReadonlyMap<number, number>;
  /** By their ids. */
  readonly told: ReadonlyMap<number, Snapshot>;
  readonly ids: Map<number, number>;
  /** The steps that lead to what is written now. */
  readonly at: string[];
  readonly redacted: string[][];
}

/** Longer names are cut. */
const LONGEST_STEP = 60;

function count(value: unknown, occurrences: Map<number, number>, told: Map<number, Snapshot>): void {
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Snapshot) {
    occurrences.set(value.id, (occurrences.get(value.id) ?? 0) + 1);
    const before = told.get(value.id);
    if (before !== undefined && (before === value || !isCut(before.body) || isCut(value.body))) return;
    told.set(value.id, value);
    count(value.body, occurrences, told);
    return;
  }
  for (const one of Object.values(value)) count(one, occurrences, told);
}

/** Whether something was cut of what an object itself holds. */
function isCut(body: unknown, depth = 0): boolean {
  if (typeof body !== "object" || body === null || body instanceof Snapshot) return false;
  if ((body as { $?: unknown }).$ === "cut") return true;
  return depth < 2 && Object.values(body).some((one) => isCut(one, depth + 1));
}

function write(value: unknown, writing: Writing): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Redacted) {
    writing.redacted.push([...writing.at]);
    return value.text;
  }
  if (value instanceof Snapshot) {
    const { occurrences, told, ids } = writing;
    const body = told.get(value.id)?.body ?? value.body;
    if (occurrences.get(value.id) === 1) return write(body, writing);
    const known = ids.get(value.id);
    if (known !== undefined) return { $: "same", id: known };
    const id = ids.size + 1;
    ids.set(value.id, id);
    return { $: "shared", id, value: write(body, writing) };
  }
  if (Array.isArray(value)) return value.map((one, index) => writeAt(`[${index}]`, one, writing));
  const entries = Object.entries(value) as [string, unknown][];
  // What says how a value is told is no step to it.
  const isTagged = "$" in value;
  return Object.fromEntries(
    entries.map(([key, one]) => {
      if (!isTagged) return [key, writeAt(`.${key}`, one, writing)];
      return [
        key,
        key === "entries" && Array.isArray(one)
          ? one.map((pair) => writePair(pair, writing))
          : write(one, writing),
      ];
    }),
  );
}

/** A key with its value, as of a map. */
function writePair(pair: unknown, writing: Writing): unknown {
  const [key, value] = Array.isArray(pair) ? (pair as unknown[]) : [];
  if (typeof key !== "string") return write(pair, writing);
  return [key, writeAt(`.${key}`, value, writing)];
}

function writeAt(step: string, value: unknown, writing: Writing): unknown {
  if (typeof value !== "object" || value === null) return value;
  writing.at.push(step.length > LONGEST_STEP ? `${step.slice(0, LONGEST_STEP)}…` : step);
  const made = write(value, writing);
  writing.at.pop();
  return made;
}
