import v8 from "node:v8";
import { harness } from "../harness/intrinsics.ts";

/** Watches collections from the moment it is made. */
export interface CollectionMeter {
  /** Milliseconds since then. */
  milliseconds(): number;
  /** Ends; 0 to 1 of the time went into collecting garbage. Undefined where the runtime cannot tell. */
  share(): number | undefined;
}

/** Starts to watch how long the engine collects garbage, by its own account (`v8.GCProfiler`, Node 18.15 on). */
export function collectionMeter(): CollectionMeter {
  const { GCProfiler } = v8 as { GCProfiler?: typeof v8.GCProfiler };
  const profiler = GCProfiler === undefined ? null : new GCProfiler();
  profiler?.start();
  const began = harness.now();
  const milliseconds = (): number => harness.now() - began;
  return {
    milliseconds,
    share: () => {
      const elapsed = milliseconds();
      const collections = profiler?.stop().statistics;
      if (collections === undefined || !(elapsed > 0)) return undefined;
      // `cost` is in microseconds.
      const collecting = collections.reduce((sum, { cost }) => sum + cost / 1000, 0);
      return Math.min(collecting / elapsed, 1);
    },
  };
}
