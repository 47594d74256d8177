import { lex } from "../../../analysis/lexer/lex.ts";
import { TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import { Word } from "../../../analysis/lexer/words.ts";
import type { Language } from "../../../analysis/model.ts";
import { toCommonJs } from "./transform.ts";

const DOT = 0x2e;
const STAR = 0x2a;
const OPEN_BRACE = 0x7b;
const SEMICOLON = 0x3b;

/** A namespace at the top of a text: `export namespace A.B { … }`. */
interface Namespace {
  readonly names: readonly string[];
  readonly isExported: boolean;
  /** Offsets: of all of it, and of what is between its braces. */
  readonly start: number;
  readonly end: number;
  readonly body: { readonly start: number; readonly end: number };
}

/**
 * The text with a variable in the place of each TypeScript namespace that has values, where the transformation would leave nothing:
 * the body is a module of its own, which exports into the namespace. Every line stays on its line.
 *
 * @param exporting What the text itself exports into.
 */
export function withNamespaces(text: string, language: Language, exporting = "exports"): string {
  if (!/\b(?:namespace|module)\s/.test(text) || (language !== "ts" && language !== "tsx")) return text;
  const { found, declared } = namespacesIn(lex(text, language));
  let made = "";
  let copied = 0;
  for (const one of found) {
    const [name, ...inner] = one.names;
    const body = text.slice(one.body.start, one.body.end);
    const code = codeOf(
      inner.length === 0 ? body : `export namespace ${inner.join(".")} {${body}}`,
      language,
      `__asyncCost_${exporting}`,
    );
    if (code === null) continue;
    const { before, known } = one.isExported
      ? { before: "export ", known: `${exporting}.${name} || ` }
      : { before: "", known: "" };
    // What it adds to, a class or a function, is declared already.
    const declaration = declared.has(name!) ? ";" : `${before}var ${name};`;
    made += text.slice(copied, one.start);
    made += `${declaration}(function (__asyncCost_${exporting}) {${code}})(${name} || (${name} = ${known}{}));`;
    copied = one.end;
  }
  return made + text.slice(copied);
}

/** What runs of a namespace's body; null where it has nothing but types, or is not well-formed, which whoever reads the rest will say. */
function codeOf(body: string, language: Language, exporting: string): string | null {
  let code: string;
  try {
    code = toCommonJs(withNamespaces(body, language, exporting), language, "");
  } catch {
    return null;
  }
  code = code
    .replace('"use strict";', "")
    .replace('Object.defineProperty(exports, "__esModule", {value: true});', "");
  const { count, starts, ends, codes } = lex(code, "js");
  let renamed = "";
  let copied = 0;
  let isEmpty = true;
  for (let at = 0; at < count; at++) {
    isEmpty &&= codes[at] === SEMICOLON;
    if (codes[at - 1] === DOT || code.slice(starts[at], ends[at]) !== "exports") continue;
    renamed += code.slice(copied, starts[at]) + exporting;
    copied = ends[at]!;
  }
  return isEmpty ? null : renamed + code.slice(copied);
}

/** The namespaces that stand in no other, and the names of classes, functions and enums beside them. */
function namespacesIn(tokens: TokenList): { found: Namespace[]; declared: Set<string> } {
  const { text, count, starts, ends, codes, kinds, match, newlineBefore } = tokens;
  const word = (at: number): string => text.slice(starts[at], ends[at]);
  const found: Namespace[] = [];
  const declared = new Set<string>();
  for (let at = 0; at < count; at++) {
    const code = codes[at];
    if (code === Word.class || code === Word.function || code === Word.enum)
      declared.add(word(codes[at + 1] === STAR ? at + 2 : at + 1));
    const isNamed = kinds[at + 1] === TokenKind.Identifier && newlineBefore[at + 1] !== 1;
    if ((code === Word.namespace || code === Word.module) && isNamed && codes[at - 1] !== Word.declare) {
      const names = [word(at + 1)];
      let open = at + 2;
      for (; codes[open] === DOT; open += 2) names.push(word(open + 1));
      const close = codes[open] === OPEN_BRACE ? match[open]! : -1;
      if (close > open) {
        const isExported = codes[at - 1] === Word.export;
        found.push({
          names,
          isExported,
          start: starts[isExported ? at - 1 : at]!,
          end: ends[close]!,
          body: { start: ends[open]!, end: starts[close]! },
        });
      }
    }
    // What stands within anything else is no business of this level.
    if (match[at]! > at) at = match[at]!;
  }
  return { found, declared };
}
