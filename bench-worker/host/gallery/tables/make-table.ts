import type { GalleryTable, TableName } from "../../../gallery-table.ts";
import { enginesTable } from "../../engines/engines-table.ts";
import { enginesServices, seedEngines, type EnginesServices } from "../../engines/seed-engines.ts";
import { TableError } from "./choose.ts";
import { complexityTable } from "./complexity.ts";
import { debuggabilityTable } from "./debuggability.ts";
import { measuredTable, type TableInstruments, type TableListener } from "./measure-table.ts";
import { CLOSURES, PERFORMANCE, PROMISES } from "./setups.ts";

/**
 * Makes one table of the gallery; that of engines of those that are installed and of `instruments.runtime`.
 *
 * @param names of rows; all where there are none.
 * @throws {TableError} when a name is wrong.
 */
export async function makeTable(
  table: TableName,
  names: readonly string[],
  instruments: TableInstruments,
  listener: TableListener<GalleryTable>,
  signal: AbortSignal,
  engines: EnginesServices = enginesServices,
): Promise<GalleryTable> {
  switch (table) {
    case "complexity":
      return complexityTable(names, instruments, instruments.now);
    case "debuggability":
      return debuggabilityTable(names, instruments, listener, signal);
    case "performance":
      return measuredTable(PERFORMANCE, names, instruments, listener, signal);
    case "closures":
      return measuredTable(CLOSURES, names, instruments, listener, signal);
    case "promises":
      return measuredTable(PROMISES, names, instruments, listener, signal);
    case "engines": {
      if (names.length > 0) throw new TableError("the rows of engines are runtimes, not variants");
      const chosen = await seedEngines(instruments.runtime, engines);
      return enginesTable(chosen, { ...instruments, ...engines }, listener, signal);
    }
  }
}
