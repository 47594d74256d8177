// @ts-check
// `npm start`
import { runInstalled } from "./install.mjs";

await runInstalled("./start/main.ts");
