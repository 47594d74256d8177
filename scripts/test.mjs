// @ts-check
// `npm test`: plain Node until the packages are there; then scripts/test/main.ts does the work.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, nodeProblem } from "./install.mjs";

const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
try {
  await ensureInstalled(path.join(path.dirname(fileURLToPath(import.meta.url)), ".."), console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { register } = await import("tsx/esm/api");
register();
await import("./test/main.ts");
