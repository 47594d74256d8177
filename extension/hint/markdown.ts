/** A code span that no text can break out of, be it in a list or in a table. */
export function code(text: string): string {
  const oneLine = text.replace(/\s+/g, " ").slice(0, 80);
  const longest = Math.max(0, ...(oneLine.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? fence + oneLine + fence : `${fence} ${oneLine} ${fence}`;
}

/** Text with what Markdown and HTML read into it taken out. */
export function plain(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+!|<>~&-]/g, "\\$&")
    .replace(/\s+/g, " ")
    .trim();
}
