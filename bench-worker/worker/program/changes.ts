import type { Wrapping } from "../../insertions.ts";
import type { Facts } from "../facts.ts";
import { takingBranches } from "./branches.ts";
import { fillingGaps } from "./fill.ts";
import { sourceTreeOf } from "./source-tree.ts";

/** What facts put into the text of a file of the project, so that its gaps are filled and its branches taken; none where the file is not read. */
export function changesBy(facts: Facts, file: string, text: string): Wrapping[] {
  const gaps = facts.about("line").filter(({ name }) => name === file);
  const branches = facts.about("branch").filter(({ name }) => name === file);
  const tree = gaps.length + branches.length === 0 ? null : sourceTreeOf(file, text);
  return tree === null ? [] : [...takingBranches(tree, branches), ...fillingGaps(tree, gaps)];
}
