/**
 * Where a browser of the Chromium family may stand on this machine, the best first; with ASYNC_COST_HEADED only those that
 * can show their window.
 */
export function chromiumCandidates(
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
): string[];

/**
 * The executable of a Chromium, Chrome or Edge: the one that CHROMIUM names, else an installed one.
 * Throws with what to install, when there is none.
 */
export function findChromium(): string;
