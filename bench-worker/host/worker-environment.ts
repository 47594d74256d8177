/** What a child process may see of our environment: what it needs to run, nothing that could be a secret. */
const ALLOWED = [
  "PATH",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "SystemRoot",
  "SystemDrive",
  "windir",
  "ComSpec",
  "PATHEXT",
];

/** Where programs look for a place of the user's own; each points into the scratch folder instead. */
const FOLDERS = ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP", "TMP"];

/**
 * The environment of a worker. Code that is measured is the user's, and so are its dependencies: it gets no token,
 * no `NODE_OPTIONS` that would change what is measured, and a home that is thrown away afterwards.
 */
export function workerEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  scratchFolder: string,
  runtime: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  const allowed = new Set(ALLOWED.map((name) => name.toUpperCase()));
  for (const [name, value] of Object.entries(ours)) {
    if (value !== undefined && allowed.has(name.toUpperCase())) environment[name] = value;
  }
  for (const name of FOLDERS) environment[name] = scratchFolder;
  return { ...environment, ...runtime };
}
