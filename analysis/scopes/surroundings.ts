import { findFunctions } from "../functions/find.ts";
import type { FoundFunction, TokenSpan } from "../functions/found.ts";
import { copyTokens, TokenKind, type TokenList } from "../lexer/tokens.ts";
import { Word } from "../lexer/words.ts";
import { lex } from "../lexer/lex.ts";
import type { Language, TextRange } from "../model.ts";
import { definitionsIn, definitionsOfParameters, type Definition, type FunctionAt } from "./definitions.ts";
import { namesIn } from "./names.ts";

const DOT = 0x2e;
const COLON = 0x3a;

/** A piece of a file that defines something a function takes from around it. */
export type Piece =
  | { readonly kind: "function" | "enum"; readonly range: TextRange }
  | { readonly kind: "class"; readonly name: string; readonly range: TextRange }
  | {
      readonly kind: "variable";
      /** All that its pattern binds. */
      readonly names: readonly string[];
      readonly pattern: TextRange;
      readonly initializer: TextRange;
    };

/** What a function needs of its file to run apart from it. */
export interface Surroundings {
  /** The function itself. */
  readonly range: TextRange;
  /** It is written as a method: `name() {}` within an object or a class. */
  readonly isMethod: boolean;
  readonly isStatic: boolean;
  readonly isGenerator: boolean;
  /** Names of private members in it and in the functions around it, with their sign, in order: `#flush`. */
  readonly privateNames: readonly TextRange[];
  /** Names that the module defines, and that the pieces or the function use. */
  readonly moduleNames: readonly string[];
  /** What the functions around it define, as far as it is used and can be told; in source order. */
  readonly closurePieces: readonly Piece[];
  /** Names that nothing in the file tells the value of: parameters of functions around it, globals, keys. */
  readonly unknownNames: readonly string[];
}

/**
 * Reads what the function that starts at `start` takes from around it. Definitions that the function itself is part
 * of are left out: they cannot be had without it. Undefined where no function starts there.
 */
export function surroundingsOf(text: string, language: Language, start: number): Surroundings | undefined {
  const tokens = copyTokens(lex(text, language));
  const { functions } = findFunctions(tokens, language);
  const target = functions.find((found) => tokens.starts[found.start] === start);
  if (target === undefined) return undefined;
  const byStart = new Map(functions.map((found) => [found.start, found]));
  const functionAt: FunctionAt = (token) => byStart.get(token);
  const around: FoundFunction[] = [];
  for (let at = target.parent; at >= 0; at = functions[at]!.parent) around.push(functions[at]!);

  const closure = new Map<string, Definition>();
  for (const found of around) {
    const inner: FunctionAt = (token) =>
      around.includes(functionAt(token)!) ? undefined : functionAt(token);
    for (const scope of [
      definitionsIn(tokens, found.body, inner),
      definitionsOfParameters(tokens, found.parameters),
    ]) {
      for (const [name, definition] of scope) if (!closure.has(name)) closure.set(name, definition);
    }
  }
  const outermost = around.at(-1);
  const module = definitionsIn(tokens, { start: 0, end: tokens.count }, functionAt);
  if (outermost !== undefined) module.delete(nameOf(tokens, outermost));

  const needed = collect(tokens, target, closure, module, functionAt);
  const rangeOf = (span: TokenSpan): TextRange => ({
    start: tokens.starts[span.start]!,
    end: tokens.ends[span.end - 1]!,
  });
  const toPieces = (definitions: Iterable<Definition>): Piece[] =>
    [...new Set(definitions)]
      .map((definition) => toPiece(tokens, definition, rangeOf))
      .filter((piece) => piece !== undefined)
      .sort((a, b) => startOf(a) - startOf(b));
  return {
    range: rangeOf(target),
    isMethod: target.form === "method",
    isStatic: target.target?.kind === "member" && target.target.isStatic,
    isGenerator: target.isGenerator,
    privateNames: privateNames(tokens, outermost ?? target),
    moduleNames: needed.names.filter((name) => !closure.has(name)),
    closurePieces: toPieces(needed.closure.values()),
    unknownNames: needed.names.filter((name) => !needed.closure.has(name) && !needed.module.has(name)),
  };
}

