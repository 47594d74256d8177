/** A function whose calls are recorded, as far as it is told from others. */
export interface RecordedOne {
  readonly name: string;
  readonly line: number;
  readonly textHash: string;
}

/** A function of the present text. */
export type PresentOne = Pick<RecordedOne, "line" | "textHash">;

/** What is recorded of a function. */
export interface Found<R extends RecordedOne> {
  readonly recorded: R;
  /** Its own text has changed since. */
  readonly isChanged: boolean;
}

/**
 * Tells which recorded function one of the present text is: by its text, wherever that stood; else by its name, where no other
 * function there has the text that was recorded.
 *
 * @param present All functions of the text, in its order.
 */
export function recordedAmong<R extends RecordedOne, P extends PresentOne>(
  recorded: readonly R[],
  present: readonly P[],
): (own: P, name: string | undefined) => Found<R> | null {
  const byText = grouped(recorded, ({ textHash }) => textHash);
  const byName = grouped(recorded, ({ name }) => name);
  const alikeByText = grouped(present, ({ textHash }) => textHash);
  return (own, name) => {
    const ofText = byText.get(own.textHash) ?? [];
    const sameName = ofText.filter((one) => one.name === name);
    // Of several functions with one text the first has the first recording, and so on.
    const alike = alikeByText.get(own.textHash) ?? [];
    const found =
      sameName.length === 1
        ? sameName[0]
        : alike.length === ofText.length
          ? ofText[alike.indexOf(own)]
          : nearest(ofText, own);
    if (found !== undefined) return { recorded: found, isChanged: false };
    const ofName = name === undefined ? [] : (byName.get(name) ?? []);
    const changed = nearest(
      ofName.filter(({ textHash }) => !alikeByText.has(textHash)),
      own,
    );
    return changed === undefined ? null : { recorded: changed, isChanged: true };
  };
}

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

function nearest<R extends RecordedOne>(list: readonly R[], to: PresentOne): R | undefined {
  return [...list].sort((one, other) => Math.abs(one.line - to.line) - Math.abs(other.line - to.line))[0];
}
