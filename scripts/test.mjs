// @ts-check
// `npm test`
import { runInstalled } from "./install.mjs";

await runInstalled("./test/main.ts");
