import type { Insertion } from "../../insertions.ts";
import { childrenOf, type Node } from "../../instrument/tree.ts";
import { leaves, type Condition } from "./conditions.ts";
import { isAssertion, type Expression } from "./expression.ts";
import type { SourceTree } from "./source-tree.ts";

/** Which way a branch is taken: `at` is where its test begins, `is` what that is taken for; `case`, the first case that does not fail. */
export interface TakenBranch {
  readonly at: number;
  readonly is: boolean | "case";
}

/** A branch of a file. */
export interface BranchOfFile extends TakenBranch {
  readonly file: string;
  readonly line: number;
}

/** The branch on the other way of which a check would not have failed; null for a condition that is no branch's test, as in `a || fail()`. */
export function otherWay(condition: Condition): BranchOfFile | null {
  return "test" in condition ? branchOfTest(condition.test, !condition.was) : firstCaseOf(condition);
}

/** The branch on the way that a condition leads; null where it is no branch's test. */
export function sameWay(condition: Condition): BranchOfFile | null {
  return "test" in condition ? branchOfTest(condition.test, condition.was) : null;
}

function branchOfTest({ tree, node }: Expression, is: boolean): BranchOfFile | null {
  if (!isTest(node, tree.parentOf(node))) return null;
  return { file: tree.file, line: node.loc.start.line, at: node.start, is };
}

function firstCaseOf({ switched, others }: Extract<Condition, { switched: unknown }>): BranchOfFile | null {
  const { tree, node } = switched;
  return others.length === 0
    ? null
    : { file: tree.file, line: node.loc.start.line, at: node.start, is: "case" };
}

/** What makes tests of a text give what they are taken for, once they were evaluated: `if (other)` becomes `if ((other,false))`. */
export function takingBranches(tree: SourceTree, branches: readonly TakenBranch[]): Insertion[] {
  return testsOf(tree, branches).flatMap(({ node, instead }) => [
    { at: node.start, text: "(" },
    { at: node.end, text: `,${instead})` },
  ]);
}

/** The same where no place of the text may change: what waits for nothing is not evaluated then, and the rest is left as it is. */
export function takingInPlace(tree: SourceTree, branches: readonly TakenBranch[]): string {
  let { text } = tree;
  for (const { node, instead } of testsOf(tree, branches)) {
    const test = text.slice(node.start, node.end);
    if (test.length < CONSTANTS.true.length || !isConstant(instead) || /\bawait\b/.test(test)) continue;
    const constant = CONSTANTS[instead];
    const rest = test.slice(constant.length).replace(/[^\n\r\u2028\u2029]/g, " ");
    text = text.slice(0, node.start) + constant + rest + text.slice(node.end);
  }
  return text;
}

const CONSTANTS = { true: "!0", false: "!1" } as const;

function isConstant(text: string): text is keyof typeof CONSTANTS {
  return text in CONSTANTS;
}

interface Test {
  readonly node: Node;
  readonly instead: string;
}

/** The tests of branches, and what they are to give: as well those of the same function that ask just the same, and call nothing. */
function testsOf(tree: SourceTree, branches: readonly TakenBranch[]): Test[] {
  const askedIn = new Map<string, string>();
  const keyOf = (node: Node): string => {
    const asked = tree.text.slice(node.start, node.end);
    return asked.includes("(") ? "" : `${tree.functionAround(node)?.start} ${asked}`;
  };
  const within = (
    node: Node,
    parent: Node | undefined,
    tell: (test: Node, around: Node) => string | undefined,
  ): Test[] => {
    const instead = isTest(node, parent) ? tell(node, parent!) : undefined;
    const inside = childrenOf(node).flatMap((child) => within(child, node, tell));
    return instead === undefined ? inside : [{ node, instead }, ...inside];
  };
  const taken = within(tree.program, undefined, (node, around) => {
    const branch = branches.find(({ at }) => at === node.start);
    if (branch === undefined) return undefined;
    const instead = branch.is === "case" ? firstCase(around, tree) : String(branch.is);
    askedIn.set(keyOf(node), instead);
    return instead;
  });
  askedIn.delete("");
  if (askedIn.size === 0) return taken;
  return within(
    tree.program,
    undefined,
    (node) => taken.find((one) => one.node === node)?.instead ?? askedIn.get(keyOf(node)),
  );
}

function isTest(node: Node, parent: Node | undefined): boolean {
  switch (parent?.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return parent["test"] === node;
    case "SwitchStatement":
      return parent["discriminant"] === node;
    case "CallExpression":
      return (parent["arguments"] as Node[])[0] === node && isAssertion(parent);
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
