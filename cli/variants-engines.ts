import path from "node:path";
import type { Runtime } from "../bench-worker/host/api.ts";
import { enginesTable, type ChosenEngines } from "../bench-worker/host/engines/engines-table.ts";
import {
  enginesServices,
  seedEngines,
  type EnginesServices,
} from "../bench-worker/host/engines/seed-engines.ts";
import { benchmarkOptions } from "./bench-options.ts";
import { chosenRuntimes } from "./chosen-runtimes.ts";
import { mustBeWritable } from "./out-file.ts";
import { progressBar } from "./progress-bar.ts";
import { UsageError, type ExitCode, type Terminal } from "./terminal.ts";
import { formatOf, printed, type TableOptions } from "./variants-measure.ts";

/** What the command needs of the world. */
export interface EnginesCommandServices extends EnginesServices {
  readonly chosen: (names: readonly string[]) => Promise<Runtime[]>;
}

const realServices: EnginesCommandServices = { ...enginesServices, chosen: (names) => chosenRuntimes(names) };

/**
 * `async-cost variants engines`: what V8's article of 2018 measured, on its engines and today's, process by process in
 * turn, and how `await` behaves on each. Runtimes are as `--runtime` takes them; where none is named, those of the
 * article that are installed, and today's.
 *
 * @throws {UsageError} when an option is wrong, or a runtime that is named is not installed.
 */
export async function variantEngines(
  names: readonly string[],
  options: TableOptions,
  terminal: Terminal,
  place: { readonly galleryFolder: string; readonly workerFile: string },
  services: EnginesCommandServices = realServices,
): Promise<ExitCode> {
  if (options.only !== undefined) {
    throw new UsageError(
      "--only names variants; variants engines takes runtimes: variants engines node@8 node",
    );
  }
  const format = formatOf(options);
  if (options.out !== undefined) {
    await mustBeWritable(path.resolve(terminal.folder, options.out), options.out);
  }
  const { budgetMilliseconds } = benchmarkOptions({ budget: options.budget ?? "3s" }, terminal.folder);
  const named = [...names, ...(options.runtime ?? [])];
  const chosen: ChosenEngines =
    named.length > 0
      ? { runtimes: await services.chosen(named), missing: [] }
      : await seedEngines((await services.chosen(["node"]))[0]!, services);
  const bar = progressBar(terminal.barColumns, terminal.printError);
  const made = await enginesTable(
    chosen,
    { ...place, ...services, budgetMilliseconds, now: () => new Date() },
    (_table, running) => bar.draw(running),
    terminal.signal,
  ).finally(() => bar.clear());
  return printed(made, format, options.out, terminal);
}
