import { spawn } from "node:child_process";

/** The command that opens an address in the user's browser; `null` where there is no screen to open it on. */
export function openCommand(
  url: string,
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...args: string[]] | null {
  if (platform === "darwin") return ["open", url];
  // An empty title: `start` takes the first quoted word for one.
  if (platform === "win32") return ["cmd", "/c", "start", '""', url.replaceAll("&", "^&")];
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ["xdg-open", url] : null;
}

/** Opens an address in the user's browser; `false` when that cannot be. */
export function openInBrowser(url: string): Promise<boolean> {
  const command = openCommand(url, process.platform, process.env);
  if (command === null) return Promise.resolve(false);
  const [name, ...args] = command;
  return succeeds(name, args);
}

/** Runs desktop VS Code's command, which comes back when the window is asked for; `false` when there is none. */
export function openInDesktopEditor(args: readonly string[]): Promise<boolean> {
  return process.platform === "win32" ? succeeds("cmd", ["/c", "code", ...args]) : succeeds("code", args);
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: "ignore", windowsHide: true });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}
