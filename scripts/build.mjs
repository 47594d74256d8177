// @ts-check
// `npm run build`
import { runInstalled } from "./install.mjs";

await runInstalled("./build-command.ts");
