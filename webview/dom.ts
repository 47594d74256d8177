type Child = Node | string | null;

/** What an element is given besides its children. */
export interface Given {
  readonly class?: string;
  readonly text?: string;
  /** Attributes; one that is null is left out. */
  readonly attributes?: Readonly<Record<string, string | null>>;
  readonly on?: Readonly<Partial<Record<keyof HTMLElementEventMap, (event: Event) => void>>>;
  /** Names the element within its section, so that focus finds it again after the section was drawn anew. */
  readonly focusKey?: string;
}

/** An HTML element. Data only ever becomes text and attributes, never markup. */
export function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  given: Given = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  if (given.class !== undefined) made.className = given.class;
  if (given.text !== undefined) made.textContent = given.text;
  for (const [name, value] of Object.entries(given.attributes ?? {})) {
    if (value !== null) made.setAttribute(name, value);
  }
  for (const [name, listener] of Object.entries(given.on ?? {})) made.addEventListener(name, listener);
  if (given.focusKey !== undefined) made.dataset["focusKey"] = given.focusKey;
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A table's parts by their roles, which they lose when a style lays them out as something else than a table. */
const TABLE_ROLES: Readonly<Record<string, string>> = {
  "thead, tbody": "rowgroup",
  tr: "row",
  "thead th": "columnheader",
  "tbody th": "rowheader",
  td: "cell",
};

/** The table, with what its parts are said for those who hear it. */
export function withRoles(table: HTMLTableElement): HTMLTableElement {
  table.setAttribute("role", "table");
  for (const [parts, role] of Object.entries(TABLE_ROLES)) {
    for (const part of table.querySelectorAll(parts)) part.setAttribute("role", role);
  }
  return table;
}

/** Draws `root` anew; the element that had the focus keeps it, by its `focusKey`. */
export function replaceContent(root: HTMLElement, ...children: readonly Child[]): void {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && root.contains(active) ? active.dataset["focusKey"] : undefined;
  root.replaceChildren(...children.filter((child) => child !== null));
  if (key === undefined) return;
  root.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** `draw`, but only when it is called with another value than the last time. */
export function whenChanged<T>(draw: (value: T) => void): (value: T) => void {
  let last: string | null = null;
  return (value) => {
    const written = JSON.stringify(value);
    if (written === last) return;
    last = written;
    draw(value);
  };
}
