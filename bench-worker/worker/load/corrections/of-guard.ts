import type { Shape } from "../../../contract/fact.ts";
import { wishesOf } from "../../program/inversion.ts";
import { checkFailed, type TextOf, type TextSought } from "../../program/reached-check.ts";
import type { Correction } from "./correction.ts";

/**
 * What a stand-in would have had to be for a check of the program not to fail: `this.closed` false of `if (this.closed) throw …`. Of what
 * would do, the first that may be told.
 *
 * @param mayBe Whether a stand-in of a name may be told what it is; of a shape, and is not of that by now.
 * @param thrownIn The function that threw it, where that is text.
 */
export function guard(
  error: unknown,
  textOf: TextOf,
  mayBe: (name: string, shape?: Shape) => boolean,
  thrownIn?: TextSought,
): Correction | undefined {
  const wishes = checkFailed(error, textOf, thrownIn).flatMap(wishesOf);
  // What is so by now, and did not help, may go by another name.
  const wish = wishes.find(({ name, shape }) => mayBe(name, shape)) ?? wishes.find(({ name }) => mayBe(name));
  return wish === undefined ? undefined : { name: wish.name, shape: wish.shape };
}
