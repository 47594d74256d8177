import { lex } from "../../../analysis/lexer/lex.ts";
import { Sign, TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import { Word } from "../../../analysis/lexer/words.ts";

const DOT = 0x2e;
const OPEN_PARENTHESIS = 0x28;
const CLOSE_PARENTHESIS = 0x29;
const OPEN_BRACE = 0x7b;
const COMMA = 0x2c;
const COLON = 0x3a;

/** What settles a promise, or calls back. */
const SETTLES = /^_?(?:resolve|reject|fulfil|fulfill|settle|done|cb|callback)$/i;
/** The same by the beginning of its name, where it is called: `resolveOnce(message)`. */
const BEGINS = /^_?(?:resolve|reject|fulfil|fulfill|settle|done|callback)(?=[A-Z_])/;
/** What has a member of such a name that settles nothing. */
const OTHERS = /^(?:Promise|path|require|url|import)$/;

/** Texts that are known, as each call of a target has functions of the same. */
const KNOWN_AT_MOST = 200;
const known = new Map<string, boolean>();

/**
 * Whether a function, by its text, settles a promise or calls back, be it that it calls what does or hands it on:
 * `resolve(message)`, `deferred.reject(error)`, `load(done)`. What it declares itself, or is given, settles nothing of others.
 */
export function settlesOthers(text: string): boolean {
  let settles = known.get(text);
  if (settles === undefined) {
    if (known.size >= KNOWN_AT_MOST) known.clear();
    known.set(text, (settles = anySettles(lex(text, "js"))));
  }
  return settles;
}

function anySettles(tokens: TokenList): boolean {
  const own = declaredIn(tokens);
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kinds[at] !== TokenKind.Identifier || !mayBeUsed(tokens, at)) continue;
    const name = textOf(tokens, at);
    const isCalled = tokens.codes[at + 1] === OPEN_PARENTHESIS;
    if (!SETTLES.test(name) && !(isCalled && BEGINS.test(name))) continue;
    const root = textOf(tokens, rootOf(tokens, at));
    if (!own.has(root) && !(root !== name && OTHERS.test(root))) return true;
  }
  return false;
}

/** Whether a name stands for a value that is called or handed on: it is no key, and a member that is only read tells nothing. */
function mayBeUsed({ codes }: TokenList, at: number): boolean {
  const next = codes[at + 1];
  if (next === COLON) return false;
  const isMember = codes[at - 1] === DOT || codes[at - 1] === Sign.OptionalChain;
  return !isMember || next === OPEN_PARENTHESIS || next === Sign.OptionalChain || next === COMMA;
}

/** The name that a chain of members begins with: `deferred` of `deferred.promise.resolve`; what is no name is itself. */
function rootOf({ codes, kinds }: TokenList, at: number): number {
  let root = at;
  while (codes[root - 1] === DOT || codes[root - 1] === Sign.OptionalChain) {
    if (kinds[root - 2] !== TokenKind.Identifier && codes[root - 2] !== Word.this) break;
    root -= 2;
  }
  return root;
}

/** Names of a function's parameters, and of what is declared in it. */
function declaredIn(tokens: TokenList): ReadonlySet<string> {
  const { codes, kinds, match, count } = tokens;
  const names = new Set<string>();
  const addFrom = (from: number, to: number): void => {
    for (let at = from; at < to; at++) if (kinds[at] === TokenKind.Identifier) names.add(textOf(tokens, at));
  };
  for (let at = 0; at < count; at++) {
    const code = codes[at];
    if (code === Word.const || code === Word.let || code === Word.var || code === Word.function) {
      const isPattern = match[at + 1]! > at;
      addFrom(at + 1, isPattern && code !== Word.function ? match[at + 1]! : at + 2);
    }
    const open = code === CLOSE_PARENTHESIS ? match[at]! : -1;
    const isOfFunction =
      codes[at + 1] === Sign.Arrow || (codes[at + 1] === OPEN_BRACE && isHead(tokens, open));
    if (open >= 0 && isOfFunction) addFrom(open, at);
    if (code === Sign.Arrow && kinds[at - 1] === TokenKind.Identifier) addFrom(at - 1, at);
  }
  return names;
}

/** Whether parentheses are those of a function's parameters: `function (a)`, `function f(a)`, and a method at the beginning of a text. */
function isHead({ codes, kinds }: TokenList, open: number): boolean {
  if (codes[open - 1] === Word.function || codes[open - 2] === Word.function) return true;
  const first = codes[0] === Word.async ? 1 : 0;
  return open - 1 === first && kinds[open - 1] === TokenKind.Identifier;
}

function textOf({ text, starts, ends }: TokenList, at: number): string {
  return text.slice(starts[at], ends[at]);
}
