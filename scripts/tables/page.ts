import { tableInMarkdown } from "../../bench-worker/gallery-table-text.ts";
import { TABLES, type GalleryTable } from "../../bench-worker/gallery-table.ts";
import { chartsOf, ON_PAPER } from "../../webview/gallery/table-charts.ts";

/** The folder of the pictures, seen from the page. */
export const PICTURES = "pictures/then-and-now";

/** `docs/then-and-now.md`, out of the tables that there are. */
export function thenAndNowPage(tables: readonly GalleryTable[]): string {
  const missing = TABLES.filter((name) => tables.every(({ table }) => table !== name));
  const parts = [
    "# Then and now",
    [
      "In 2013 Gorgi Kosev and Thanasis Polyzos compared asynchronous patterns and libraries of their day, in 2018 Maya",
      "Lekova and Benedikt Meurer async functions on engines of theirs. These are their tables, measured again by",
      "`async-cost variants`, with their numbers beside ours. Their machines and engines were others, so milliseconds do not",
      "compare; what a pattern takes next to raw callbacks does.",
    ].join("\n"),
    [
      "`npm run tables` makes this page: it measures the tables that are not in `docs/tables/` yet, `--fresh` all of them, or",
      "only those that are named, `--budget 1s` in a short form, and draws the charts. What each number means is in",
      "[How we measure](how-we-measure.md).",
    ].join("\n"),
    ...(missing.length === 0 ? [] : [`Not measured for this page yet: ${missing.join(", ")}.`]),
    ...tables.map(
      (table) =>
        `${tableInMarkdown(table)}${chartsOf(table, ON_PAPER)
          .map(
            ({ name, alternative }) =>
              `\n![${alternative.replaceAll(/[[\]]/g, "")}](${PICTURES}/${name}.png)\n`,
          )
          .join(
            "",
          )}\nAfter ${table.article.author}, [${table.article.title}](how-we-measure.md#sources), ${table.article.date}.`,
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}
