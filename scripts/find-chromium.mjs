// @ts-check
import { accessSync, constants } from "node:fs";
import path from "node:path";

/** Chromium without a window of its own: starts sooner, and draws with half the processor time. */
const WINDOWLESS = ["chromium-headless-shell", "chrome-headless-shell"];

/** Names to look for on the PATH, the best first. */
const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "microsoft-edge-stable",
];

/**
 * Where a browser of the Chromium family may stand on this machine, the best first; with ASYNC_COST_HEADED only those that
 * can show their window.
 *
 * @param {string} platform as `process.platform`
 * @param {Readonly<Record<string, string | undefined>>} environment as `process.env`
 * @returns {string[]}
 */
export function chromiumCandidates(platform, environment) {
  if (platform === "darwin") {
    const applications = ["/Applications", path.posix.join(environment.HOME ?? "/", "Applications")];
    return applications.flatMap((folder) =>
      ["Google Chrome", "Chromium", "Microsoft Edge"].map(
        (name) => `${folder}/${name}.app/Contents/MacOS/${name}`,
      ),
    );
  }
  if (platform === "win32") {
    const roots = [environment.LOCALAPPDATA, environment.ProgramFiles, environment["ProgramFiles(x86)"]];
    return roots.flatMap((root) =>
      root === undefined
        ? []
        : [
            path.win32.join(root, "Google", "Chrome", "Application", "chrome.exe"),
            path.win32.join(root, "Microsoft", "Edge", "Application", "msedge.exe"),
            path.win32.join(root, "Chromium", "Application", "chrome.exe"),
          ],
    );
  }
  const folders = (environment.PATH ?? "").split(":").filter((folder) => folder !== "");
  const names = environment.ASYNC_COST_HEADED ? NAMES : [...WINDOWLESS, ...NAMES];
  return names.flatMap((name) => [...folders, "/usr/bin"].map((folder) => path.posix.join(folder, name)));
}

/**
 * The executable of a Chromium, Chrome or Edge: the one that CHROMIUM names, else an installed one.
 *
 * @returns {string}
 * @throws {Error} with what to install, when there is none
 */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named !== undefined && named !== "") {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM names ${named}, which cannot be run. Let it name a Chromium, Chrome or Edge.`);
  }
  const found = chromiumCandidates(process.platform, process.env).find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    "No Chromium, Chrome or Edge was found, and the tests need one for their window. " +
      "Install one (Debian: apt-get install chromium-headless-shell), or let CHROMIUM name its executable.",
  );
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
