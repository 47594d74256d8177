import type { Shape } from "../../../contract/fact.ts";
import { framesOf, stackOf } from "../../io/call-site.ts";
import { calledName, within } from "../../program/expression.ts";
import { lookedUp, wishesOf, type Wish } from "../../program/inversion.ts";
import { callAt, checkFailed, type TextOf, type TextSought } from "../../program/reached-check.ts";
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
  return wish && corrected(wish);
}

/**
 * What the key should have been by which the program looked up what it called: `job.name` of `HANDLERS[job.name](job)`, in which there is none of that
 * name.
 */
export function calledByKey(
  error: unknown,
  textOf: TextOf,
  mayBe: (name: string) => boolean,
): Correction | undefined {
  // What looks it up may begin at the same place.
  const call =
    error instanceof TypeError
      ? callAt(framesOf(stackOf(error)), textOf, (one) => calledName(one) !== "get")
      : null;
  const wishes = call === null ? [] : lookedUp(within(call, "callee"));
  const wish = wishes.find(({ name }) => mayBe(name));
  return wish && corrected(wish);
}

function corrected({ name, shape, among }: Wish): Correction {
  return { name, shape, ...(among && { among }) };
}
