import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { parseAs } from "../bench-worker/document.ts";
import { hostServices } from "../bench-worker/host/benchmark.ts";
import { librariesFolder } from "../bench-worker/host/gallery/installed.ts";
import { makeTable } from "../bench-worker/host/gallery/tables/make-table.ts";
import {
  galleryTableSchema,
  TABLES,
  type GalleryTable,
  type TableName,
} from "../bench-worker/gallery-table.ts";
import { benchmarkOptions } from "../cli/bench-options.ts";
import { chosenRuntimes } from "../cli/chosen-runtimes.ts";
import { repository, withBundle } from "./bench/worker-bundle.ts";
import { chartsOf } from "./tables/charts.ts";
import { drawCharts } from "./tables/draw.ts";
import { PICTURES, thenAndNowPage } from "./tables/page.ts";

/**
 * `npm run tables [-- --budget 2s] [--fresh] [TABLE…]`: measures the tables that `docs/tables/` lacks, with `--fresh` all
 * of them, or only those that are named, writes each as soon as it is whole, and makes `docs/then-and-now.md` with its charts out of all of them. A run
 * that was interrupted goes on with the table in which it was.
 */
async function main(words: readonly string[]): Promise<void> {
  const { values, positionals: names } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { budget: { type: "string", default: "3s" }, fresh: { type: "boolean", default: false } },
  });
  const unknown = names.find((name) => !TABLES.some((table) => table === name));
  if (unknown !== undefined)
    throw new TypeError(`There is no table ${unknown}; there are ${TABLES.join(", ")}`);

  const { budgetMilliseconds } = benchmarkOptions({ budget: values.budget });
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const tables: GalleryTable[] = [];
  for (const table of TABLES) {
    const file = path.join(repository, "docs", "tables", `${table}.json`);
    const isAsked = names.includes(table) || (values.fresh && names.length === 0);
    const stored = isAsked ? undefined : await storedTable(file);
    // Who names tables wants no others to be measured.
    if (stored === undefined && names.length > 0 && !isAsked) continue;
    const made = stored ?? (await measure(table, budgetMilliseconds, stop.signal));
    if (stop.signal.aborted) return;
    tables.push(made);
    if (stored !== undefined) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(made, null, 1)}\n`);
  }
  const pictures = path.join(repository, "docs", ...PICTURES.split("/"));
  await rm(pictures, { recursive: true, force: true });
  await drawCharts(tables.flatMap(chartsOf), pictures);
  await writeFile(path.join(repository, "docs", "then-and-now.md"), thenAndNowPage(tables));
}

async function storedTable(file: string): Promise<GalleryTable | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined
    ? undefined
    : parseAs(galleryTableSchema, JSON.parse(text), "table of the gallery");
}

async function measure(
  table: TableName,
  budgetMilliseconds: number,
  signal: AbortSignal,
): Promise<GalleryTable> {
  const [runtime] = await chosenRuntimes();
  let said = 0;
  return withBundle("bench-worker/worker/main.ts", (workerFile) =>
    makeTable(
      table,
      [],
      {
        galleryFolder: path.join(repository, "variants"),
        libraries: librariesFolder(),
        runtime: runtime!,
        workerFile,
        services: hostServices,
        budgetMilliseconds,
        now: () => new Date(),
      },
      (_table, { fraction }) => {
        if (fraction < said + 0.1) return;
        said = fraction;
        process.stderr.write(`${table}: ${Math.round(fraction * 100)} %\n`);
      },
      signal,
    ),
  );
}

await main(process.argv.slice(2));
