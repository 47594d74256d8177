import { analyze } from "../../analysis/analyze.ts";
import type { BenchmarkRequest } from "../../bench-worker/host/api.ts";
import { hostServices } from "../../bench-worker/host/benchmark.ts";
import { withFakesFiles, type ReadText } from "../../bench-worker/host/fakes-files.ts";
import { amongVariants, runAmongGallery } from "../../bench-worker/host/gallery/among-gallery.ts";
import { librariesFolder } from "../../bench-worker/host/gallery/installed.ts";
import type { TargetSource } from "../../bench-worker/protocol.ts";
import { counted } from "../../bench-worker/quantity.ts";
import { ordinals } from "../benchmark/result-store.ts";
import type { EditorTarget } from "../benchmark/targets.ts";
import type { Compared, ComparedFunction, ComparedListener } from "../comparison/compared.ts";

/** A function that is to be measured among variants of the gallery. */
export interface AmongGalleryRequest extends Omit<BenchmarkRequest, "targets"> {
  readonly target: EditorTarget;
  /** The folder of `catalogue.json`. */
  readonly galleryFolder: string;
}

/** Measures the function and one variant a pattern together; the listener is told of the whole document last. */
export async function measureAmongGallery(
  { target, galleryFolder, ...request }: AmongGalleryRequest,
  read: ReadText,
  listener: ComparedListener,
  signal: AbortSignal,
): Promise<Compared> {
  const [own = target.source] = await withFakesFiles([target.source], undefined, read);
  const places = { galleryFolder, libraries: librariesFolder() };
  const among = await amongVariants(own, places, request.runtime);
  const functions: readonly ComparedFunction[] = [
    { kind: "present", key: target.key },
    ...among.targets.slice(1).map(placeOf),
  ];
  const { length } = among.targets;
  const seconds = Math.ceil((length * request.options.budgetMilliseconds) / 1000);
  const howMuch = `${counted(length, "function")}, ${seconds} s or longer`;
  const document = await runAmongGallery(
    among,
    request,
    hostServices,
    (partial, running) =>
      listener(partial, { ...running, activity: `${howMuch}: ${running.activity}` }, functions),
    signal,
  );
  listener(document, null, functions);
  return { kind: "measured", document };
}

function placeOf({ file, text, language, functionStart }: TargetSource): ComparedFunction {
  const { functions } = analyze(text, language);
  const found = functions.find(({ range }) => range.start === functionStart);
  const ordinal = found === undefined ? 0 : (ordinals(functions).get(found) ?? 0);
  return { kind: "gallery", file, name: found?.name ?? "", ordinal };
}
