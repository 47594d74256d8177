/** Accessors to what a file declares. */
export interface FileAccess {
  readonly gets: Readonly<Record<string, () => unknown>>;
  readonly sets: Readonly<Record<string, (value: unknown) => void>>;
  readonly imports: Readonly<Record<string, () => unknown>>;
  readonly evaluate: ((code: string) => unknown) | null;
}
