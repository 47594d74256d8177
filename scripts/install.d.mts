/** What is wrong with this Node, for the user; `null` when nothing is. */
export function nodeProblem(version: string): string | null;

/** Folders of packages of the lock file that are not installed, or in another version. */
export function missingPackages(lockText: string, installedText: string): string[];

/** Installs the project's packages with `npm ci` unless what is there is what the lock file says. */
export function ensureInstalled(root: string, log: (line: string) => void): Promise<void>;

/** Runs a TypeScript of this folder once the packages are there. */
export function runInstalled(script: string): Promise<void>;
