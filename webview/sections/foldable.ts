import type { Actions } from "../actions.ts";
import { element } from "../dom.ts";

/** A `details` element whose fold is remembered. */
export interface Foldable {
  readonly root: HTMLDetailsElement;
  /** Says by what key the fold is remembered, and what is open now. */
  readonly update: (key: string, open: readonly string[]) => void;
}

/** Unfolds `content` under a summary, which is a text or an element. */
export function foldable(summary: string | Node, actions: Actions, ...content: readonly Node[]): Foldable {
  const root = element("details", {}, element("summary", {}, summary), ...content);
  let key: string | null = null;
  root.addEventListener("toggle", () => {
    if (key !== null) actions.unfold(key, root.open);
  });
  return {
    root,
    update: (name, open) => {
      key = name;
      root.open = open.includes(name);
    },
  };
}
