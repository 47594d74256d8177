import { NpmError } from "../../bench-worker/host/runtimes/npm.ts";
import {
  matches,
  packagesOf,
  parseSpecification,
  RuntimeNameError,
  specificationText,
  type RuntimeSpecification,
} from "../../bench-worker/host/runtimes/packages.ts";
import {
  installedRuntimes,
  installRuntime,
  planRuntime,
  TITLES,
  whatIsMeasured,
  type InstalledRuntime,
  type PlannedRuntime,
  type StoreSystem,
} from "../../bench-worker/host/runtimes/store.ts";
import { quantity, SIZE_UNITS } from "../../bench-worker/quantity.ts";

/** What can be chosen. */
export type RuntimeChoice =
  | { readonly kind: "automatic" }
  | { readonly kind: "installed"; readonly runtime: InstalledRuntime }
  | { readonly kind: "install"; readonly specification: RuntimeSpecification }
  | { readonly kind: "other" };

/** One line of the list. */
export interface RuntimeItem {
  readonly choice: RuntimeChoice;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

/** What choosing needs of the editor. */
export interface RuntimeUi {
  /** Undefined where the user goes away. */
  pick(groups: readonly RuntimeGroup[]): Promise<RuntimeChoice | undefined>;
  /** A name such as `node@18`. */
  askForName(check: (name: string) => string | null): Promise<string | undefined>;
  /** Whether the user wants exactly this to be installed. */
  confirm(question: string, detail: string): Promise<boolean>;
  /** Does work while it is shown and can be cancelled. */
  whileShown<T>(
    title: string,
    work: (signal: AbortSignal, log: (line: string) => void) => Promise<T>,
  ): Promise<T>;
  /** Keeps the path of the runtime; empty for the one that is found. */
  keep(path: string): Promise<void>;
  tell(message: string): void;
  tellFailure(message: string): void;
}

/** Lines that stand together. */
export interface RuntimeGroup {
  readonly title: string;
  readonly items: readonly RuntimeItem[];
}

/** The lines of Node that are offered, and the other engines. */
const OFFERED = [26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 7, 6, 4, 0.12, "0.10"]
  .map((line) => `node@${line}`)
  .concat("bun", "deno");

/**
 * Lets the user choose what benchmarks run on: the Node that is found, an installed runtime, or one that is installed
 * now, once package, licence and size were shown and agreed to.
 *
 * @param current The path that is kept now; empty for none.
 */
export async function chooseRuntime(current: string, store: StoreSystem, ui: RuntimeUi): Promise<void> {
  const installed = await installedRuntimes(store);
  const choice = await ui.pick(groupsOf(installed, current, store));
  try {
    switch (choice?.kind) {
      case undefined:
        return;
      case "automatic":
        await ui.keep("");
        ui.tell("Benchmarks run on the first Node on the PATH that is new enough, else on the editor's own.");
        return;
      case "installed":
        await use(choice.runtime, ui);
        return;
      case "install":
        await install(choice.specification, store, ui);
        return;
      case "other": {
        const name = await ui.askForName(whatIsWrong);
        if (name !== undefined) await install(parseSpecification(name), store, ui);
      }
    }
  } catch (error) {
    if (!(error instanceof NpmError) && !(error instanceof RuntimeNameError)) throw error;
    ui.tellFailure(sentence(error.message));
  }
}

/**
 * Where to keep a path, empty for the runtime that is found, so that it holds: what the workspace says goes before what
 * the user says. Undefined takes the setting away, where nothing stands behind it.
 */
export function placeOfChoice(
  path: string,
  present: { readonly globalValue?: string; readonly workspaceValue?: string } | undefined,
): { readonly target: "global" | "workspace"; readonly value: string | undefined } {
  const { globalValue = "", workspaceValue } = present ?? {};
  if (workspaceValue === undefined) return { target: "global", value: path === "" ? undefined : path };
  return { target: "workspace", value: path === "" && globalValue === "" ? undefined : path };
}

/** What can be chosen: what is there first. */
export function groupsOf(
  installed: readonly InstalledRuntime[],
  current: string,
  { platform }: StoreSystem,
): RuntimeGroup[] {
  const now = (isNow: boolean): { description?: string } => (isNow ? { description: "now" } : {});
  const offered = OFFERED.map((name) => parseSpecification(name)).filter(
    (specification) =>
      hasPackage(specification, platform) &&
      !installed.some(
        ({ engine, version }) => engine === specification.engine && matches(specification, version),
      ),
  );
  return [
    {
      title: "There already",
      items: [
        {
          choice: { kind: "automatic" },
          label: "Node that is found",
          ...now(current === ""),
          detail: "the first on the PATH that is new enough, else the editor's own",
        },
        ...installed.map((runtime) => ({
          choice: { kind: "installed", runtime } as const,
          label: nameOf(runtime),
          ...now(current === runtime.path),
          detail: `measures ${whatIsMeasured(runtime.engine, runtime.version).words}`,
        })),
      ],
    },
    {
      title: "From the npm registry",
      items: [
        ...offered.map((specification) => ({
          choice: { kind: "install", specification } as const,
          label: `${TITLES[specification.engine]} ${specification.version}`.trim(),
          description: "is installed when you agree to it",
        })),
        { choice: { kind: "other" }, label: "Another version…" },
      ],
    },
  ];
}

async function install(
  specification: RuntimeSpecification,
  store: StoreSystem,
  ui: RuntimeUi,
): Promise<void> {
  const wanted = specificationText(specification);
  const planned = await shown(ui, `Asking the npm registry for ${wanted}`, (signal) =>
    planRuntime(specification, store, signal),
  );
  if (planned === null) return;
  if (!(await ui.confirm(`Install ${nameOf(planned)}?`, detailOf(planned, store)))) return;
  const runtime = await shown(ui, `Installing ${nameOf(planned)}`, (signal, log) =>
    installRuntime(planned, store, log, signal),
  );
  if (runtime !== null) await use(runtime, ui);
}

/** Null where the work failed because it was cancelled: who cancels knows. */
async function shown<T>(
  ui: RuntimeUi,
  title: string,
  work: (signal: AbortSignal, log: (line: string) => void) => Promise<T>,
): Promise<T | null> {
  let signalOfWork: AbortSignal | undefined;
  try {
    return await ui.whileShown(title, (signal, log) => {
      signalOfWork = signal;
      return work(signal, log);
    });
  } catch (error) {
    if (signalOfWork?.aborted === true) return null;
    throw error;
  }
}

async function use(runtime: InstalledRuntime, ui: RuntimeUi): Promise<void> {
  await ui.keep(runtime.path);
  const { everything, words } = whatIsMeasured(runtime.engine, runtime.version);
  ui.tell(
    `Benchmarks run on ${nameOf(runtime)} from now on${everything ? "" : `, which measures ${words}`}.`,
  );
}

function detailOf(
  { package: { name }, engine, licence, approximateBytes }: PlannedRuntime,
  store: StoreSystem,
): string {
  const under =
    licence === null ? `names no licence (that of ${TITLES[engine]} is MIT)` : `licence ${licence}`;
  return `package ${name}, ${under}, about ${quantity(approximateBytes, SIZE_UNITS)}, into ${store.folder}`;
}

function hasPackage({ engine }: RuntimeSpecification, platform: StoreSystem["platform"]): boolean {
  try {
    return packagesOf(engine, platform).length > 0;
  } catch {
    return false;
  }
}

function whatIsWrong(name: string): string | null {
  try {
    parseSpecification(name);
    return null;
  } catch (error) {
    return sentence(error instanceof RuntimeNameError ? error.message : String(error));
  }
}

/** The name of a runtime stays as one writes it. */
function sentence(message: string): string {
  if (/^\w+@/.test(message)) return `${message}.`;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

function nameOf({ engine, version }: Pick<InstalledRuntime, "engine" | "version">): string {
  return `${TITLES[engine]} ${version}`;
}
