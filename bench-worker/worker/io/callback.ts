/** A node-style callback. */
export type Callback = (error: Error | null, value?: unknown) => void;
