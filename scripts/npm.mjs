// @ts-check
import { spawn } from "node:child_process";

/**
 * What npm tells the scripts that it runs about this project must not reach an npm that works elsewhere. Where its
 * packages come from (registry, proxy, certificates) must.
 */
const OURS =
  /^npm_(package_|lifecycle_|command$|config_(local_prefix|prefix|global_prefix|engine_strict|save_exact|omit|include|omit_lockfile_registry_resolved|production)$)/i;

/**
 * The environment for an npm that does not work on this project.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Record<string, string>}
 */
export function foreignNpmEnvironment(environment) {
  /** @type {Record<string, string>} */
  const rest = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && !OURS.test(name) && name !== "INIT_CWD" && name !== "NODE_ENV")
      rest[name] = value;
  return rest;
}

/**
 * Runs npm and passes on nothing of its output unless it fails or `show` is set.
 *
 * @param {string[]} args
 * @param {{ cwd: string, environment?: Record<string, string>, show?: boolean }} options
 * @returns {Promise<void>}
 * @throws {Error} with the end of what npm said, when it failed
 */
export function npm(args, { cwd, environment = foreignNpmEnvironment(process.env), show = false }) {
  const windows = process.platform === "win32";
  const child = spawn(windows ? "npm.cmd" : "npm", args, {
    cwd,
    env: environment,
    shell: windows,
    stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk) => (said = (said + chunk).slice(-4000)));
  return new Promise((resolve, reject) => {
    child.on("error", (error) =>
      reject(
        new Error(`npm could not be started (${error.message}). It comes with Node: is it on the PATH?`),
      ),
    );
    child.on("close", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`npm ${args.join(" ")} failed (${code}).\n${said}`.trimEnd())),
    );
  });
}
