/** The words of a command as a shell reads them, with quotes taken off; no variable or glob in it is filled in. */
export function wordsOf(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const sign of command) {
    if (sign === quote) quote = "";
    else if (quote === "" && (sign === '"' || sign === "'")) {
      quote = sign;
      word ??= "";
    } else if (quote === "" && sign.trim() === "") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + sign;
  }
  return word === undefined ? words : [...words, word];
}

const BETWEEN_COMMANDS: ReadonlySet<string> = new Set(["&&", "||", ";", "|", "&"]);

/** The words of the last of the commands that are put together to one, to which a shell gives what stands behind. */
export function lastCommand(words: readonly string[]): string[] {
  return words.slice(words.findLastIndex((word) => BETWEEN_COMMANDS.has(word)) + 1);
}
