import path from "node:path";
import { build } from "./build.ts";

/** `npm run build`: builds what ships, and notes when, so that `npm start` and `npm test` need not do so again. */

try {
  await build(path.join(import.meta.dirname, ".."), { suite: false });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
