import { childrenOf, isFunction, type Node } from "../../instrument/tree.ts";
import type { Frame } from "../io/call-site.ts";
import { conditionsOf, LOOP, statementsOf, type Condition } from "./conditions.ts";
import { OwnValues } from "./own-values.ts";
import { lastNameOf, memberName, type Expression } from "./expression.ts";
import type { TextOf } from "./reached-check.ts";
import { sourceTreeOf, treeAtTop } from "./source-tree.ts";

/** What leaves a loop, or lets others go on meanwhile. */
const EXIT = /^(?:Break|Continue|Return|Throw)Statement$|^(?:Await|Yield)Expression$/;

/**
 * What loops are around a line: `own` where each of them goes on as the text itself says, whatever it is given; `none` where there is
 * none.
 *
 * @param line Counted from 1.
 */
export function loopsAround(text: string, file: string, line: number): "none" | "own" | "other" {
  const tree = sourceTreeOf(file, text);
  if (tree === null) return "other";
  const loops = loopsAt(tree.program, line);
  const isOwn = (loop: Node): boolean =>
    (isEndless(loop) && !mayExit(loop["body"] as Node)) || new OwnValues(tree, loop).areIn(loop);
  return loops.length === 0 ? "none" : loops.every(isOwn) ? "own" : "other";
}

