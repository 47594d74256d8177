// @ts-check
// `npm run package`
import { runInstalled } from "./install.mjs";

await runInstalled("./package/main.ts");
