import { Atom, Word } from "../functions/atoms.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { expressionEnd, statementEnd } from "./statements.ts";
import type { FileView } from "../patterns/file-view.ts";

interface KnownEnd {
  readonly limit: number;
  readonly end: number;
}

/**
 * Where expressions and statements end. What stands in another and ends with it, as `b = c` does in `a = b = c`, gets
 * its end with that, so that each token is looked at once or twice however deep they nest.
 */
export class Extents {
  /** Tokens looked at: the work done, whatever the clock says. */
  steps = 0;
  readonly #view: FileView;
  readonly #items = new Map<number, KnownEnd>();
  readonly #expressions = new Map<number, KnownEnd>();
  readonly #statements = new Map<number, KnownEnd>();

  constructor(view: FileView) {
    this.#view = view;
  }

  /** As {@link expressionEnd}. */
  expression(start: number, limit: number, stopsAtComma: boolean): number {
    const known = stopsAtComma ? this.#items : this.#expressions;
    let last = start;
    return this.#of(known, start, limit, (passed) =>
      expressionEnd(this.#view, start, limit, stopsAtComma, (token) => {
        this.steps++;
        if (this.#canBeAskedFor(token, last)) passed.push(token);
        last = token;
        if (this.#canHoldAnother(token)) passed.push(token + 1);
      }),
    );
  }

  /** As {@link statementEnd}. */
  statement(start: number, limit: number): number {
    return this.#of(this.#statements, start, limit, (passed) =>
      statementEnd(this.#view, start, limit, {
        expression: (at) => this.expression(at, limit, false),
        passed: (token) => {
          this.steps++;
          passed.push(token);
        },
      }),
    );
  }

  /**
   * At a word such as `return`, and behind the parentheses of `if`, half-typed text may begin a statement on the same line; those may
   * be closed by nothing.
   *
   * @param last The token before, which may open a group.
   */
  #canBeAskedFor(token: number, last: number): boolean {
    const { atoms, ends, tokens } = this.#view;
    const isWord = tokens.kinds[token] === TokenKind.Keyword;
    return isWord || atoms[token - 1] === Atom.CloseParenthesis || (last < token && ends[last]! < 0);
  }

  /** Behind `=` and words such as `yield`, `throw` and `do` an end is asked for again. */
  #canHoldAnother(token: number): boolean {
    const atom = this.#view.atoms[token];
    const isWord = this.#view.tokens.kinds[token] === TokenKind.Keyword || atom === Word.yield;
    return isWord || atom === Atom.Equals;
  }

  #of(ends: Map<number, KnownEnd>, start: number, limit: number, look: (passed: number[]) => number): number {
    const known = ends.get(start);
    if (known !== undefined && (limit <= known.limit || known.end < known.limit))
      return Math.min(known.end, limit);
    const passed: number[] = [];
    const end = look(passed);
    for (const inner of passed) if (inner < end) ends.set(inner, { limit, end });
    return end;
  }
}
