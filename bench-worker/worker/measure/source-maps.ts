import type { StackRun } from "../../protocol.ts";
import type { LoadedTarget } from "../load/load-target.ts";

/**
 * The seeds' source-map level of a target: 5 for what the engine runs as it is written; 4 for what is compiled with
 * every line on its line, so that stack traces are right without a map and only a debugger needs one.
 */
export function sourceMapLevel({ source }: Pick<LoadedTarget, "source">): StackRun["sourceMaps"] {
  const compiled = { js: null, jsx: "JSX", ts: "TypeScript", tsx: "TypeScript with JSX" }[source.language];
  if (compiled === null) return { level: 5, why: "The engine runs the source as it is written." };
  return {
    level: 4,
    why: `${compiled} is compiled before it runs: line by line, as here, stack traces need no map; other builds and debuggers do.`,
  };
}