/** The loops around a line, the outermost first. */
function loopsAt(program: Node, line: number): Node[] {
  const loops: Node[] = [];
  const visit = (node: Node): void => {
    if (node.loc.start.line > line || node.loc.end.line < line) return;
    if (LOOP.test(node.type)) loops.push(node);
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return loops;
}

/**
 * The conditions by which the loops around a place of which the head says no end are left, the innermost first: by the first `return` or `break`, as {@link conditionsOf} gives them: `if
 * (job.state === "done") return job.result`; where one has none, that in its head.
 *
 * @param frames Of a stack trace, the top first.
 */
export function leavingLoops(frames: readonly Frame[], textOf: TextOf): Condition[] {
  const top = treeAtTop(frames, textOf);
  if (top === null) return [];
  const { tree, line } = top;
  const place = (node: Node): Expression => ({ tree, node, below: () => null });
  return loopsAt(tree.program, line)
    .filter(isOpen)
    .toReversed()
    .flatMap((loop) => {
      const exit = firstExit(loop["body"] as Node);
      if (exit !== undefined) return conditionsOf(place(exit)).filter(isWithin(loop));
      const test = loop["test"] as Node | null | undefined;
      return test == null || isEndless(loop) ? [] : [{ test: place(test), was: false }];
    });
}

/**
 * The line of the innermost loop around a line that goes round as often as what it gets tells it: pages until the last, a job until it is
 * done. Null where there is none: neither one that counts by itself, nor one that its first round leaves in any case, as an attempt that is made again.
 *
 * @param line Counted from 1.
 * @param target Where the function is that is measured: a loop around it is none of its own.
 */
export function openLoopAround(
  { text, file }: { readonly text: string; readonly file: string },
  line: number,
  target: { readonly start: number; readonly end: number },
): number | null {
  const tree = sourceTreeOf(file, text);
  if (tree === null) return null;
  const endsByAnswers = (loop: Node): boolean => {
    const own = new OwnValues(tree, loop);
    const test = loop["test"] as Node | null | undefined;
    // How many items there are is told by the law of a list, unless the loop itself puts more into it.
    const isOfList =
      test != null && listMeasuredIn(test) !== undefined && !fillsItsList(loop) && !countsItsList(loop, own);
    if (test != null && !isEndless(loop) && !isOfList && !own.areIn(test)) return true;
    const exit = firstExit(loop["body"] as Node);
    if (exit === undefined) return false;
    const asked = conditionsOf({ tree, node: exit, below: () => null }).filter(isWithin(loop));
    return asked.some((one) => !own.areIn(("test" in one ? one.test : one.switched).node));
  };
  const isAroundTarget = ({ start, end }: Node): boolean => start < target.start && target.end <= end;
  const loop = loopsAt(tree.program, line).findLast((one) => !isAroundTarget(one) && endsByAnswers(one));
  return loop === undefined || leavesAtOnce(loop["body"] as Node) ? null : loop.loc.start.line;
}

/** Whether the rounds of a loop put more into the list of which its head asks whether there is more: `while (queue.length > 0)`. */
export function fillsItsList(loop: Node): boolean {
  const test = loop["test"] as Node | null | undefined;
  const lists = test == null ? [] : listsLeftIn(test);
  return lists.some((list) => putsInto(loop["body"] as Node, list));
}

/** Whether the rounds of a loop put into a list until that is as long as something that is told: `while (all.length < total)`. */
function countsItsList(loop: Node, own: OwnValues): boolean {
  const test = loop["test"] as Node;
  const list = RIGHT.has(String(test["operator"])) ? measuredBy(test["left"] as Node) : undefined;
  return list !== undefined && putsInto(loop["body"] as Node, list) && !own.areIn(test["right"] as Node);
}

/** The names of the lists of which a test asks whether there is more in them: `queue` of `queue.length > 0 && !isDone`, `all` of `at < all.length`. */
function listsLeftIn(test: Node): string[] {
  const [left, right] = [test["left"], test["right"]] as (Node | undefined)[];
  if (test.type === "LogicalExpression") return [...listsLeftIn(left!), ...listsLeftIn(right!)];
  const operator = String(test["operator"]);
  const compared = LEFT.has(operator) ? left : RIGHT.has(operator) ? right : undefined;
  const asked = test.type === "BinaryExpression" ? compared : test;
  const list = asked === undefined ? undefined : measuredBy(asked);
  return list === undefined ? [] : [list];
}

/** On which side of a comparison the length of a list stands that has to be used up. */
const LEFT = new Set([">", ">=", "!==", "!="]);
const RIGHT = new Set(["<", "<="]);

/** The name of the list whose length a test asks for: `queue` of `queue.length > 0`; undefined where it asks for none. */
function listMeasuredIn(test: Node): string | undefined {
  return (
    measuredBy(test) ??
    childrenOf(test)
      .map(listMeasuredIn)
      .find((name) => name !== undefined)
  );
}

/** The name of the list of which a node is the length; "" where it has none. */
function measuredBy(node: Node): string | undefined {
  const isLength = node.type === "MemberExpression" && memberName(node) === "length";
  return isLength ? (lastNameOf(node["object"] as Node) ?? "") : undefined;
}

/** Whether something in a node puts items into a list: `queue.push(…children)`. */
function putsInto(node: Node, list: string): boolean {
  const callee = node.type === "CallExpression" ? (node["callee"] as Node) : undefined;
  const isPut = callee?.type === "MemberExpression" && PUTS.has(memberName(callee) ?? "");
  if (isPut && lastNameOf(callee["object"] as Node) === list) return true;
  return childrenOf(node).some((child) => putsInto(child, list));
}

const PUTS = new Set(["push", "unshift"]);

/** Whether a condition stands in a loop. */
function isWithin({ start, end }: Node): (condition: Condition) => boolean {
  return (condition) => {
    const { node } = "test" in condition ? condition.test : condition.switched;
    return start <= node.start && node.end <= end;
  };
}

/** Whether statements leave a loop, or the function, whatever is so: `try { return await load(); } catch { … }`. */
function leavesAtOnce(node: Node): boolean {
  if (node.type === "ReturnStatement" || node.type === "BreakStatement") return true;
  if (node.type === "TryStatement") return leavesAtOnce(node["block"] as Node);
  return (statementsOf(node) ?? []).some(leavesAtOnce);
}

/** Whether the head of a loop counts nothing, and goes through nothing that ends. */
function isOpen({ type, test, update }: Node): boolean {
  if (type === "WhileStatement" || type === "DoWhileStatement") return true;
  return type === "ForStatement" && (test == null || (update != null && waits(update as Node)));
}

function waits(node: Node): boolean {
  return node.type === "AwaitExpression" || childrenOf(node).some(waits);
}

function firstExit(node: Node): Node | undefined {
  if (node.type === "ReturnStatement" || node.type === "BreakStatement") return node;
  const isOther = isFunction(node) || LOOP.test(node.type) || node.type === "SwitchStatement";
  return isOther
    ? undefined
    : childrenOf(node)
        .map(firstExit)
        .find((one) => one !== undefined);
}

/** Whether the head of a loop has it go on whatever happens: `while (true)`, `for (;;)`. */
function isEndless({ type, ...loop }: Node): boolean {
  const test = loop["test"] as Node | null | undefined;
  if (type === "ForStatement") return test === null;
  const value = test?.["value"];
  return value === true || (typeof value === "number" && value > 0);
}

/** Whether something in a loop's body leaves it: one that has no other end either is endless by itself, whatever values it works on. */
function mayExit(node: Node): boolean {
  return EXIT.test(node.type) || childrenOf(node).some(mayExit);
}
