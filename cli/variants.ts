import { librariesFolder } from "../bench-worker/host/gallery/installed.ts";
import { TABLES } from "../bench-worker/gallery-table.ts";
import { npmOnPath } from "../bench-worker/host/runtimes/npm.ts";
import { hostStore, installedRuntimes } from "../bench-worker/host/runtimes/store.ts";
import { UsageError, type ExitCode, type Terminal } from "./terminal.ts";
import { isVariantTable, variantsTableCommand, type TableOptions } from "./variants-measure.ts";
import { variantEngines } from "./variants-engines.ts";
import { listVariants } from "./variants-list.ts";
import { variantsInstallCommand, type VariantsInstallOptions } from "./variants-install.ts";

/** The options of `async-cost variants`. */
export type VariantsOptions = VariantsInstallOptions & TableOptions;

/**
 * `async-cost variants`: does what its first word says with the gallery in `galleryFolder`.
 *
 * @throws {UsageError} when there is no such action.
 */
export async function variantsCommand(
  [action, ...names]: readonly string[],
  options: VariantsOptions,
  terminal: Terminal,
  galleryFolder: string,
  workerFile: string,
): Promise<ExitCode> {
  const { json = false } = options;
  if (action !== undefined && isVariantTable(action)) {
    return variantsTableCommand(action, names, options, terminal, { galleryFolder, workerFile });
  }
  if (action === "engines") {
    return variantEngines(names, options, terminal, { galleryFolder, workerFile });
  }
  if (action === "list") {
    const engines = (await installedRuntimes(hostStore())).map(({ engine, version }) => ({
      name: engine,
      version,
    }));
    const libraries = librariesFolder();
    return listVariants({ names, json, terminal, galleryFolder, libraries, engines });
  }
  if (action !== "install") {
    throw new UsageError(
      `variants takes list, install, ${TABLES.join(", ")}, and names; not ${JSON.stringify(action ?? "")}`,
    );
  }
  const store = { folder: librariesFolder(), npm: npmOnPath };
  return variantsInstallCommand(names, options, terminal, galleryFolder, store);
}
