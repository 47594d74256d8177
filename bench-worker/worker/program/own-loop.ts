import { childrenOf, type Node } from "../../instrument/tree.ts";
import { OwnValues } from "./own-values.ts";
import { sourceTreeOf } from "./source-tree.ts";

const LOOP = /^(?:For|ForIn|ForOf|While|DoWhile)Statement$/;
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
  const loops: Node[] = [];
  const visit = (node: Node): void => {
    if (node.loc.start.line > line || node.loc.end.line < line) return;
    if (LOOP.test(node.type)) loops.push(node);
    childrenOf(node).forEach(visit);
  };
  visit(tree.program);
  const isOwn = (loop: Node): boolean =>
    (isEndless(loop) && !mayExit(loop["body"] as Node)) || new OwnValues(tree, loop).areIn(loop);
  return loops.length === 0 ? "none" : loops.every(isOwn) ? "own" : "other";
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
