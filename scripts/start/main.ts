import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { build, isStale } from "../build.ts";
import { prepareEditor } from "../editor/prepare.ts";
import { startServer } from "../editor/server.ts";
import { QUIET_SETTINGS, TEST_SETTINGS } from "../editor/settings.ts";
import { workbenchUrl } from "../editor/workbench-url.ts";
import { openInBrowser, openInDesktopEditor } from "./open.ts";
import { HELP, parseStartOptions, type StartOptions } from "./options.ts";

/** `npm start`: opens an editor with the extension under development. */

const WHAT_TO_DO =
  'Open a JavaScript or TypeScript file: above every asynchronous function stands what it costs. Click "Benchmark" there.';

/** The same of a folder of the user's. */
const IN_FOLDER =
  'Benchmarks and recordings wait until you trust the folder: click "Manage" at the top, then "Trust", and close that page. With "Async Cost: Record Real Calls…" (F1) ' +
  "your tests tell what functions are really called with.";

/** What can be tried in the gallery's folder besides. */
const TO_RECORD =
  'In service/ is a small service with tests of its own: open service/orders.js, press F1, run "Async Cost: Record Real Calls…" ' +
  'and choose npm test. Then click "recorded · …" above Orders.place: what is measured is a call that the tests made.';

const root = path.join(import.meta.dirname, "..", "..");
try {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else await start(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function start(options: StartOptions): Promise<void> {
  // npm runs this in the project's folder; the user means the folder in which npm was called.
  const folder =
    options.folder === null
      ? path.join(root, "variants")
      : path.resolve(process.env.INIT_CWD ?? process.cwd(), options.folder);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${folder} is no folder.`);
  if (isStale(root, { suite: false })) {
    console.log(
      "Building, as what was built is not there or older than a source: a minute, or some on a busy machine…",
    );
    await build(root, { suite: false });
  }
  const example = path.join(folder, "callbacks.js");
  const openFile = options.folder === null && existsSync(example) ? example : undefined;
  const openedOnDesktop =
    !options.browser &&
    (await openInDesktopEditor([
      "--new-window",
      `--extensionDevelopmentPath=${root}`,
      folder,
      ...(openFile === undefined ? [] : [openFile]),
    ]));
  if (openedOnDesktop) console.log(`VS Code opens on ${folder}. ${whatToDo(options)}`);
  else await serve(options, folder, openFile);
}

async function serve(options: StartOptions, folder: string, openFile: string | undefined): Promise<void> {
  const editor = await prepareEditor((line) => console.log(line));
  // The gallery is ours; whether another folder is to be trusted, the editor asks.
  const settings = options.folder === null ? TEST_SETTINGS : QUIET_SETTINGS;
  const server = await startServer(editor, {
    port: options.port,
    settings,
    linkedExtension: root,
    // So that the address, which is to be copied, is short.
    defaultFolder: folder,
  });
  let stopping = false;
  const stop = (code: number): void => {
    if (stopping) return;
    stopping = true;
    console.log("Stopping…");
    void server.stop().finally(() => process.exit(code));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));
  void server.ended.then(() => {
    if (stopping) return;
    console.error("The editor's server has ended by itself.");
    stop(1);
  });
  const url = workbenchUrl({
    port: server.port,
    token: server.token,
    ...(openFile === undefined ? {} : { openFile }),
  });
  const opened = options.open && (await openInBrowser(url).catch(() => false));
  console.log(`
${opened ? "Your browser shows the editor; if not, open" : "Open this in a browser"}:

  ${url}

${whatToDo(options)}
Stop with Ctrl-C.`);
}

function whatToDo({ folder }: StartOptions): string {
  return `${WHAT_TO_DO}\n${folder === null ? TO_RECORD : IN_FOLDER}`;
}
