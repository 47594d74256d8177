import type { Actions } from "../actions.ts";

/** What lets the series or point with `key` stand out while somebody points at its button or comes to it by keyboard. */
export function pointing(key: string, actions: Actions) {
  const stands = (): void => actions.highlight(key);
  const none = (): void => actions.highlight(null);
  return {
    mouseenter: stands,
    mouseleave: none,
    focus: ({ currentTarget }: Event): void => {
      // A click leaves the focus behind; only who comes by keyboard means to point.
      if (currentTarget instanceof HTMLElement && currentTarget.matches(":focus-visible")) stands();
    },
    blur: none,
  };
}