interface Needed {
  readonly names: readonly string[];
  readonly closure: ReadonlyMap<string, Definition>;
  readonly module: ReadonlyMap<string, Definition>;
}

/** Follows the names from the target into the definitions that give them, and from these on. */
function collect(
  tokens: TokenList,
  target: FoundFunction,
  closure: ReadonlyMap<string, Definition>,
  module: ReadonlyMap<string, Definition>,
  functionAt: FunctionAt,
): Needed {
  const seen = new Set<string>();
  const fromClosure = new Map<string, Definition>();
  const fromModule = new Map<string, Definition>();
  const ahead = namesIn(tokens, target);
  while (ahead.length > 0) {
    const name = ahead.pop()!;
    if (seen.has(name)) continue;
    seen.add(name);
    const scope = closure.has(name) ? closure : module;
    const definition = scope.get(name);
    if (definition === undefined || definition.kind === "unknown") continue;
    // What the function around it waits for first, nobody can tell.
    if (definition.kind === "variable" && waits(tokens, definition.initializer, functionAt)) continue;
    const spans =
      definition.kind === "variable" ? [definition.pattern, definition.initializer] : [definition.span];
    if (spans.some((span) => span.start <= target.start && target.end <= span.end)) continue;
    (scope === closure ? fromClosure : fromModule).set(name, definition);
    for (const span of spans) ahead.push(...namesIn(tokens, span));
  }
  return { names: [...seen], closure: fromClosure, module: fromModule };
}

/** Whether an expression has an `await` or `yield` of its own. */
function waits({ codes, kinds }: TokenList, span: TokenSpan, functionAt: FunctionAt): boolean {
  for (let at = span.start; at < span.end; at++) {
    const found = functionAt(at);
    if (found !== undefined && found.end > at) at = found.end - 1;
    else if ((codes[at] === Word.await || codes[at] === Word.yield) && kinds[at] !== TokenKind.PrivateName) {
      if (codes[at - 1] !== DOT && codes[at + 1] !== COLON) return true;
    }
  }
  return false;
}

function toPiece(
  tokens: TokenList,
  definition: Definition,
  rangeOf: (span: TokenSpan) => TextRange,
): Piece | undefined {
  switch (definition.kind) {
    case "unknown":
      return undefined;
    case "variable": {
      const { pattern, initializer } = definition;
      if (initializer.end <= initializer.start) return undefined;
      const names = [...definitionsOfParameters(tokens, pattern).keys()];
      return { kind: "variable", names, pattern: rangeOf(pattern), initializer: rangeOf(initializer) };
    }
    case "class": {
      const name = tokens.text.slice(
        tokens.starts[definition.span.start + 1],
        tokens.ends[definition.span.start + 1],
      );
      return { kind: "class", name, range: rangeOf(definition.span) };
    }
    default:
      return { kind: definition.kind, range: rangeOf(definition.span) };
  }
}

function startOf(piece: Piece): number {
  return piece.kind === "variable" ? piece.pattern.start : piece.range.start;
}

function privateNames(tokens: TokenList, { start, end }: TokenSpan): TextRange[] {
  const ranges: TextRange[] = [];
  for (let at = start; at < end; at++) {
    if (tokens.kinds[at] === TokenKind.PrivateName) {
      ranges.push({ start: tokens.starts[at]!, end: tokens.ends[at]! });
    }
  }
  return ranges;
}

function nameOf(tokens: TokenList, { nameToken }: FoundFunction): string {
  return nameToken < 0 ? "" : tokens.text.slice(tokens.starts[nameToken], tokens.ends[nameToken]);
}
