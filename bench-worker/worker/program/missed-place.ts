import { functionsIn } from "../../instrument/functions.ts";
import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { leaves, LOOP, statementsOf } from "./conditions.ts";
import type { SourceTree } from "./source-tree.ts";

/** What is told of where an I/O call stands that was not come to. */
export interface MissedPlace {
  /** I/O calls were made in another branch of what it stands in, or in one that leaves before it: in its place. */
  readonly isReplaced: boolean;
  /** The lines that decide how often it is made, and when: heads of loops, and the names of functions that call back. */
  readonly around: readonly number[];
}

/**
 * Where an I/O call of the function that starts at `start` stands, which was not come to.
 *
 * @param missed Where it begins.
 * @param reached Where those begin that were.
 */
export function missedPlace(
  tree: SourceTree,
  start: number,
  missed: number,
  reached: ReadonlySet<number>,
): MissedPlace {
  const steps = stepsInto(tree, start, missed);
  const isMadeWithin = ({ start: from, end }: Node): boolean =>
    [...reached].some((one) => from <= one && one < end);
  return {
    isReplaced: steps.some((step, index) => branchesInstead(step, steps[index + 1]).some(isMadeWithin)),
    around: [...new Set(steps.flatMap(({ parent, child }) => headOf(parent, child)))].sort((a, b) => a - b),
  };
}

interface Step {
  readonly parent: Node;
  readonly child: Node;
}

/** From the function that starts at `start` down to what stands at an offset. */
function stepsInto(tree: SourceTree, start: number, offset: number): Step[] {
  const target = functionsIn(tree).find(({ from }) => from === start)?.node;
  return target === undefined ? [] : stepsTo(target, offset);
}

/** From a node down to what stands at an offset. */
function stepsTo(parent: Node, offset: number): Step[] {
  const child = childrenOf(parent).find(({ start, end }) => start <= offset && offset < end);
  return child === undefined ? [] : [{ parent, child }, ...stepsTo(child, offset)];
}

/** The branches that a call takes which does not come to a part of a node; `below` is what it stands in within that part. */
function branchesInstead({ parent, child }: Step, below: Step | undefined): Node[] {
  switch (parent.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return child === parent["test"]
        ? []
        : childrenOf(parent).filter((one) => one !== child && one !== parent["test"]);
    case "SwitchStatement":
      return (parent["cases"] as Node[]).includes(child)
        ? (parent["cases"] as Node[]).filter((one) => one !== child)
        : [];
    default: {
      const statements = statementsOf(parent) ?? [];
      const at = statements.indexOf(child);
      const left = statements.slice(0, Math.max(0, at)).filter(leavesBefore);
      // What its test does is done either way.
      const branches = left.map(({ consequent }) => consequent as Node);
      const isInBranch = leavesBefore(child) && below?.child === child["consequent"];
      return isInBranch ? [...branches, ...statements.slice(at + 1)] : branches;
    }
  }
}

/** `if (known) { …; return; }`, or one that goes on to the next round. */
function leavesBefore({ type, consequent }: Node): boolean {
  if (type !== "IfStatement") return false;
  const branch = consequent as Node;
  const last = statementsOf(branch)?.at(-1) ?? branch;
  return last.type === "ContinueStatement" || leaves([branch]) === "returns";
}

/** The lines of what a node does with a part of it: again and again, or whenever it calls back. */
function headOf(parent: Node, child: Node): number[] {
  if (LOOP.test(parent.type) && child === parent["body"])
    return linesFrom(parent.loc.start.line, child.loc.start.line);
  if (parent.type !== "CallExpression" || !isFunction(child)) return [];
  const callee = parent["callee"] as Node;
  const name = (callee["property"] as Node | undefined) ?? callee;
  return [name.loc.start.line];
}

function linesFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
