import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseAs } from "../../bench-worker/parse-as.ts";
import { galleryTableSchema, type GalleryTable, type TableName } from "../../bench-worker/gallery-table.ts";

/** The tables that were measured on this machine, each in a file of its own. */
export class StoredTables {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The table; undefined where it was not measured yet, or is of a version that we cannot read. */
  async read(table: TableName): Promise<GalleryTable | undefined> {
    try {
      const text = await readFile(this.#file(table), "utf8");
      return parseAs(galleryTableSchema, JSON.parse(text), "table of the gallery");
    } catch {
      return undefined;
    }
  }

  async write(table: GalleryTable): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#file(table.table), JSON.stringify(table));
  }

  #file(table: TableName): string {
    return path.join(this.#folder, `${table}.json`);
  }
}
