import type { Measure } from "../../benchmark-options.ts";
import type { Runtime } from "../api.ts";

/**
 * Flags by which an engine lets itself be measured by the worker for any engine. What flags each Node knows was found
 * by starting 0.10 to 26 with them: none starts with a flag that it does not know.
 */
export function anyEngineFlags(measure: Measure, { name, version = "" }: Runtime): readonly string[] {
  if (name === "bun") return [];
  if (name === "deno") {
    const v8 = [
      "--expose-gc",
      "--single-threaded",
      ...(measure === "stack" ? ["--stack-trace-limit=100"] : []),
    ];
    // The functions of Node that the worker and libraries use; nothing may be written, run or connected to, and no
    // module may be fetched, which needs no leave from some hosts: the cache, in the home that is made for it, is empty.
    const permitted = [
      "--no-remote",
      "--cached-only",
      "--allow-read",
      "--allow-env",
      "--allow-sys",
      "--no-prompt",
      "--unstable-detect-cjs",
    ];
    return ["run", "--quiet", "--no-lock", "--no-config", ...permitted, `--v8-flags=${v8.join(",")}`];
  }
  const major = majorOf(version);
  // Generators stood behind a flag.
  const language = major === 0 && version.startsWith("0.12.") ? ["--harmony"] : [];
  const steady = major >= 8 ? ["--single-threaded"] : [];
  if (measure === "time") return [...language, ...steady, "--expose-gc"];
  if (measure === "stack") return [...language, "--stack-trace-limit=100", "--expose-gc"];
  return [
    ...language,
    ...steady,
    "--expose-gc",
    ...(major >= 4 ? ["--max-semi-space-size=128", "--min-semi-space-size=128", "--no-opt"] : []),
    ...(major >= 12 ? ["--no-lazy-feedback-allocation"] : []),
    ...(major >= 16 ? ["--no-sparkplug"] : []),
  ];
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
