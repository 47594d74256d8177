import type { Wrapping } from "../../insertions.ts";
import { childrenOf, type Node } from "../../instrument/tree.ts";
import { leaves, type Condition } from "./conditions.ts";
import { isAssertion, type Expression } from "./expression.ts";
import { fillsItsList } from "./own-loop.ts";
import type { SourceTree } from "./source-tree.ts";

/**
 * Which way a branch is taken: where its test stands in the text, and what that is taken for; `case`, for the first case that does not
 * fail; `once`, of a loop that goes round once.
 */
export interface TakenBranch {
  readonly at: number;
  readonly end: number;
  readonly is: boolean | "case" | "once";
}

/** A branch of a file. */
export interface BranchOfFile extends TakenBranch {
  readonly file: string;
  readonly line: number;
  /** The text of its test. */
  readonly test: string;
}

/** The branch on the other way of which a check would not have failed; null for a condition that is no branch's test, as in `a || fail()`. */
export function otherWay(condition: Condition): BranchOfFile | null {
  return "test" in condition ? branchOfTest(condition.test, !condition.was) : firstCaseOf(condition);
}

/** The branch on the way that a condition leads; null where it is no branch's test. A loop that goes through a list which it fills goes round once before. */
export function sameWay(condition: Condition): BranchOfFile | null {
  if (!("test" in condition)) return null;
  const { test, was } = condition;
  const branch = branchOfTest(test, was);
  const loop = was ? null : loopOf(test.tree, test.node);
  return branch !== null && loop !== null && fillsItsList(loop) ? { ...branch, is: "once" } : branch;
}

/** The loop of which a node is the head, and goes on by that alone. */
function loopOf(tree: SourceTree, test: Node): Node | null {
  const loop = tree.parentOf(test);
  return loop?.type === "WhileStatement" && loop["test"] === test ? loop : null;
}

function branchOfTest({ tree, node }: Expression, is: boolean): BranchOfFile | null {
  const [parent, around] = tree.around(node);
  return isTest(node, parent, around) ? { ...placeOf(tree, node), is } : null;
}

function firstCaseOf({ switched, others }: Extract<Condition, { switched: unknown }>): BranchOfFile | null {
  return others.length === 0 ? null : { ...placeOf(switched.tree, switched.node), is: "case" };
}

function placeOf({ file, text }: SourceTree, { start, end, loc }: Node): Omit<BranchOfFile, "is"> {
  return { file, line: loc.start.line, at: start, end, test: text.slice(start, end) };
}

/** What makes tests of a text give what they are taken for, once they were evaluated: `if (other)` becomes `if ((other,false))`. */
export function takingBranches(tree: SourceTree, branches: readonly TakenBranch[]): Wrapping[] {
  return testsOf(tree, branches).flatMap(({ node, instead }): Wrapping[] => {
    const { start, end } = node;
    const loop = instead === "once" ? loopOf(tree, node) : null;
    if (loop === null)
      return [{ start, end, before: "(", behind: `,${instead === "once" ? "false" : instead})` }];
    const rounds = `__asyncCostRounds${start}`;
    const around = tree.parentOf(loop)!;
    const whole = around.type === "LabeledStatement" ? around : loop;
    return [
      { start: whole.start, end: whole.end, before: `{let ${rounds}=0;`, behind: "}" },
      { start, end, before: "(", behind: `)&&${rounds}++<1` },
    ];
  });
}

/** A test, and what it is to give. */
interface Test {
  readonly node: Node;
  readonly instead: string;
}

/** The tests of branches, in the order of the text: as well those of the same function that ask just the same of what nobody has written to since. */
function testsOf(tree: SourceTree, branches: readonly TakenBranch[]): Test[] {
  const all: Node[] = [];
  const visit = (node: Node, parent?: Node, around?: Node): void => {
    if (isTest(node, parent, around)) all.push(node);
    for (const child of childrenOf(node)) visit(child, node, parent);
  };
  visit(tree.program);
  const taken = all.flatMap((node): Test[] => {
    const branch = branches.find(({ at, end }) => at === node.start && end === node.end);
    if (branch === undefined) return [];
    return [
      { node, instead: branch.is === "case" ? firstCase(tree.parentOf(node)!, tree) : String(branch.is) },
    ];
  });
  return all.flatMap((node): Test[] => {
    const instead = taken.find((one) => one.node === node || asksTheSame(one.node, node, tree))?.instead;
    return instead === undefined ? [] : [{ node, instead }];
  });
}

/** Whether a test asks behind another one just the same, of the same variables, and neither calls anything. */
function asksTheSame(one: Node, other: Node, tree: SourceTree): boolean {
  const asked = tree.text.slice(one.start, one.end);
  if (other.start < one.end || asked !== tree.text.slice(other.start, other.end) || asked.includes("("))
    return false;
  if (tree.functionAround(one) !== tree.functionAround(other)) return false;
  const [names, others] = [namesIn(one, tree), namesIn(other, tree)];
  return names.every((name, index) => {
    const variable = tree.variableOf(name);
    const isWritten = variable?.references.some((reference) => {
      const at = reference.identifier.range![0];
      return reference.isWrite() && one.end <= at && at < other.start;
    });
    return variable === tree.variableOf(others[index]!) && isWritten !== true;
  });
}

function namesIn(node: Node, tree: SourceTree): Node[] {
  return tree.isReference(node) ? [node] : childrenOf(node).flatMap((child) => namesIn(child, tree));
}

function isTest(node: Node, parent: Node | undefined, around: Node | undefined): boolean {
  switch (parent?.type) {
    case "IfStatement":
    case "ConditionalExpression":
    case "WhileStatement":
    case "DoWhileStatement":
      return parent["test"] === node;
    case "SwitchStatement":
      return parent["discriminant"] === node;
    case "CallExpression":
      return (
        (parent["arguments"] as Node[])[0] === node &&
        node.type !== "SpreadElement" &&
        isAssertion(parent) &&
        around?.type === "ExpressionStatement"
      );
    default:
      return false;
  }
}

/** The text of the first case of a `switch` that does not end by a failure. */
function firstCase(whole: Node, { text }: SourceTree): string {
  const cases = (whole["cases"] as Node[]).filter(
    (one) => one["test"] !== null && leaves(one["consequent"] as Node[]) !== "fails",
  );
  const test = cases[0]?.["test"] as Node | undefined;
  return test === undefined ? "undefined" : text.slice(test.start, test.end);
}
