import type { GalleryTable, TableName } from "../../../gallery-table.ts";
import { complexityTable } from "./complexity.ts";
import { debuggabilityTable } from "./debuggability.ts";
import { measuredTable, type TableInstruments, type TableListener } from "./measure-table.ts";
import { CLOSURES, PERFORMANCE, PROMISES } from "./setups.ts";

/**
 * Makes one table of the gallery.
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
  }
}
