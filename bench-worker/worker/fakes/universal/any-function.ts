/** A function that nothing is known of. */
export type AnyFunction = (...parameters: unknown[]) => unknown;
