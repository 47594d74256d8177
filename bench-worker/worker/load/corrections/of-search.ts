import { followed } from "../../program/constants.ts";
import { calledName } from "../../program/expression.ts";
import { gapsIn } from "../../program/fill.ts";
import { gapOf } from "../../program/gap.ts";
import { SEARCHES, wishesOf } from "../../program/inversion.ts";
import { sourceTreeOf } from "../../program/source-tree.ts";
import type { Correction } from "./correction.ts";

/**
 * What an item of a list would have had to be so that it was found of which a member is read: `kind` “github” of
 * `tokens.find(({ kind }) => kind === "github").secret`.
 *
 * @param mayBe Whether a stand-in of a name may be told what it is.
 */
export function notFound(
  error: unknown,
  textOf: (file: string) => string | null,
  mayBe: (name: string) => boolean,
): Correction | undefined {
  const gap = gapOf(error);
  const text = gap === null ? null : textOf(gap.name);
  const tree = gap === null || text === null ? null : sourceTreeOf(gap.name, text);
  if (gap === null || tree === null) return undefined;
  for (const node of gapsIn(tree, [gap])) {
    const read = { tree, node, below: () => null };
    const source = followed(read).node;
    if (source.type !== "CallExpression" || !SEARCHES.has(calledName(source))) continue;
    const wish = wishesOf({ test: read, was: false }).find(({ name }) => mayBe(name));
    if (wish !== undefined) return { name: wish.name, shape: wish.shape };
  }
  return undefined;
}
