import { lex } from "../../../analysis/lexer/lex.ts";
import { TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import { Word } from "../../../analysis/lexer/words.ts";
import type { Language } from "../../../analysis/model.ts";
import { withNamespaces } from "./namespaces.ts";

const AT = 0x40;
const DOT = 0x2e;
const OPEN_PARENTHESIS = 0x28;
const EQUALS = 0x3d;

/**
 * The text without what not every engine takes yet, every line and column as it was. Decorators are blanked out:
 * what they do (registering, injecting, declaring columns) is done around a function rather than in it. `using`
 * becomes `const`: fakes need no disposal. Namespaces become variables.
 */
export function withPlainSyntax(text: string, language: Language): string {
  return withNamespaces(withoutDecorators(text, language), language);
}

function withoutDecorators(text: string, language: Language): string {
  if (!/@|\busing\b|\baccessor\b/.test(text)) return text;
  const tokens = lex(text, language);
  let plain = "";
  let copied = 0;
  const replace = (from: number, to: number, by: string): void => {
    plain += text.slice(copied, from) + by;
    copied = to;
  };
  for (let at = 0; at < tokens.count; at++) {
    const { starts, ends, kinds, codes } = tokens;
    if (kinds[at] === TokenKind.Punctuator && codes[at] === AT) {
      const end = endOfDecorator(tokens, at);
      const from = starts[at]!;
      const to = ends[end - 1]!;
      replace(from, to, text.slice(from, to).replace(/[^\n\r\u2028\u2029]/g, " "));
      at = end - 1;
    } else if (isAccessor(tokens, at)) {
      replace(starts[at]!, ends[at]!, "        ");
    } else if (isUsing(tokens, at)) {
      if (codes[at - 1] === Word.await) replace(starts[at - 1]!, ends[at - 1]!, "     ");
      replace(starts[at]!, ends[at]!, "const");
    }
  }
  return plain + text.slice(copied);
}

/** `accessor name` and `accessor #name` of a class: a field as far as anybody outside can tell. */
function isAccessor({ codes, kinds, newlineBefore }: TokenList, at: number): boolean {
  const isName = kinds[at + 1] === TokenKind.Identifier || kinds[at + 1] === TokenKind.PrivateName;
  return codes[at] === Word.accessor && codes[at - 1] !== DOT && isName && newlineBefore[at + 1] !== 1;
}

/** `using name = …` and `using name of …`: two names on one line are nothing else. */
function isUsing({ codes, kinds, newlineBefore }: TokenList, at: number): boolean {
  return (
    codes[at] === Word.using &&
    codes[at - 1] !== DOT &&
    kinds[at + 1] === TokenKind.Identifier &&
    newlineBefore[at + 1] !== 1 &&
    (codes[at + 2] === EQUALS || codes[at + 2] === 0x3a || codes[at + 2] === Word.of)
  );
}

/** `@name.of.member(arguments)` or `@(expression)`: the token behind it. */
function endOfDecorator({ codes, match, newlineBefore, count }: TokenList, at: number): number {
  if (codes[at + 1] === OPEN_PARENTHESIS) return Math.max(match[at + 1]!, at + 1) + 1;
  let end = at + 2;
  while (codes[end] === DOT && end + 1 < count) end += 2;
  // Type arguments.
  if (codes[end] === 0x3c && match[end]! > end) end = match[end]! + 1;
  if (codes[end] === OPEN_PARENTHESIS && newlineBefore[end] !== 1 && match[end]! > end) end = match[end]! + 1;
  return Math.min(end, count);
}
