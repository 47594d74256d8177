import type { BenchmarkDocument } from "../../bench-worker/document.ts";
import type { Running } from "../../bench-worker/host/api.ts";
import type { NoRuntime } from "../benchmark/node-of-setting.ts";

/** Where the function of a result is. */
export type ComparedFunction =
  /** A present one, by the key of its target. */
  | { readonly kind: "present"; readonly key: string }
  /** A present one that its own text does not tell to be asynchronous, so that it is no target. */
  | { readonly kind: "not-told"; readonly file: string; readonly name: string }
  /** One of the gallery's. */
  | { readonly kind: "gallery"; readonly file: string; readonly name: string; readonly ordinal: number }
  /** One of a commit. */
  | { readonly kind: "base"; readonly file: string; readonly commit: string; readonly name: string };

/** How a comparison came out. */
export type Compared =
  | { readonly kind: "measured"; readonly document: BenchmarkDocument }
  | NoRuntime
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "cancelled" };

/** Hears of a comparison under way; `functions` has one entry for each of the document's results. */
export type ComparedListener = (
  document: BenchmarkDocument,
  running: Running | null,
  functions: readonly ComparedFunction[],
) => void;
