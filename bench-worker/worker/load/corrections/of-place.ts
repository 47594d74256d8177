import { childrenOf, type Node } from "../../../instrument/tree.ts";
import { framesOf, stackOf, type Frame } from "../../io/call-site.ts";
import { lastName } from "../../io/last-name.ts";
import { followed } from "../../program/constants.ts";
import { calledName } from "../../program/expression.ts";
import { sourceTreeOf, type SourceTree } from "../../program/source-tree.ts";

/**
 * The operation whose promise was taken for something else: `begin` of `db.begin(...).save is not a function`, and of
 * `row.save is not a function`, or `row is not iterable`, where `row = db.begin()` stands before.
 */
export function noPromise(
  error: unknown,
  message: string,
  textOf: (file: string) => string | null,
): string | undefined {
  const told =
    /(?<![\p{ID_Continue}$])([\p{ID_Continue}$]+)\(\.{3}\)\.[\p{ID_Continue}$]+ is not a function$/u.exec(
      message,
    ) ??
    /^TypeError: ([\p{ID_Continue}$.]+) is not a function or its return value is not (?:async )?iterable$/u.exec(
      message,
    );
  if (told !== null) return lastName(told[1]!);
  const isIterated = / is not (?:async )?iterable$/.test(message);
  const [frame] = framesOf(stackOf(error));
  if (frame === undefined || !(isIterated || OF_VARIABLE.test(message))) return undefined;
  const tree = sourceTreeOf(frame.file, textOf(frame.file) ?? "");
  const node =
    tree === null ? undefined : isIterated ? iteratedIn(tree.program, frame) : calledAt(tree, frame);
  if (tree === null || node === undefined) return undefined;
  const source = followed({ node, tree, below: () => null }).node;
  return source.type === "CallExpression" ? calledName(source) || undefined : undefined;
}

/** What the engine says of a variable that is called, or of which a member is. */
const OF_VARIABLE = /^TypeError: [\p{ID_Continue}$]+(?:\.[\p{ID_Continue}$]+)? is not a function$/u;

/** What a function is called of, or what is called. */
function calledAt(tree: SourceTree, { line, column }: Frame): Node | undefined {
  const callee = tree.callAt(line, column, () => true)?.["callee"] as Node | undefined;
  return callee?.type === "MemberExpression" ? (callee["object"] as Node) : callee;
}

/** Where what is gone through stands: `for (… of rows)`, `yield* rows`, `[...rows]`. */
const ITERATED: Readonly<Record<string, string>> = {
  ForOfStatement: "right",
  YieldExpression: "argument",
  SpreadElement: "argument",
};

function iteratedIn(node: Node, frame: Frame): Node | undefined {
  const key = node["delegate"] === false ? undefined : ITERATED[node.type];
  if (key !== undefined && node.loc.start.line === frame.line) return node[key] as Node;
  return childrenOf(node)
    .map((child) => iteratedIn(child, frame))
    .find((found) => found !== undefined);
}
