import type { AsyncFunction, IoCall } from "../../../analysis/model.ts";
import { ioCallsOfSuccess } from "../../../analysis/steering/wanted.ts";
import type { TargetSource } from "../../protocol.ts";
import { isOnFailure } from "../program/on-failure.ts";
import { sourceTreeOf } from "../program/source-tree.ts";

/** The I/O calls of a function of a file that are not there for the case that something fails. */
export function callsOfSuccess(
  of: { readonly functions: readonly AsyncFunction[]; readonly target: AsyncFunction },
  { file, text, language }: Pick<TargetSource, "file" | "text" | "language">,
): readonly IoCall[] {
  const calls = ioCallsOfSuccess(of, text, language);
  const tree = calls.length === 0 ? null : sourceTreeOf(file, text);
  return tree === null ? calls : calls.filter(({ range }) => !isOnFailure(tree, range.start));
}
