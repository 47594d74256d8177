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
 * Ids count from 1 in each call. Beside it, how many texts had secrets in them.
 */
export function written(value: unknown): { readonly value: unknown; readonly redacted: number } {
  const occurrences = new Map<number, number>();
  const told = new Map<number, Snapshot>();
  count(value, occurrences, told);
  const writing: Writing = { occurrences, told, ids: new Map(), redacted: 0 };
  return { value: write(value, writing), redacted: writing.redacted };
}

interface Writing {
  readonly occurrences: ReadonlyMap<number, number>;
  /** By their ids. */
  readonly told: ReadonlyMap<number, Snapshot>;
  readonly ids: Map<number, number>;
  redacted: number;
}

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
    writing.redacted++;
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
  if (Array.isArray(value)) return value.map((one) => write(one, writing));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, write(one, writing)]));
}
