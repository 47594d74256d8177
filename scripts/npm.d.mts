/** The environment for an npm that does not work on this project. */
export function foreignNpmEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string>;

/** Runs npm; silent unless it fails or `show` is set. Throws with the end of what npm said, when it failed. */
export function npm(
  args: string[],
  options: { cwd: string; environment?: Record<string, string>; show?: boolean },
): Promise<void>;
