import { analyze } from "../../../../analysis/analyze.ts";
import { TABLE_VERSION, type ComplexityTable } from "../../../gallery-table.ts";
import { diskSource } from "../../source-file.ts";
import { complexityFindings } from "./claims-of-text.ts";
import type { Catalogue, CatalogueEntry } from "../catalogue.ts";
import { namedEntries, readCatalogue, rowHead, type GalleryPlaces } from "./choose.ts";
import { BASE, PATTERNS_ARTICLE } from "./setups.ts";

/**
 * Counts the tokens of the variants' files, fewest first, beside what the article counted.
 *
 * @throws {TableError} when a name is wrong.
 * @throws {SourceFileError} when a file of the gallery is gone.
 */
export async function complexityTable(
  names: readonly string[],
  { galleryFolder }: Pick<GalleryPlaces, "galleryFolder">,
  now: () => Date,
): Promise<ComplexityTable> {
  const catalogue = await readCatalogue({ galleryFolder });
  const read = diskSource(galleryFolder);
  const count = async (file: string): Promise<number> => analyze((await read(file)).text, "js").tokens;
  const base = catalogue.variants.find(({ name }) => name === BASE)!;
  const whole = await count(base.file);
  const rows = await Promise.all(
    entriesOf(names, catalogue).map(async (entry) => {
      const tokens = await count(entry.file);
      const then = entry.seed?.tokens;
      const seed =
        then === undefined ? null : { tokens: then, ratio: hundredths(then, base.seed?.tokens ?? then) };
      const ratio = hundredths(tokens, whole);
      return { ...rowHead(entry), tokens, ratio, seed, ...changedOf(ratio, seed?.ratio) };
    }),
  );
  rows.sort((a, b) => a.tokens - b.tokens || a.name.localeCompare(b.name));
  return {
    schemaVersion: TABLE_VERSION,
    table: "complexity",
    measuredAt: now().toISOString(),
    article: PATTERNS_ARTICLE,
    rows,
    findings: complexityFindings(rows),
    remarks: [
      "Tokens of whole files. The article's files were written otherwise, so compare ratios rather than tokens.",
    ],
  };
}

/** Unless somebody names them, those that are compiled of a file which another row has counted have no row. */
function entriesOf(names: readonly string[], catalogue: Catalogue): readonly CatalogueEntry[] {
  const entries = namedEntries(names, catalogue.variants, catalogue);
  if (names.length > 0) return entries;
  return entries.filter((entry, index) => entries.findIndex(({ file }) => file === entry.file) === index);
}

function hundredths(tokens: number, of: number): number {
  return Math.round((100 * tokens) / of) / 100;
}

/** Below a tenth it is how the file is written rather than what the pattern asks for. */
const MATTERS = 0.1;

function changedOf(ratio: number, then: number | undefined): { readonly changed?: string } {
  if (then === undefined) return {};
  const by = ratio / then - 1;
  if (Math.abs(by) < MATTERS) return { changed: "Takes about as many tokens, next to callbacks, as then." };
  const changed = `${by < 0 ? "Fewer" : "More"} tokens next to callbacks than then: our file, or the library's present interface, says it otherwise.`;
  return { changed };
}
