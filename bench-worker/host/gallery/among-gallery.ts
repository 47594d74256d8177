import path from "node:path";
import type { AmongGallery, BenchmarkDocument } from "../../document.ts";
import type { TargetSource } from "../../protocol.ts";
import { patternLabel } from "../../../analysis/pattern.ts";
import type { BenchmarkListener, BenchmarkRequest, Runtime } from "../api.ts";
import { runBenchmark, type BenchmarkServices } from "../benchmark.ts";
import { realPathOf } from "../walls/readable.ts";
import type { CatalogueEntry } from "./catalogue.ts";
import { libraryName } from "./installed.ts";
import { onePerPattern } from "./one-per-pattern.ts";
import { whyNotOn } from "./runs-on.ts";
import { readCatalogue, targetOf, withPresence, type GalleryPlaces } from "./tables/choose.ts";

/** A function, and the variants of the gallery that it is measured with. */
export interface AmongVariants {
  /** The function first, then the variants. */
  readonly targets: readonly TargetSource[];
  readonly mark: AmongGallery;
}

/**
 * Chooses one variant of the gallery for each pattern, of those whose library is installed and that work on the engine. A function that is itself
 * a variant of this gallery does not stand for its pattern a second time.
 */
export async function amongVariants(
  own: TargetSource,
  places: GalleryPlaces,
  engine: Pick<Runtime, "name" | "version">,
): Promise<AmongVariants> {
  const { variants } = await readCatalogue(places);
  const file = realPathOf(own.file);
  const others = variants.filter((entry) => realPathOf(path.join(places.galleryFolder, entry.file)) !== file);
  const { present, elsewhere } = await withPresence(others, places, engine);
  const here = others.filter((entry) => !elsewhere.includes(entry));
  const { chosen, missing } = onePerPattern<CatalogueEntry>(here, (entry) => present.includes(entry));
  const known = new Set(here.map(labelOf));
  const ofOthers = elsewhere.filter(
    (entry, index) =>
      !known.has(labelOf(entry)) &&
      elsewhere.findIndex((other) => labelOf(other) === labelOf(entry)) === index,
  );
  const targets = await Promise.all(
    chosen.map(async (entry) => {
      const target = await targetOf(entry, places);
      return { ...target, id: `gallery:${target.id}` };
    }),
  );
  const mark: AmongGallery = {
    own: 0,
    variants: chosen.map(({ name, system, library }, index) => ({
      result: index + 1,
      name,
      system,
      library: library === null ? null : libraryName(library),
    })),
    missing: [
      ...missing,
      ...ofOthers.map((entry) => ({ pattern: labelOf(entry), ...whyNotOn(entry, engine) })),
    ],
  };
  return { targets: [own, ...targets], mark };
}

function labelOf({ pattern, runner }: CatalogueEntry): string {
  return patternLabel(pattern, runner);
}

/**
 * Measures a function together with variants of the gallery, all in the same processes, so that engine and machine
 * are the same for all. The document says at every step which result is which.
 *
 * @throws {TypeError} as {@link runBenchmark} does.
 */
export function runAmongGallery(
  { targets, mark }: AmongVariants,
  request: Omit<BenchmarkRequest, "targets">,
  services: BenchmarkServices,
  listener: BenchmarkListener,
  signal: AbortSignal,
): Promise<BenchmarkDocument> {
  const marked = (document: BenchmarkDocument): BenchmarkDocument => ({ ...document, amongGallery: mark });
  const whole = { ...request, targets };
  return runBenchmark(
    whole,
    services,
    (document, running) => listener(marked(document), running),
    signal,
  ).then(marked);
}
