import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { endOfPath } from "../patterns/chains.ts";
import type { FileView } from "../patterns/file-view.ts";
import type { Region } from "./region.ts";

/**
 * What an entry itself reads with `for await` that no call gives: `for await (const chunk of request)`. As a call without
 * parentheses: `open` and `end` are one past its last token.
 */
export function streamsWithoutCall(view: FileView, region: Region): Call[] {
  const { index } = region.entry;
  const found = view.functions[index]!;
  const streams: Call[] = [];
  if (!found.isAsync) return streams;
  const { starts, ends, length } = view.functionList;
  /** The function that begins next. */
  let nested = index + 1;
  for (let token = found.body.start; token < found.body.end; token++) {
    while (nested < length && starts[nested]! < token) nested++;
    if (nested < length && starts[nested] === token) {
      token = Math.max(ends[nested]! - 1, token);
      continue;
    }
    if (view.atoms[token] !== Word.for || view.atoms[token + 1] !== Word.await) continue;
    const stream = streamIn(view, token + 2, index);
    if (stream !== undefined) streams.push(stream);
  }
  return streams;
}

/** The stream in the head that opens at a token, if names and dots are all that says which one it is. */
function streamIn(view: FileView, open: number, owner: number): Call | undefined {
  if (view.atoms[open] !== Atom.OpenParenthesis) return undefined;
  const close = view.ends[open]! < 0 ? ~view.ends[open]! : view.ends[open]!;
  // One that is never closed ends before the next.
  for (let token = open + 1; token < close && view.atoms[token] !== Word.for; token++) {
    const isPattern = view.atoms[token] === Atom.OpenBrace || view.atoms[token] === Atom.OpenBracket;
    if (isPattern && view.ends[token]! > token) token = view.ends[token]!;
    if (view.atoms[token + 1] !== Word.of) continue;
    token++;
    const start = token + 1;
    const isName = view.tokens.kinds[start]! <= TokenKind.Keyword && start < close;
    if (!isName || endOfPath(view, start) !== close) return undefined;
    return { start, nameToken: close - 1, open: close, end: close, constructs: false, result: null, owner };
  }
  return undefined;
}
