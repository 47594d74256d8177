import { NpmError } from "../bench-worker/host/runtimes/npm.ts";
import {
  matches,
  parseSpecification,
  RuntimeNameError,
  type RuntimeSpecification,
} from "../bench-worker/host/runtimes/packages.ts";
import {
  hostStore,
  installedRuntimes,
  installRuntime,
  planRuntime,
  removeRuntime,
  TITLES,
  whatIsMeasured,
  type InstalledRuntime,
  type PlannedRuntime,
  type StoreSystem,
} from "../bench-worker/host/runtimes/store.ts";
import { quantity, SIZE_UNITS } from "../bench-worker/quantity.ts";
import { NOT_MEASURED } from "./format.ts";
import type { ListedRuntime, RuntimesDocument } from "./runtimes-document.ts";
import { styles } from "./style.ts";
import { table } from "./table.ts";
import { EXIT, orUsageError, UsageError, type ExitCode, type Terminal } from "./terminal.ts";
import { printable } from "./text.ts";

/** The options of `async-cost runtimes`. */
export interface RuntimesOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
}

type Change = Pick<RuntimesDocument, "installed" | "removed">;

/**
 * `async-cost runtimes`: lists, installs and removes JavaScript engines in the user's cache folder.
 *
 * @param words `list`, or `install` or `remove` and names.
 * @throws {UsageError} when the action or a name is wrong, or consent is missing.
 */
export async function runtimesCommand(
  words: readonly string[],
  options: RuntimesOptions,
  terminal: Terminal,
  store: StoreSystem = hostStore(),
): Promise<ExitCode> {
  const [action = "list", ...names] = words;
  const actions = new Map([
    ["list", () => list(names)],
    ["install", () => install(specifications("install", names), options, terminal, store)],
    ["remove", () => remove(specifications("remove", names), terminal, store)],
  ]);
  const act = actions.get(action);
  if (act === undefined) {
    throw new UsageError(`runtimes takes list, install or remove; not ${JSON.stringify(action)}`);
  }
  let change: Change | null;
  try {
    change = await orUsageError(act(), RuntimeNameError, ({ message }) => message);
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    terminal.printError(
      terminal.signal.aborted
        ? "async-cost: stopped; nothing is half-installed\n"
        : `async-cost: ${printable(error.message)}\n`,
    );
    return EXIT.notAll;
  }
  if (change === null) return EXIT.notAll;
  const document = await describe(store, change);
  terminal.print(
    options.json === true ? `${JSON.stringify(document, null, 2)}\n` : report(document, terminal.colours),
  );
  return EXIT.done;
}

function specifications(action: string, names: readonly string[]): RuntimeSpecification[] {
  if (names.length === 0) throw new UsageError(`${action} what? as in async-cost runtimes ${action} node@22`);
  return names.map((name) => {
    try {
      return parseSpecification(name);
    } catch (error) {
      throw error instanceof RuntimeNameError ? new UsageError(error.message) : error;
    }
  });
}

function list(names: readonly string[]): Promise<Change> {
  if (names.length > 0) throw new UsageError(`list takes no names; leave out ${names.join(" ")}`);
  return Promise.resolve({});
}

/** Null when the user does not want to. */
async function install(
  wanted: readonly RuntimeSpecification[],
  { yes }: RuntimesOptions,
  terminal: Terminal,
  store: StoreSystem,
): Promise<Change | null> {
  const present = await installedRuntimes(store);
  const missing: PlannedRuntime[] = [];
  for (const specification of wanted) {
    const own = present.find(
      ({ engine, version }) => engine === specification.engine && matches(specification, version),
    );
    const planned = await planUnlessThere(specification, own, store, terminal);
    if (planned === null) continue;
    const known = [...present, ...missing].some((other) => nameOf(other) === nameOf(planned));
    if (known) terminal.printError(`${nameOf(planned)} is there already\n`);
    else missing.push(planned);
  }
  if (missing.length === 0) return { installed: [] };
  for (const planned of missing) {
    const licence =
      planned.licence === null
        ? `it names no licence (that of ${TITLES[planned.engine]} is MIT)`
        : `licence ${printable(planned.licence)}`;
    const size = quantity(planned.approximateBytes, SIZE_UNITS);
    terminal.printError(`${nameOf(planned)}: package ${planned.package.name}, ${licence}, about ${size}\n`);
  }
  if (yes !== true) {
    if (terminal.ask === null) throw new UsageError("nothing was installed; agree with --yes");
    if (!(await terminal.ask(`Install into ${store.folder}? [y/N] `))) {
      terminal.printError("Nothing was installed.\n");
      return null;
    }
  }
  const log = (line: string): void => terminal.printError(`${line}\n`);
  const installed: string[] = [];
  for (const planned of missing) {
    log(`Getting ${nameOf(planned)} from the npm registry…`);
    installed.push(nameOf(await installRuntime(planned, store, log, terminal.signal)));
  }
  return { installed };
}

