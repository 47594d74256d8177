// @ts-check
import { readFileSync } from "node:fs";
import path from "node:path";
import { npm } from "./npm.mjs";

/** The oldest Node that the project's tools run on. */
const OLDEST = [20, 19];

/**
 * What is wrong with this Node, for the user; `null` when nothing is.
 *
 * @param {string} version as `process.versions.node`
 * @returns {string | null}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Async Cost needs Node ${OLDEST.join(".")} or newer to be built, and this is Node ${version}: install a newer one.`;
}

/**
 * Packages of the lock file that are not installed, or in another version.
 *
 * @param {string} lockText `package-lock.json`
 * @param {string} installedText npm's own record of what is installed, `node_modules/.package-lock.json`
 * @returns {string[]} their folders
 */
export function missingPackages(lockText, installedText) {
  const wanted = JSON.parse(lockText).packages ?? {};
  const installed = JSON.parse(installedText).packages ?? {};
  return Object.keys(wanted).filter((folder) => {
    if (folder === "" || installed[folder]?.version === wanted[folder].version) return false;
    // Packages for other platforms are left out by npm.
    return installed[folder] !== undefined || !(wanted[folder].optional || wanted[folder].devOptional);
  });
}

/**
 * Installs the project's packages with `npm ci` unless what is there is what the lock file says.
 *
 * @param {string} root
 * @param {(line: string) => void} log
 * @returns {Promise<void>}
 */
export async function ensureInstalled(root, log) {
  if (isInstalled(root)) return;
  log("Installing the project's packages (npm ci)…");
  await npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root });
}

/**
 * Runs a TypeScript of this folder once the packages are there; until then plain Node has to do.
 *
 * @param {string} script as `./start/main.ts`
 * @returns {Promise<void>}
 */
export async function runInstalled(script) {
  try {
    const problem = nodeProblem(process.versions.node);
    if (problem !== null) throw new Error(problem);
    await ensureInstalled(path.join(import.meta.dirname, ".."), console.log);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  const { register } = await import("tsx/esm/api");
  register();
  await import(script);
}

/** @param {string} root */
function isInstalled(root) {
  try {
    const lock = readFileSync(path.join(root, "package-lock.json"), "utf8");
    const installed = readFileSync(path.join(root, "node_modules", ".package-lock.json"), "utf8");
    return missingPackages(lock, installed).length === 0;
  } catch {
    return false;
  }
}
