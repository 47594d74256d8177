/** What begins a promise of one's own, up to the name of the function that resolves it. */
const EXECUTOR =
  /\bnew\s+Promise\s*(?:<[^()]*>)?\s*\(\s*(?:async\s*)?(?:function\b\s*[\p{ID_Continue}$]*\s*)?\(?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

/** Offsets of the calls within a function's text by which promises of its own are resolved: `resolve(order)`. */
export function settlingCalls(text: string, start: number, end: number): number[] {
  const own = text.slice(start, end);
  const names = new Set([...own.matchAll(EXECUTOR)].map(([, name]) => name!));
  return [...names].flatMap((name) => {
    const call = new RegExp(
      String.raw`(?<![\p{ID_Continue}$.])${name.replaceAll("$", String.raw`\$`)}\s*\(`,
      "gu",
    );
    return [...own.matchAll(call)].map(({ index }) => start + index);
  });
}
