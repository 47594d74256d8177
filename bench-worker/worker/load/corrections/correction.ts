import type { Shape } from "../../../contract/fact.ts";

/** A value that a fake should have had, an operation that should have returned a promise, or one that should not. */
export type Correction =
  | {
      /** The fake's name, as {@link "../../fakes/universal/universal-fakes.ts".UniversalFakes} names it. */
      readonly name: string;
      readonly shape: Shape;
      /** The keys of which it is one. */
      readonly among?: readonly string[];
      /** The operation, by its last name, that should have returned a promise, where nothing goes by that name. */
      readonly orPromise?: string;
    }
  | { readonly promise: string }
  | { readonly plain: string };
