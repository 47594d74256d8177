import { childrenOf, type Node } from "../../instrument/tree.ts";
import { firstFrameIn, framesOf, stackHere, type Frame } from "../io/call-site.ts";
import type { IoTap } from "../io/io-core.ts";
import { lastName } from "../io/last-name.ts";
import { nameInSource } from "../io/name-in-source.ts";
import type { LoadedTarget } from "../load/load-target.ts";
import { placeOfCall, sourceTreeOf, type SourceTree } from "../program/source-tree.ts";

/** A call of what has a name by itself, and no function that is declared. */
const CALLEE =
  /(?<![\p{ID_Continue}$#.)\]])(?=[\p{ID_Start}$_])(?<!\bfunction\s*\*?\s*)([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:\?\.\s*)?\(/gu;

/** What waits for all items of a list, in the engine's stack traces. */
const WAITS_FOR_ALL = /\bat (?:Function|Promise)\.(?:all|allSettled|any|race) \(<anonymous>\)/;

/**
 * Whether a value begins at a place, which an engine names as it asks that for its promise, that an `await` waits for; or that an asynchronous function
 * gives back, on one of the lines where it does so with an I/O call.
 */
function isAwaitedAt(tree: SourceTree | null, { line, column }: Frame, isIo: boolean): boolean {
  const isThere = (node: Node): boolean => {
    if (node.loc.start.line > line || node.loc.end.line < line) return false;
    const value = waitedForBy(node, isIo);
    const place = value && placeOfCall(value);
    return (place?.line === line && place.column + 1 === column) || childrenOf(node).some(isThere);
  };
  return tree !== null && isThere(tree.program);
}

/** The value whose promise is asked for by what a node does. */
function waitedForBy({ type, argument, body }: Node, isIo: boolean): Node | undefined {
  if (type === "AwaitExpression" || (isIo && type === "ReturnStatement"))
    return (argument ?? undefined) as Node | undefined;
  return isIo && type === "ArrowFunctionExpression" ? (body as Node) : undefined;
}

/** Tells where in a target's text a call stands, and what the text calls there. */
export function placesIn({
  source: { file, text },
  asyncFunction: { ioCalls },
  projectTexts,
}: Pick<LoadedTarget, "source" | "asyncFunction" | "projectTexts">): Required<
  Pick<IoTap, "line" | "nameInSource" | "calledAs" | "calleesOn" | "placeElsewhere" | "isAwaited">
> {
  return {
    line: () => firstFrameIn(stackHere(), file)?.line ?? null,
    nameInSource: (expression, line, isRead) => nameInSource(text, line, expression, isRead),
    calledAs: (expression) => {
      // What only hands on to another one of its name, `find(id) { return this.db.find(id); }`, is waited for as that is.
      const last = lastName(expression);
      const frame = framesOf(stackHere()).find((one) => projectTexts.has(one.file) && one.name !== last);
      return frame && nameInSource(projectTexts.get(frame.file)!, frame.line, expression);
    },
    placeElsewhere: () => {
      const frame = framesOf(stackHere()).find((one) => projectTexts.has(one.file));
      return frame === undefined || frame.file === file ? undefined : frame;
    },
    isAwaited: () => {
      const stack = stackHere();
      const frame = framesOf(stack).find((one) => projectTexts.has(one.file));
      if (frame === undefined) return false;
      if (WAITS_FOR_ALL.test(stack.slice(0, stack.indexOf(frame.file)))) return true;
      const isIo = frame.file === file && ioCalls.some(({ position }) => position.line === frame.line);
      return isAwaitedAt(sourceTreeOf(frame.file, projectTexts.get(frame.file)!), frame, isIo);
    },
    calleesOn: (line) => [...(text.split("\n", line).at(-1) ?? "").matchAll(CALLEE)].map(([, name]) => name!),
  };
}
