import { functionsIn } from "../../instrument/functions.ts";
import { childrenOf, type Node } from "../../instrument/tree.ts";
import { framesOf, stackOf, type Frame } from "../io/call-site.ts";
import { conditionsOf, type Condition } from "./conditions.ts";
import { calledName, callOf, isAssertion, isErrorMade, plain, type Expression } from "./expression.ts";
import { sourceTreeOf, type SourceTree } from "./source-tree.ts";

/** The text of a file in a stack trace; null where it is not to be had. */
export type TextOf = (file: string) => string | null;

/** So many calls up a check may be of which an error was made: `assertOpen()`, which calls `fail()`. */
const CALLS_AT_MOST = 3;

/**
 * The conditions by which a program's own check came to make an error, as {@link conditionsOf} gives them; none where an engine, or one
 * of its modules, made it.
 *
 * @param frames Of the error's stack trace, the top first.
 */
export function checkReached(frames: readonly Frame[], textOf: TextOf): Condition[] {
  const top = frames.find(({ file }) => textOf(file) !== null);
  const line = top === undefined ? "" : textOf(top.file)!.split("\n", top.line)[top.line - 1];
  // Most errors are the engine's: for them no file is read as a tree.
  let place = MAKES_ERROR.test(line ?? "") ? callAt(frames, textOf, mayMakeError) : null;
  for (let calls = 0; place !== null && calls < CALLS_AT_MOST; calls++) {
    for (const conditions of [asserted(place), conditionsOf(place), conditionsOfUse(place)])
      if (conditions.length > 0) return conditions;
    const own = place.tree.functionAround(place.node);
    place = own === undefined ? null : callOf(own, place);
  }
  return [];
}

/**
 * The conditions by which a check of the program came to fail with what it threw; none where it was no check of its own.
 *
 * @param thrownIn The function that threw it, where that is text.
 */
export function checkFailed(error: unknown, textOf: TextOf, thrownIn?: TextSought): Condition[] {
  return typeof error === "string" && thrownIn !== undefined
    ? checkOfText(error, thrownIn)
    : checkReached(framesOf(stackOf(error)), textOf);
}

/**
 * The conditions by which a check came to fail with a text that a function throws, or rejects with, as it stands: of it there is no stack
 * trace. None where the function does not have the text, or has it more than once.
 *
 * @param start Where the function begins.
 */
function checkOfText(thrown: string, { file, text, start }: TextSought): Condition[] {
  const tree = text.includes(thrown) ? sourceTreeOf(file, text) : null;
  const target = tree === null ? undefined : functionsIn(tree).find(({ from }) => from === start);
  if (tree === null || target === undefined) return [];
  const found = (node: Node): Node[] => [
    ...(node.type === "Literal" && node["value"] === thrown ? [node] : []),
    ...childrenOf(node).flatMap(found),
  ];
  const [node, ...others] = found(target.node);
  return node === undefined || others.length > 0 ? [] : conditionsOf({ tree, node, below: () => null });
}

/** Where a text that was thrown is looked for. */
export interface TextSought {
  readonly file: string;
  readonly text: string;
  readonly start: number;
}

/** The call that a stack trace names first in a file that can be read; null where it cannot be meant. */
export function callAt(
  frames: readonly Frame[],
  textOf: TextOf,
  mayBeMeant: (call: Node, tree: SourceTree) => boolean = () => true,
): Expression | null {
  const index = frames.findIndex(({ file }) => textOf(file) !== null);
  const frame = frames[index];
  if (frame === undefined) return null;
  const tree = sourceTreeOf(frame.file, textOf(frame.file)!);
  const node = tree?.callAt(frame.line, frame.column, mayBeMeant);
  if (tree == null || node === undefined) return null;
  let below: Expression | null | undefined;
  return {
    tree,
    node,
    below: () => (below === undefined ? (below = callAt(frames.slice(index + 1), textOf)) : below),
  };
}

/** What a line has in it by which {@link mayMakeError} is told. */
const MAKES_ERROR = /error|exception|exit|invariant|status|\b(?:assert|code|new|ok|super|throw)\b/i;

/** Whether a call may have made the error: `new Refused()`, `super("…")` of an error's class, `createError(400)`, `assert(isOpen)`, `process.exit()`. */
function mayMakeError(call: Node): boolean {
  const isClass = call.type === "NewExpression" || (call["callee"] as Node).type === "Super";
  return isClass || isErrorMade(call) || isAssertion(call) || TELLS_FAILURE.has(calledName(call));
}

/** What ends a process, or answers a request with a status. */
const TELLS_FAILURE: ReadonlySet<string> = new Set(["exit", "status", "sendStatus", "code", "throw"]);

/** What an assertion asks for. */
function asserted(place: Expression): Condition[] {
  const [first] = place.node["arguments"] as Node[];
  return isAssertion(place.node) && first !== undefined
    ? [{ test: { ...place, node: first }, was: false }]
    : [];
}

/** What led to a failure with an error that was made before: `const error = new Error("closed"); if (this.closed) throw error;`. */
function conditionsOfUse(place: Expression): Condition[] {
  const { tree } = place;
  const parent = tree.parentOf(plain(place).node);
  const made = (parent?.type === "VariableDeclarator" ? parent["id"] : parent?.["left"]) as Node | undefined;
  if (made?.type !== "Identifier") return [];
  const uses = tree.variableOf(made)?.references ?? [];
  for (const { identifier } of uses.filter((one) => one.isRead())) {
    const node = identifier as unknown as Node;
    if (node.start < place.node.start) continue;
    const user = tree.parentOf(node);
    if (user?.type !== "ThrowStatement" && user?.type !== "CallExpression") continue;
    const conditions = conditionsOf({ ...place, node });
    if (conditions.length > 0) return conditions;
  }
  return [];
}
