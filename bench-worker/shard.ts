import * as v from "valibot";
import { count } from "./numbers.ts";

const ordinal = v.pipe(v.number(), v.integer(), v.minValue(1));

export const shardSchema = v.object({
  /** Which shards the document has, from 1 on: one, or those that were merged while others are missing. */
  numbers: v.pipe(v.array(ordinal), v.minLength(1)),
  /** How many shards there are; 1 where a run was not shared out, and not all of its functions are in the document. */
  of: ordinal,
  /** Functions that are in the document, measured or with why they are not. */
  functions: count,
  /** Functions of all shards together. */
  allFunctions: count,
});

/** Which part of a run a document has. */
export type DocumentShard = v.InferOutput<typeof shardSchema>;

/** The K-th of N shards. */
export interface Shard {
  /** From 1 on. */
  readonly number: number;
  readonly of: number;
}

/** Of all, every N-th from the K-th on. */
export function inShard<T>(all: readonly T[], { number, of }: Shard): T[] {
  return all.filter((_, index) => index % of === number - 1);
}

/** What a document says that has `functions` functions of a shard. */
export function documentShard(
  { number, of }: Shard,
  functions: number,
  allFunctions: number,
): { readonly shard: DocumentShard } {
  return { shard: { numbers: [number], of, functions, allFunctions } };
}

/** `shard 1 of 4: 12 of 48 functions` */
export function shardInWords({ numbers, of, functions, allFunctions }: DocumentShard): string {
  const share = `${functions} of ${allFunctions} functions`;
  return of === 1 ? share : `${shardsInWords(numbers)} of ${of}: ${share}`;
}

/** `shards 1, 2 and 4` */
function shardsInWords(numbers: readonly number[]): string {
  const [last, ...others] = numbers.toReversed();
  return others.length === 0 ? `shard ${last}` : `shards ${others.reverse().join(", ")} and ${last}`;
}

/** What is not in a document that has all there is of its shards: one sentence each. */
export function missingInWords({ numbers, of, functions, allFunctions }: DocumentShard): string[] {
  const absent = Array.from({ length: of }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number),
  );
  const there = functionsOf(numbers, of, allFunctions);
  const left = there - functions;
  const ofThem = of === 1 ? "" : ` of ${shardsInWords(numbers)}`;
  return [
    ...(absent.length === 0
      ? []
      : [`${shardsInWords(absent)} of ${of} ${absent.length === 1 ? "is" : "are"} missing`]),
    ...(left > 0 ? [`${left} of the ${there} functions${ofThem} ${left === 1 ? "is" : "are"} missing`] : []),
  ];
}

/** How many functions these shards have together. */
export function functionsOf(numbers: readonly number[], of: number, allFunctions: number): number {
  return numbers.reduce((sum, number) => sum + Math.max(0, Math.floor((allFunctions - number) / of) + 1), 0);
}
