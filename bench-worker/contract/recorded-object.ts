/** What has one word that says what it is: see `RecordedValue`. */
export interface Tagged {
  readonly $: string;
  readonly [field: string]: unknown;
}

/** Whether a recorded value is an object by itself, or stands for something else; null for a plain one. */
export function taggedOf(recorded: unknown): Tagged | null {
  if (typeof recorded !== "object" || recorded === null || Array.isArray(recorded)) return null;
  return Object.hasOwn(recorded, "$") && typeof (recorded as Tagged).$ === "string"
    ? (recorded as Tagged)
    : null;
}

/** The text of a field; empty where it has none. */
export function textIn(tagged: Tagged, field: string): string {
  const text = Object.hasOwn(tagged, field) ? tagged[field] : undefined;
  return typeof text === "string" ? text : "";
}

/** The list of a field; empty where it has none. */
export function listIn(tagged: Tagged, field: string): readonly unknown[] {
  const list = Object.hasOwn(tagged, field) ? tagged[field] : undefined;
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** The properties of a field, by their names. */
export function propertiesIn(tagged: Tagged, field: string): readonly (readonly [string, unknown])[] {
  const properties = Object.hasOwn(tagged, field) ? tagged[field] : undefined;
  return typeof properties === "object" && properties !== null && !Array.isArray(properties)
    ? Object.entries(properties)
    : [];
}

/** The pairs of a list of two each; whatever else is in it is left out. */
export function pairsIn(tagged: Tagged, field: string): readonly (readonly [unknown, unknown])[] {
  return listIn(tagged, field).flatMap((pair) =>
    Array.isArray(pair) && pair.length === 2 ? [pair as unknown as readonly [unknown, unknown]] : [],
  );
}
