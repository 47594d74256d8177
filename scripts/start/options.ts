/** What `npm start` is asked for. */
export interface StartOptions {
  /** As written; `null` for the gallery. */
  readonly folder: string | null;
  /** 0 takes a free one. */
  readonly port: number;
  /** Whether a browser is opened on the page. */
  readonly open: boolean;
  /** Whether desktop VS Code is passed over. */
  readonly browser: boolean;
  readonly help: boolean;
}

export const HELP = `npm start [-- OPTIONS] [FOLDER]
Builds Async Cost where that is needed and opens an editor with it on FOLDER (the gallery, variants/, if there is none):
desktop VS Code where the command "code" is found, else VS Code in the browser, which ends with Ctrl-C.
  --browser     in the browser even where desktop VS Code is found
  --no-open     print the address, open no browser
  --port PORT   the port of the server, on 127.0.0.1 (a free one if left out)
  --help        this text
For example: npm start, npm start ../my-project, npm start -- --browser --port 8000 ../my-project`;

/** Reads the arguments of `npm start`. Throws for one that is wrong, with what would be right. */
export function parseStartOptions(args: readonly string[]): StartOptions {
  let folder: string | null = null;
  let port = 0;
  const switches = new Set<string>();
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? "";
    if (argument === "--port" || argument.startsWith("--port=")) {
      const text = argument.includes("=") ? argument.slice("--port=".length) : (args[++index] ?? "");
      port = Number(text);
      if (!/^\d+$/.test(text) || port > 65_535)
        throw new Error(`--port wants a number up to 65535, not "${text}".`);
    } else if (["--no-open", "--browser", "--help"].includes(argument)) switches.add(argument);
    else if (argument.startsWith("-"))
      throw new Error(`${argument} is no option of npm start; --help lists them.`);
    else if (folder !== null)
      throw new Error(`One folder can be opened, and there are two: ${folder}, ${argument}.`);
    else folder = argument;
  }
  return {
    folder,
    port,
    open: !switches.has("--no-open"),
    browser: switches.has("--browser"),
    help: switches.has("--help"),
  };
}