/** Null where what is there will do: it is exactly what is asked for, or the registry cannot be asked for a newer one. */
async function planUnlessThere(
  specification: RuntimeSpecification,
  present: InstalledRuntime | undefined,
  store: StoreSystem,
  { printError, signal }: Terminal,
): Promise<PlannedRuntime | null> {
  if (present?.version === specification.version) {
    printError(`${nameOf(present)} is there already\n`);
    return null;
  }
  try {
    return await planRuntime(specification, store, signal);
  } catch (error) {
    if (present === undefined || signal.aborted || !(error instanceof NpmError)) throw error;
    printError(
      `${nameOf(present)} is there already; whether there is a newer one is not known: ${printable(error.message)}\n`,
    );
    return null;
  }
}

async function remove(
  wanted: readonly RuntimeSpecification[],
  terminal: Terminal,
  store: StoreSystem,
): Promise<Change> {
  const present = await installedRuntimes(store);
  const chosen = new Set<InstalledRuntime>();
  for (const specification of wanted) {
    const found = present.filter(
      ({ engine, version }) => engine === specification.engine && matches(specification, version),
    );
    if (found.length === 0) {
      const name = `${specification.engine}${specification.version === "" ? "" : `@${specification.version}`}`;
      const there = present.map(nameOf).join(", ");
      throw new UsageError(`${name} is not installed; there is ${there === "" ? "nothing" : there}`);
    }
    for (const runtime of found) chosen.add(runtime);
  }
  for (const runtime of chosen) {
    await removeRuntime(runtime, (line) => terminal.printError(`${line}\n`), terminal.signal);
    terminal.printError(`Removed ${nameOf(runtime)}\n`);
  }
  return { removed: [...chosen].map(nameOf) };
}

async function describe(store: StoreSystem, change: Change): Promise<RuntimesDocument> {
  const version = process.versions.node;
  const here: ListedRuntime = {
    ...{ name: "node", engine: "node", version, source: "present", path: process.execPath },
    ...{ package: null, licence: null, bytes: null },
    ...measurable("node", version),
  };
  const others = (await installedRuntimes(store)).map((runtime): ListedRuntime => ({
    name: nameOf(runtime),
    engine: runtime.engine,
    version: runtime.version,
    source: "installed",
    path: runtime.path,
    package: runtime.package,
    licence: runtime.licence,
    bytes: runtime.bytes,
    ...measurable(runtime.engine, runtime.version),
  }));
  return { folder: store.folder, runtimes: [here, ...others], ...change };
}

function measurable(
  ...runtime: Parameters<typeof whatIsMeasured>
): Pick<ListedRuntime, "measures" | "limits"> {
  const { everything, words } = whatIsMeasured(...runtime);
  return everything ? { measures: true } : { measures: true, limits: words };
}

function nameOf({ engine, version }: Pick<InstalledRuntime, "engine" | "version">): string {
  return `${engine}@${version}`;
}

const COLUMNS = [
  { title: "runtime" },
  { title: "version" },
  { title: "on the disk", right: true },
  { title: "licence" },
  { title: "path" },
  { title: "measures" },
];

function report({ folder, runtimes }: RuntimesDocument, colours: boolean): string {
  const style = styles(colours);
  const rows = runtimes.map(({ name, version, bytes, licence, path, limits }) => [
    name,
    version,
    bytes === null ? NOT_MEASURED : quantity(bytes, SIZE_UNITS),
    printable(licence ?? NOT_MEASURED),
    printable(path),
    limits ?? "everything",
  ]);
  const advice = runtimes.every(({ source }) => source === "present")
    ? "\n\nNo other is installed; async-cost runtimes install node@22 gets one"
    : "";
  return `${table(COLUMNS, rows, style.bold)}${advice}\n\n${style.dim(`Installed ones are in ${printable(folder)}`)}\n`;
}
