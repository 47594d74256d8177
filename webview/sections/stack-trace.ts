import type { Actions } from "../actions.ts";
import { element } from "../dom.ts";
import { ofRevision } from "../model/labels.ts";
import { isSameFile, type StackLine } from "../model/stack-frames.ts";
import type { Outcome, TargetStacks } from "../model/stack-view.ts";

/** The file whose lines the stack names. */
type Source = Pick<TargetStacks, "file" | "revision">;

/** One stack trace; the user's own frames are marked and lead to their line. */
export function stackTrace(
  { sentence, lines }: Outcome,
  mode: string,
  callLine: number,
  source: Source,
  actions: Actions,
): HTMLElement {
  return element(
    "div",
    { class: "stack" },
    element("p", {}, element("strong", { text: `${mode}: ` }), sentence),
    lines.length === 0
      ? null
      : element(
          "ol",
          { class: "frames" },
          ...lines.map((line) =>
            element("li", { class: line.kind }, ...frame(line, callLine, source, actions)),
          ),
        ),
  );
}

function frame(
  { text, place, kind }: StackLine,
  callLine: number,
  source: Source,
  actions: Actions,
): (Node | null)[] {
  const words = element("code", { text: text.trim() });
  if (kind !== "own" || place === null) return [words];
  const isCall = place.line === callLine && isSameFile(place.file, source.file);
  return [
    element(
      "button",
      {
        class: "link",
        attributes: { type: "button", title: `Open ${place.file}:${place.line}` },
        on: { click: () => actions.send({ type: "open", ...place, ...ofRevision(source) }) },
      },
      words,
    ),
    isCall ? element("span", { class: "chip", text: "the I/O call" }) : null,
  ];
}
