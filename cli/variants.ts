import { librariesFolder } from "../bench-worker/host/gallery/installed.ts";
import { npmOnPath } from "../bench-worker/host/runtimes/npm.ts";
import { UsageError, type ExitCode, type Terminal } from "./terminal.ts";
import { listVariants, variantComplexity } from "./variants-tables.ts";
import { variantsInstallCommand, type VariantsInstallOptions } from "./variants-install.ts";

/** The options of `async-cost variants`. */
export type VariantsOptions = VariantsInstallOptions;

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
): Promise<ExitCode> {
  const { json = false } = options;
  const request = { names, json, terminal, galleryFolder, libraries: librariesFolder() };
  if (action === "list") return listVariants(request);
  if (action === "complexity") return variantComplexity(request);
  if (action !== "install") {
    throw new UsageError(
      `variants takes list, complexity or install, and names; not ${JSON.stringify(action ?? "")}`,
    );
  }
  const store = { folder: librariesFolder(), npm: npmOnPath };
  return variantsInstallCommand(names, options, terminal, galleryFolder, store);
}
