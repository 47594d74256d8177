/** A Markdown link that runs a command of the editor. */
export function commandLink(title: string, command: string, ...commandArguments: unknown[]): string {
  const query = encodeURIComponent(JSON.stringify(commandArguments)).replace(/[()]/g, (sign) =>
    sign === "(" ? "%28" : "%29",
  );
  return `[${title}](command:${command}${commandArguments.length === 0 ? "" : `?${query}`})`;
}
