import { Atom, Word } from "../functions/atoms.ts";
import type { FoundFunction } from "../functions/found.ts";
import { isText } from "../functions/scan.ts";
import type { FileView } from "./file-view.ts";

/**
 * Whether a generator function is middleware of Koa 1, which drives it with co: `function* (next)`, which yields `next`
 * (https://github.com/koajs/koa/blob/v1.x/docs/guide.md).
 */
export function isKoaMiddleware({ atoms, tokens }: FileView, found: FoundFunction): boolean {
  const { parameters, body } = found;
  if (parameters.end !== parameters.start + 1 || !isText(tokens, parameters.start, "next")) return false;
  for (let token = body.start; token + 1 < body.end; token++) {
    if (atoms[token] !== Word.yield) continue;
    const operand = atoms[token + 1] === Atom.Star ? token + 2 : token + 1;
    if (isText(tokens, operand, "next") && !continuesOperand(atoms[operand + 1]!)) return true;
  }
  return false;
}

function continuesOperand(atom: number): boolean {
  return atom === Atom.Dot || atom === Atom.OpenParenthesis || atom === Atom.OpenBracket;
}
