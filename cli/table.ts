import { characters } from "./text.ts";

/** One column of a table. */
export interface Column {
  readonly title: string;
  /** Numbers stand at the right. */
  readonly right?: boolean;
}

const GAP = "  ";

/**
 * Lays out rows under titles, columns aligned, without a line break at the end.
 *
 * @param styleTitle Applied to each title after it has been padded, so that codes do not disturb the alignment.
 * @param styleCell The same for each cell, with its row and column.
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  styleTitle: (title: string) => string = (title) => title,
  styleCell: (cell: string, row: number, column: number) => string = (cell) => cell,
): string {
  const widths = columns.map(({ title }, column) =>
    // One by one: a call takes no hundred thousand arguments, and a generated file can have as many functions.
    rows.reduce(
      (widest, row) => Math.max(widest, characters(row[column] ?? "").length),
      characters(title).length,
    ),
  );
  const pad = (cell: string, column: number): string => {
    const space = " ".repeat(widths[column]! - characters(cell).length);
    return columns[column]!.right === true ? space + cell : cell + space;
  };
  const titles = columns.map(({ title }, column) => styleTitle(pad(title, column)));
  const lines = rows.map((row, line) =>
    columns.map((_, column) => styleCell(pad(row[column] ?? "", column), line, column)),
  );
  return [titles, ...lines].map((cells) => cells.join(GAP).trimEnd()).join("\n");
}
