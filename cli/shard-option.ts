import type { Shard } from "../bench-worker/shard.ts";
import { UsageError } from "./terminal.ts";

/** The options that say which part of a run is measured, as they were typed. */
export interface RawShard {
  readonly shard?: string;
  readonly scenario?: string;
}

/**
 * Which part of a run is measured; null for all.
 *
 * @throws {UsageError} when it cannot be.
 */
export function shardOption({ shard, scenario = "auto" }: RawShard): Shard | null {
  if (shard === undefined) return null;
  const [, number = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(shard.trim()) ?? []).map(Number);
  if (!(number >= 1 && number <= of && Number.isSafeInteger(of))) {
    throw new UsageError(
      `--shard takes K/N, the K-th of N shards with K from 1 to N, such as 1/4; not ${JSON.stringify(shard)}`,
    );
  }
  if (!["auto", "recorded", "inferred"].includes(scenario)) {
    throw new UsageError(
      `--shard shares out functions, and --scenario ${scenario} is of one; leave out --shard`,
    );
  }
  return { number, of };
}
