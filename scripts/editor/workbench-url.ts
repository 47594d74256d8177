/** What the page of the workbench is to open, and in which role. Paths are absolute. */
export interface Workbench {
  readonly port: number;
  readonly token: string;
  readonly folder?: string;
  /** Heeded by a server with the test driver. */
  readonly extensionDevelopmentPaths?: readonly string[];
  /** A module whose `run()` is called in the extension host. */
  readonly extensionTestsPath?: string;
  /** Shown at the start. */
  readonly openFile?: string;
}

/** The address of a workbench. */
export function workbenchUrl(workbench: Workbench): string {
  const { port, token, folder, extensionDevelopmentPaths = [], extensionTestsPath, openFile } = workbench;
  const remote = (file: string): string =>
    `vscode-remote://127.0.0.1:${port}${file.split("/").map(encodeURIComponent).join("/")}`;
  const payload: [string, string][] = extensionDevelopmentPaths.map((folder) => [
    "extensionDevelopmentPath",
    remote(folder),
  ]);
  if (extensionTestsPath !== undefined) payload.push(["extensionTestsPath", remote(extensionTestsPath)]);
  if (openFile !== undefined) payload.push(["openFile", remote(openFile)]);
  const query = new URLSearchParams();
  query.set("tkn", token);
  if (folder !== undefined) query.set("folder", folder);
  if (payload.length > 0) query.set("payload", JSON.stringify(payload));
  return `http://127.0.0.1:${port}/?${query.toString().replaceAll("+", "%20")}`;
}
