import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import { isErrorMade, within, type Expression } from "./expression.ts";
import type { SourceTree } from "./source-tree.ts";

/** What led to a piece of code: a condition that was true or false, or a `switch`, with what else its cases are for. */
export type Condition =
  | { readonly test: Expression; readonly was: boolean }
  | { readonly switched: Expression; readonly others: readonly Expression[] };

/**
 * What led to an expression within its function, the innermost condition first: of a chain whose `else` it is in the first test first.
 * Where there are none, what would have led past it: the `if`s and `switch`es before it that return, in the order of the text.
 */
export function conditionsOf(expression: Expression): Condition[] {
  const { tree } = expression;
  const conditions: Condition[] = [];
  const told = new Set<string>();
  const at = (node: unknown): Expression => ({ ...expression, node: node as Node });
  let child = expression.node;
  let chainFrom = 0;
  let fails = false;
  for (const parent of tree.around(child)) {
    if (isFunction(parent)) break;
    // What was caught there tells why.
    if (parent.type === "CatchClause") return [];
    const branch = branchOf(parent, child);
    if (branch !== undefined && !asksOnly(branch.test, told, tree)) {
      if (branch.was) chainFrom = conditions.length;
      conditions.splice(chainFrom, 0, { test: at(branch.test), was: branch.was });
      if (branch.was) chainFrom++;
    } else if (parent.type === "SwitchCase") {
      const whole = tree.parentOf(parent)!;
      const cases = (whole["cases"] as Node[]).filter(
        (one) => one !== parent && leaves(one["consequent"] as Node[]) !== "fails",
      );
      conditions.push(switchOf(at(whole), cases));
    }
    const isGiven = parent.type === "CallExpression" && child !== parent["callee"];
    if (isGiven) told.add(textOf(parent["callee"] as Node, tree));
    // What is given back, somebody else decides on.
    fails ||= isGiven || parent.type === "ThrowStatement";
    const statements = fails && conditions.length === 0 ? statementsOf(parent) : undefined;
    conditions.push(
      ...(statements ?? []).slice(0, statements?.indexOf(child)).flatMap((one) => wayPast(at(one))),
    );
    child = parent;
  }
  return conditions;
}

/** The test that leads from a node to a part of it; undefined where none does. */
export function branchOf(
  parent: Node,
  child: Node,
): { readonly test: Node; readonly was: boolean } | undefined {
  switch (parent.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return parent["test"] === child
        ? undefined
        : { test: parent["test"] as Node, was: parent["consequent"] === child };
    case "LogicalExpression":
      return parent["left"] === child
        ? undefined
        : { test: parent["left"] as Node, was: parent["operator"] === "&&" };
    default:
      return undefined;
  }
}

/** Whether a condition asks only whether there is somebody to be told: `if (done) done(new Error("closed"))`. */
function asksOnly(test: Node, told: ReadonlySet<string>, tree: SourceTree): boolean {
  const asked = valuesIn(test).map((node) => textOf(node, tree));
  return asked.length > 0 && asked.every((one) => told.has(one));
}

function valuesIn(node: Node): Node[] {
  if (node.type === "MemberExpression" || node.type === "Identifier")
    return node["name"] === "undefined" ? [] : [node];
  return childrenOf(node).flatMap(valuesIn);
}

function textOf({ start, end }: Node, { text }: SourceTree): string {
  return text.slice(start, end);
}

export function statementsOf(node: Node): Node[] | undefined {
  if (node.type === "SwitchCase") return node["consequent"] as Node[];
  return node.type === "BlockStatement" || node.type === "Program" ? (node["body"] as Node[]) : undefined;
}

/** The statements that go round. */
export const LOOP = /^(?:For|ForIn|ForOf|While|DoWhile)Statement$/;

/** What would have had a statement return, so that what is behind it is not reached. */
function wayPast(statement: Expression): Condition[] {
  const { node } = statement;
  if (node.type === "IfStatement" && leaves([node["consequent"] as Node]) === "returns")
    return [{ test: within(statement, "test"), was: false }];
  if (node.type === "IfStatement")
    return (statementsOf(node["consequent"] as Node) ?? []).flatMap((one) =>
      wayPast({ ...statement, node: one }),
    );
  if (LOOP.test(node.type)) {
    const body = node["body"] as Node;
    return (statementsOf(body) ?? [body]).flatMap((one) => wayPast({ ...statement, node: one }));
  }
  if (node.type !== "SwitchStatement") return [];
  const cases = (node["cases"] as Node[]).filter((one) => leaves(one["consequent"] as Node[]) === "returns");
  return cases.length === 0 ? [] : [switchOf(statement, cases)];
}

function switchOf(whole: Expression, cases: readonly Node[]): Condition {
  const tests = cases.flatMap(({ test }) => (test === null ? [] : [{ ...whole, node: test as Node }]));
  return { switched: within(whole, "discriminant"), others: tests };
}

/** How statements end the function: with a value, by a failure, or not in any case. */
export function leaves(statements: readonly Node[]): "returns" | "fails" | "goes on" {
  const last = statements.at(-1);
  switch (last?.type) {
    case "BlockStatement":
      return leaves(last["body"] as Node[]);
    case "ThrowStatement":
      return "fails";
    case "ReturnStatement":
      return makesError(last) ? "fails" : "returns";
    default:
      return "goes on";
  }
}

function makesError(node: Node): boolean {
  return isErrorMade(node) || (!isFunction(node) && childrenOf(node).some(makesError));
}
