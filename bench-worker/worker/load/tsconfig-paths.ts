import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";

const tsconfigSchema = v.object({
  compilerOptions: v.optional(
    v.object({
      baseUrl: v.optional(v.string()),
      paths: v.optional(v.record(v.string(), v.array(v.string()))),
    }),
  ),
});

/** Path aliases of the nearest tsconfig.json or jsconfig.json, in the form of enhanced-resolve. */
export function tsconfigAliases(folder: string): { name: string; alias: string[] }[] {
  for (let at = folder; ; at = path.dirname(at)) {
    for (const name of ["tsconfig.json", "jsconfig.json"]) {
      const options = readOptions(path.join(at, name));
      if (options === null) continue;
      const base = path.resolve(at, options.baseUrl ?? ".");
      return Object.entries(options.paths ?? {}).map(([pattern, targets]) => ({
        name: pattern,
        alias: targets.map((target) => path.resolve(base, target)),
      }));
    }
    if (path.dirname(at) === at) return [];
  }
}

function readOptions(
  file: string,
): { baseUrl?: string | undefined; paths?: Record<string, string[]> | undefined } | null {
  try {
    const parsed = v.safeParse(tsconfigSchema, JSON.parse(withoutComments(readFileSync(file, "utf8"))));
    return parsed.success ? (parsed.output.compilerOptions ?? {}) : null;
  } catch {
    return null;
  }
}

/** JSON out of what TypeScript accepts: comments and commas before a closing bracket are taken out. */
function withoutComments(text: string): string {
  const tokens = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;
  return text.replace(tokens, (token) => (token.startsWith('"') ? token : ""));
}
