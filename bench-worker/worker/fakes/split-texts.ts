import type { IoCore } from "../io/io-core.ts";
import { whileReplaced } from "./while-replaced.ts";

/** More texts of one piece are not told apart, and longer ones are none that was made up. */
const TEXTS_AT_MOST = 20;
const CHARACTERS_AT_MOST = 200;

/** Hears, while `work` is done, which texts of one piece are split, into lines or by other signs, and by what. */
export async function hearingSplits<T>(core: IoCore, work: () => Promise<T>): Promise<T> {
  core.splitTexts.clear();
  return await whileReplaced(
    String.prototype,
    "split",
    (real) =>
      function (this: unknown, ...given) {
        const isNew =
          typeof this === "string" &&
          this.length <= CHARACTERS_AT_MOST &&
          core.splitTexts.size < TEXTS_AT_MOST &&
          !core.splitTexts.has(this);
        const by = isNew ? signOf(given[0]) : undefined;
        if (isNew && by !== undefined && !this.includes(by)) core.splitTexts.set(this, by);
        return real(this, given);
      },
    work,
  );
}

/** What stands between the pieces of lists in texts. */
const SIGNS = ["\n", "\r\n", ",", ";", ", ", "\n\n"];

/** What a text that is split has between its pieces; undefined for what is no sign of a list, as in a date or a path. */
function signOf(separator: unknown): string | undefined {
  if (typeof separator === "string") return SIGNS.find((sign) => sign === separator);
  if (!(separator instanceof RegExp)) return undefined;
  const own = new RegExp(separator.source, separator.flags);
  return SIGNS.find((sign) => {
    const pieces = own[Symbol.split](`a${sign}b`);
    return pieces.length === 2 && pieces[0] === "a" && pieces[1] === "b";
  });
}
