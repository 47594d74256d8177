import * as v from "valibot";

/**
 * How host and worker keep the user's code from speaking in the worker's name. The host's first message to a worker
 * that can (`ready.seals`) is `{ key, message }`; from then on each of the worker's is a string, the key followed by
 * the message as JSON. User code is loaded later and never sees a key.
 */
const sealedSchema = v.object({ key: v.pipe(v.string(), v.minLength(16)), message: v.unknown() });

/** A message that brings a key. */
export type Sealed = v.InferOutput<typeof sealedSchema>;

/** The message that brings a key; null for any other. */
export function parseSealed(data: unknown): Sealed | null {
  const parsed = v.safeParse(sealedSchema, data);
  return parsed.success ? parsed.output : null;
}

/**
 * The message in what came with the key; undefined for what did not.
 *
 * @throws {SyntaxError} where what follows the key is not JSON.
 */
export function unseal(data: unknown, key: string): unknown {
  return typeof data === "string" && data.startsWith(key) ? JSON.parse(data.slice(key.length)) : undefined;
}
