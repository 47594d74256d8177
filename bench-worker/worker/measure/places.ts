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
 * Whether an `await` waits for the value that an engine names by a place, as it asks that for its promise; or an asynchronous function gives it back.
 * Columns may be those of a text that was compiled: of the values that begin on the line it is the nearest.
 *
 * @param isIo Tells I/O calls by where they start: of what is given back these alone are waited for.
 */
function isAwaitedAt(
  tree: SourceTree | null,
  { line, column }: Frame,
  isIo: (offset: number) => boolean,
): boolean {
  const found: { readonly distance: number; readonly isAwaited: boolean }[] = [];
  const visit = (node: Node): void => {
    if (node.loc.start.line > line || node.loc.end.line < line) return;
    const value = valueOf(node);
    const place = value && placeOfCall(value);
    if (place?.line === line) {
      const isAwaited = node.type === "AwaitExpression" || isIo(value!.start);
      found.push({ distance: Math.abs(place.column + 1 - column), isAwaited });
    }
    childrenOf(node).forEach(visit);
  };
  if (tree !== null) visit(tree.program);
  return found.sort((a, b) => a.distance - b.distance)[0]?.isAwaited === true;
}

/** The value whose promise a node may ask for. */
function valueOf({ type, argument, body }: Node): Node | undefined {
  if (type === "AwaitExpression" || type === "ReturnStatement")
    return (argument ?? undefined) as Node | undefined;
  return type === "ArrowFunctionExpression" ? (body as Node) : undefined;
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
      const lines = stack.split("\n");
      const at = lines.findIndex((one) => framesOf(one).some(({ file: own }) => own === frame.file));
      if (lines.slice(0, at).some((one) => WAITS_FOR_ALL.test(one))) return true;
      const isIo = (offset: number): boolean =>
        frame.file === file && ioCalls.some(({ range }) => range.start === offset);
      return isAwaitedAt(sourceTreeOf(frame.file, projectTexts.get(frame.file)!), frame, isIo);
    },
    calleesOn: (line) => [...(text.split("\n", line).at(-1) ?? "").matchAll(CALLEE)].map(([, name]) => name!),
  };
}
