import { framesOf, stackOf } from "../../io/call-site.ts";
import { wishesOf } from "../../program/inversion.ts";
import { checkReached, type TextOf } from "../../program/reached-check.ts";
import type { Correction } from "./correction.ts";

/**
 * What a stand-in would have had to be for a check of the program not to fail: `this.closed` false of `if (this.closed) throw …`. Of what
 * would do, the first that may be told.
 *
 * @param mayBe Whether a stand-in of a name may be told what it is.
 */
export function guard(
  error: unknown,
  textOf: TextOf,
  mayBe: (name: string) => boolean,
): Correction | undefined {
  const wishes = checkReached(framesOf(stackOf(error)), textOf).flatMap(wishesOf);
  const wish = wishes.find(({ name }) => mayBe(name));
  return wish === undefined ? undefined : { name: wish.name, shape: wish.shape };
}
