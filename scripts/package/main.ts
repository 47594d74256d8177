import path from "node:path";
import { build, isStale } from "../build.ts";
import { packExtension } from "./pack.ts";

/** `npm run package`: a file with which the extension is installed for good. */

const root = path.join(import.meta.dirname, "..", "..");
try {
  if (isStale(root, { suite: false })) {
    console.log("Building…");
    await build(root, { suite: false });
  }
  const file = await packExtension(root, path.join(root, "out"), (line) => console.log(line));
  const shown = path.relative(process.env.INIT_CWD ?? process.cwd(), file);
  console.log(`
${shown}

Install it with

  code --install-extension ${/\s/.test(shown) ? `"${shown}"` : shown}

or in VS Code: Extensions, the menu "…", "Install from VSIX…".`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
