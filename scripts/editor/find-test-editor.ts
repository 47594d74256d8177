import type { TestOptions } from "@vscode/test-electron";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { cacheFolder } from "../../bench-worker/host/cache.ts";

/** The part of `runTests`'s options that says in which editor. */
export interface TestEditor {
  /** For the person who reads the log. */
  readonly description: string;
  readonly options: Pick<TestOptions, "vscodeExecutablePath" | "version" | "cachePath">;
}

/** How long the editor vendor's server may take to say that it is there. */
const DOWNLOAD_ANSWER_MILLISECONDS = 3000;

/** What `findTestEditor` asks of the world. */
export interface TestEditorWorld {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly exists: (file: string) => boolean;
  /** Whether desktop VS Code can be downloaded. */
  readonly canDownload: () => Promise<boolean>;
}

/**
 * The editor to test in. `ASYNC_COST_VSCODE` names an executable, or says `registry` for the one from the npm
 * registry; without it: an installed desktop VS Code, else one that can be downloaded, else the one from the registry.
 * On Linux without a display only the last can run.
 */
export async function findTestEditor(world: TestEditorWorld = thisWorld()): Promise<TestEditor> {
  const { platform, environment } = world;
  const named = environment.ASYNC_COST_VSCODE;
  if (named === "registry") return registryEditor(platform);
  if (named) {
    if (!world.exists(named)) throw new Error(`ASYNC_COST_VSCODE names ${named}, which is not there.`);
    return { description: named, options: { vscodeExecutablePath: named } };
  }
  const display = platform !== "linux" || environment.DISPLAY || environment.WAYLAND_DISPLAY;
  if (!display) return registryEditor(platform);
  const installed = desktopCandidates(platform, environment).find(world.exists);
  if (installed !== undefined)
    return { description: `desktop VS Code, ${installed}`, options: { vscodeExecutablePath: installed } };
  if (await world.canDownload())
    return {
      description: "desktop VS Code, downloaded",
      options: { version: "stable", cachePath: path.join(cacheFolder(environment), "vscode") },
    };
  return registryEditor(platform);
}

function registryEditor(platform: string): TestEditor {
  const name = platform === "win32" ? "async-cost-editor.cmd" : "async-cost-editor.mjs";
  return {
    description: "VS Code's server from the npm registry, with Chromium as its window",
    options: { vscodeExecutablePath: path.join(import.meta.dirname, name) },
  };
}

/** Where desktop VS Code's executable stands when it was installed in the usual way. */
function desktopCandidates(
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const home = environment.HOME ?? os.homedir();
  if (platform === "darwin")
    return ["/Applications", `${home}/Applications`].map(
      (folder) => `${folder}/Visual Studio Code.app/Contents/MacOS/Electron`,
    );
  if (platform === "win32") {
    const folders = [
      environment.LOCALAPPDATA && path.win32.join(environment.LOCALAPPDATA, "Programs"),
      environment.ProgramFiles,
    ];
    return folders.flatMap((folder) =>
      folder ? [path.win32.join(folder, "Microsoft VS Code", "Code.exe")] : [],
    );
  }
  return ["/usr/share/code/code", "/usr/lib/code/code", "/opt/visual-studio-code/code"];
}

function thisWorld(): TestEditorWorld {
  return {
    platform: process.platform,
    environment: process.env,
    exists: existsSync,
    canDownload: vendorAnswers,
  };
}

async function vendorAnswers(): Promise<boolean> {
  try {
    const response = await fetch("https://update.code.visualstudio.com/api/releases/stable", {
      signal: AbortSignal.timeout(DOWNLOAD_ANSWER_MILLISECONDS),
    });
    return response.ok;
  } catch {
    return false;
  }
}
