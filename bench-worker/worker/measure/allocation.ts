import v8 from "node:v8";
import { harness } from "../harness/intrinsics.ts";

interface Collection {
  readonly beforeGC: { readonly heapStatistics: { readonly usedHeapSize: number } };
  readonly afterGC: { readonly heapStatistics: { readonly usedHeapSize: number } };
}

/**
 * Starts to count the bytes that are allocated on the JavaScript heap; call what it returns to get them. The
 * difference of the heap in use, plus whatever collections freed in between.
 */
export function allocationMeter(): () => number {
  const { GCProfiler } = v8 as { GCProfiler?: typeof v8.GCProfiler };
  const profiler = GCProfiler === undefined ? null : new GCProfiler();
  profiler?.start();
  const before = harness.heapUsedBytes();
  return () => {
    const grown = harness.heapUsedBytes() - before;
    const collections: readonly Collection[] = profiler?.stop().statistics ?? [];
    const freed = collections.reduce(
      (sum, { beforeGC, afterGC }) =>
        sum + beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
      0,
    );
    return Math.max(0, grown + freed);
  };
}
