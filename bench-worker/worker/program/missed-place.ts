import { functionsIn } from "../../instrument/functions.ts";
import { childrenOf, type Node } from "../../instrument/tree.ts";
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
  const target = functionsIn(tree).find(({ from }) => from === start)?.node;
  const steps = target === undefined ? [] : stepsTo(target, missed);
  const made = [...reached];
  const madeWithin = ({ start: from, end }: Node): number =>
    made.filter((one) => from <= one && one < end).length;
  return {
    isReplaced: steps.some(({ parent, child }) =>
      branchesInstead(parent, child).some((one) => madeWithin(one) > 0),
    ),
    around: [...new Set(steps.flatMap(({ parent, child }) => headOf(parent, child)))].sort((a, b) => a - b),
  };
}

interface Step {
  readonly parent: Node;
  readonly child: Node;
}

/** From a node down to what stands at an offset. */
function stepsTo(parent: Node, offset: number): Step[] {
  const child = childrenOf(parent).find(({ start, end }) => start <= offset && offset < end);
  return child === undefined ? [] : [{ parent, child }, ...stepsTo(child, offset)];
}

/** The branches that a call takes which does not come to a part of a node. */
function branchesInstead(parent: Node, child: Node): Node[] {
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
      const before = statements.slice(0, Math.max(0, at)).filter(leavesBefore);
      return at >= 0 && leavesBefore(child) ? [...before, ...statements.slice(at + 1)] : before;
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
  const callee = parent["callee"] as Node | undefined;
  if (LOOP.test(parent.type) && child === parent["body"])
    return linesFrom(parent.loc.start.line, child.loc.start.line);
  return parent.type === "CallExpression" && callee !== child
    ? linesFrom(callee!.loc.start.line, callee!.loc.end.line)
    : [];
}

function linesFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
