/**
 * The command that writes a fakes file, as sentences about a target have it. Only the host knows by which path the user
 * names the target's file, and puts that in its place.
 */
export const WRITE_FAKES_COMMAND = "async-cost fakes TARGET --write";

/** Whether a sentence says to write fakes by that command, whatever its target. */
export function saysToWriteFakes(sentence: string): boolean {
  return /\basync-cost fakes .+ --write\b/.test(sentence);
}

/** What may stand in a command without quotes in any shell. */
const PLAIN = /^[\w./:@+-]+$/;

/**
 * A sentence with the command for this target in the place of that for any.
 *
 * @param file As the user names it.
 * @param line Counted from 1.
 */
export function withTargetNamed(
  sentence: string,
  { file, line }: { readonly file: string; readonly line: number },
): string {
  const target = `${file}:${line}`;
  const quoted = PLAIN.test(target) ? target : `"${target}"`;
  return sentence.replaceAll(WRITE_FAKES_COMMAND, () => WRITE_FAKES_COMMAND.replace("TARGET", () => quoted));
}
