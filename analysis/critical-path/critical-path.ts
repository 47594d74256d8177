import type { CriticalPath, IoCallKind } from "../model.ts";
import type { Call } from "../functions/found.ts";
import type { Region } from "../io-calls/region.ts";
import type { FileView } from "../patterns/file-view.ts";
import { RegionWalk } from "./walk.ts";

/**
 * The longest chain of a function's I/O calls that must happen one after another, as far as its text tells: what is
 * awaited, or done in a callback or handler of success, comes after; what is only started does not wait. Of branches
 * the longest counts, of a loop one round, of a failure nothing but what its handler does by itself.
 */
export function criticalPathOf(
  view: FileView,
  region: Region,
  ioCalls: ReadonlyMap<Call, IoCallKind>,
): CriticalPath {
  if (ioCalls.size === 0) return { ioCalls: 0, inLoop: false };
  const walk = new RegionWalk(view, region, ioCalls);
  try {
    walk.all();
  } catch (error) {
    // It nests too deeply to be walked: nothing shorter than all of them is known.
    if (!(error instanceof RangeError)) throw error;
    return { ioCalls: ioCalls.size, inLoop: walk.inLoop };
  }
  return { ioCalls: Math.max(1, Math.min(walk.deepest, ioCalls.size)), inLoop: walk.inLoop };
}
