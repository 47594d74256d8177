import type { AsyncFunction, Position } from "../../analysis/model.ts";

/** What a function is compared with; a part is left out as long as it is not known. */
export interface Compared {
  readonly sinceHead?: SinceHead;
  readonly leanest?: LeanestVariant;
}

/** How a function differs from what was last committed. */
export type SinceHead =
  /** Its tokens are those of the last commit. */
  | { readonly kind: "same"; readonly commit: string }
  /** The last commit has the file, but no function that this one comes from. */
  | { readonly kind: "new"; readonly commit: string }
  /** The text of the last commit is too long to look for it there. */
  | { readonly kind: "too-long"; readonly commit: string }
  /** So many functions have changed that it would take too long to tell which is which. */
  | { readonly kind: "too-much"; readonly commit: string }
  | { readonly kind: "changed"; readonly commit: string; readonly base: HeadFunction };

/** A function as it was last committed. */
export interface HeadFunction extends Pick<
  AsyncFunction,
  "name" | "tokens" | "pattern" | "runner" | "criticalPath"
> {
  /** Its text did not tell that it is asynchronous. */
  readonly isPlain?: boolean;
}

/** The variant of a function that takes the fewest tokens, among those that could be found. */
export interface LeanestVariant {
  /** Whether that is the function itself. */
  readonly isThis: boolean;
  /** How many variants there are, the function itself among them. */
  readonly variants: number;
  readonly name: string;
  readonly tokens: number;
  readonly pattern: AsyncFunction["pattern"];
  readonly runner?: AsyncFunction["runner"];
  readonly uri: string;
  /** The last part of its file's path. */
  readonly file: string;
  readonly position: Position;
}
