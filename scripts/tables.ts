import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { parseAs } from "../bench-worker/parse-as.ts";
import type { Running } from "../bench-worker/host/api.ts";
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
import { chartsOf, ON_PAPER } from "../webview/gallery/table-charts.ts";
import { repository } from "./bench/worker-bundle.ts";
import { drawCharts } from "./tables/draw.ts";
import { PICTURES, thenAndNowPage } from "./tables/page.ts";
import { withWorkers } from "./tables/with-workers.ts";

/**
 * `npm run tables [-- --budget 2s] [--fresh] [TABLE…]`: measures the tables that `docs/tables/` lacks, with `--fresh` all
 * of them, or only those that are named, writes each as soon as it is whole, and makes `docs/then-and-now.md` with its
 * charts out of all that there are. A run that is interrupted says how to go on with the table in which it was.
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
  const stored = new Map<TableName, GalleryTable>();
  for (const table of TABLES) {
    const there = await storedTable(fileOf(table));
    if (there !== undefined) stored.set(table, there);
  }
  const wanted = TABLES.filter((table) =>
    names.length > 0 ? names.includes(table) : values.fresh || !stored.has(table),
  );
  const make = async (workerFile: string): Promise<void> => {
    for (const [index, table] of wanted.entries()) {
      const made = await measure(table, { workerFile, budgetMilliseconds }, stop.signal);
      if (stop.signal.aborted) {
        const rest = wanted.slice(index).join(" ");
        process.stderr.write(`Stopped. Go on with: npm run tables -- --budget ${values.budget} ${rest}\n`);
        return;
      }
      await mkdir(path.dirname(fileOf(table)), { recursive: true });
      await writeFile(fileOf(table), `${JSON.stringify(made, null, 1)}\n`);
      stored.set(table, made);
    }
  };
  if (wanted.some((table) => table !== "complexity")) await withWorkers(make);
  else await make("counting needs no worker");
  if (stop.signal.aborted) return;
  const tables = TABLES.flatMap((table) => stored.get(table) ?? []);
  const pictures = path.join(repository, "docs", ...PICTURES.split("/"));
  await rm(pictures, { recursive: true, force: true });
  await drawCharts(
    tables.flatMap((table) => chartsOf(table, ON_PAPER)),
    pictures,
  );
  await writeFile(path.join(repository, "docs", "then-and-now.md"), thenAndNowPage(tables));
}

function fileOf(table: TableName): string {
  return path.join(repository, "docs", "tables", `${table}.json`);
}

async function storedTable(file: string): Promise<GalleryTable | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined
    ? undefined
    : parseAs(galleryTableSchema, JSON.parse(text), "table of the gallery");
}

async function measure(
  table: TableName,
  { workerFile, budgetMilliseconds }: { readonly workerFile: string; readonly budgetMilliseconds: number },
  signal: AbortSignal,
): Promise<GalleryTable> {
  const [runtime] = await chosenRuntimes();
  const startedAt = performance.now();
  let said = 0;
  const instruments = {
    galleryFolder: path.join(repository, "variants"),
    libraries: librariesFolder(),
    runtime: runtime!,
    workerFile,
    services: hostServices,
    budgetMilliseconds,
    now: () => new Date(),
  };
  const tell = ({ fraction }: Running): void => {
    if (fraction < said + 0.1) return;
    said = fraction;
    process.stderr.write(`${table}: ${Math.round(fraction * 100)} %\n`);
  };
  const made = await makeTable(table, [], instruments, (_table, running) => tell(running), signal);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stderr.write(`${table}: took ${seconds} s\n`);
  for (const lack of lacking(made)) process.stderr.write(`${table}: ${lack}\n`);
  return made;
}

/** What keeps a table from being whole, with the next step. */
function lacking(table: GalleryTable): string[] {
  if (table.table === "complexity") return [];
  if (table.table === "engines") {
    const missing = table.missing.join(" ");
    return missing === "" ? [] : [`engines are missing: async-cost runtimes install ${missing}`];
  }
  return table.rows.flatMap(({ name, state, reason = "", hint = "" }) =>
    state === "measured" ? [] : [`${name}: ${reason} ${hint}`],
  );
}

await main(process.argv.slice(2));
