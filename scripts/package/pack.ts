import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { prepareVsce } from "./prepare-vsce.ts";

const manifestSchema = v.object({ name: v.string(), version: v.string() });

const packedSchema = v.pipe(
  v.array(v.object({ files: v.array(v.object({ path: v.string() })) })),
  v.minLength(1),
);

/** Its text is for those who have the extension, the project's for those who have the sources. */
const README = path.join("extension", "README.md");

/** What only those have use for who install the command line: the recorder is the editor's as well. */
const COMMAND_LINE = /^dist\/(?:cli\.cjs$|schemas\/)/;

/**
 * Packs the extension that is built in `root` into a file that VS Code installs, and gives its path:
 * `NAME-VERSION.vsix` in `into`. Throws with what npm or the packer said when one of them refuses.
 */
export async function packExtension(
  root: string,
  into: string,
  log: (line: string) => void,
): Promise<string> {
  const vsce = await prepareVsce(log);
  const manifest = v.parse(
    manifestSchema,
    JSON.parse(await readFile(path.join(root, "package.json"), "utf8")),
  );
  const file = path.join(into, `${manifest.name}-${manifest.version}.vsix`);
  await mkdir(into, { recursive: true });
  const staging = await mkdtemp(path.join(into, "packing-"));
  try {
    for (const name of (await shippedFiles(root)).filter((file) => !COMMAND_LINE.test(file)))
      await cp(path.join(root, name === "README.md" ? README : name), path.join(staging, name));
    // Everything that runs is in the bundles; and there is no public repository that links could be resolved in.
    const careful = ["--no-dependencies", "--allow-missing-repository", "--allow-unused-files-pattern"];
    await run(process.execPath, [vsce, "package", "--out", file, ...careful], staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return file;
}

/** The files that npm would publish, relative to `root`: `files` of the manifest says which. */
async function shippedFiles(root: string): Promise<readonly string[]> {
  const said = await run(
    "npm",
    ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"],
    root,
  );
  return v.parse(packedSchema, JSON.parse(said)).flatMap(({ files }) => files.map((file) => file.path));
}

const execFileOfPromises = promisify(execFile);

const saidSchema = v.object({ stdout: v.string(), stderr: v.string() });

/** Runs a program and gives what it wrote on standard output. Throws with all that it wrote unless it ends with code 0. */
async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const shell = process.platform === "win32" && command === "npm";
  try {
    const options = { cwd, shell, maxBuffer: Infinity };
    return (await execFileOfPromises(shell ? "npm.cmd" : command, args, options)).stdout;
  } catch (cause) {
    const said = v.safeParse(saidSchema, cause);
    const why = (said.success && said.output.stdout + said.output.stderr) || String(cause);
    throw new Error(`The extension could not be packed: ${why}`.trim(), { cause });
  }
}
