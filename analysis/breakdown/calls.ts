import { Atom } from "../functions/atoms.ts";
import type { Call, FoundFunction } from "../functions/found.ts";
import { argumentsOf } from "../patterns/chains.ts";
import { functionStartingAt, textAt } from "../patterns/file-view.ts";
import { Part, type Canvas } from "./parts.ts";
import { isContinuation, type Subject } from "./subject.ts";

/** Paints the I/O calls with their arguments, and the functions in them and around them, from the outside in. */
export function paintCalls(subject: Subject, canvas: Canvas): void {
  const { view, region, ioCalls } = subject;
  const steps: { readonly start: number; readonly end: number; readonly paint: () => void }[] = [];
  for (const [call, kind] of ioCalls) {
    steps.push({
      start: call.start,
      end: call.end,
      paint: () => {
        canvas.paint(call.start, call.end, Part.IoCall);
        if (kind === "callback") paintAnswer(subject, call, canvas);
        if (kind === "sync" && textAt(view, call.nameToken - 2) === "sync")
          canvas.paint(call.nameToken - 3, call.nameToken - 1, Part.Plumbing);
      },
    });
  }
  for (const index of region.functions) {
    if (index === region.entry.index) continue;
    const found = view.functions[index]!;
    const { start, end } = found;
    steps.push({ start, end, paint: () => paintFunction(found, isContinuation(subject, index), canvas) });
  }
  steps.sort((left, right) => left.start - right.start || right.end - left.end);
  for (const { paint } of steps) paint();
}

/** The argument through which an I/O call answers: `, done`, `, function (err, file) { … }`, `, resume()`. */
function paintAnswer({ view, region }: Subject, call: Call, canvas: Canvas): void {
  const last = argumentsOf(view, call).at(-1);
  if (last === undefined || region.entry.pattern === "streamline") return;
  const isLiteral = functionStartingAt(view, last.start) !== undefined;
  const comma = view.atoms[last.start - 1] === Atom.Comma ? last.start - 1 : last.start;
  canvas.paint(comma, isLiteral ? last.start : last.end, Part.Plumbing);
}

function paintFunction(found: FoundFunction, isPlumbing: boolean, canvas: Canvas): void {
  const { start, end, body, hasExpressionBody } = found;
  if (isPlumbing) canvas.paint(start, end, Part.Plumbing);
  if (isPlumbing || !hasExpressionBody) canvas.paint(body.start, body.end, Part.Rest);
}
