/** A document, as far as its text is taken bit by bit. */
export interface Lines {
  readonly version: number;
  readonly isClosed: boolean;
  readonly lineCount: number;
  /** The text from the start of a line up to that of another one, or to the text's end. */
  textOf(firstLine: number, endLine: number): string;
}

/** About a megabyte: a hundredth of a second's work. */
const LINES_A_PIECE = 20_000;
/** So often is a text that changes meanwhile begun anew; then it is taken in one go. */
const ATTEMPTS = 3;

/**
 * The text of a large document, taken in pieces, so that nobody is held up while all of it is put together; undefined
 * when the document is closed meanwhile.
 *
 * @param giveWay Lets others have their turn.
 */
export async function textInPieces(
  document: Lines,
  giveWay: () => Promise<void>,
): Promise<{ readonly version: number; readonly text: string } | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { version, lineCount } = document;
    const pieces: string[] = [];
    for (let line = 0; line < lineCount; line += LINES_A_PIECE) {
      if (line > 0) await giveWay();
      if (document.isClosed) return undefined;
      if (document.version !== version) break;
      pieces.push(document.textOf(line, line + LINES_A_PIECE));
    }
    if (document.version === version) return { version, text: pieces.join("") };
  }
  return { version: document.version, text: document.textOf(0, document.lineCount) };
}
