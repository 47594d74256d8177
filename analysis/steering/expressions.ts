import { Atom, Word } from "../functions/atoms.ts";
import type { FoundFunction } from "../functions/found.ts";
import { afterItem } from "../breakdown/statements.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { functionStartingAt, textAt, type FileView } from "../patterns/file-view.ts";
import type { Edits } from "./edits.ts";
import { decisionOf } from "./errors-asked.ts";
import { SOMETHING } from "./something.ts";

/** What expressions ask of the walk around them. */
interface Around {
  hasIo(start: number, end: number): boolean;
  body(found: FoundFunction): void;
}

/** Methods of lists that call what they are given for each item. */
const EACH = new Set(["map", "forEach", "flatMap", "filter", "some", "every", "reduce", "find", "each"]);

/** Decides `? :`, `&&`, `||` and `??` that have I/O calls on one side, and gives lists an item. */
export class ExpressionWalk {
  readonly #view: FileView;
  readonly #edits: Edits;
  readonly #around: Around;

  constructor(view: FileView, edits: Edits, around: Around) {
    this.#view = view;
    this.#edits = edits;
    this.#around = around;
  }

  /** The tokens of a statement or an expression. */
  span(start: number, end: number): void {
    const { atoms } = this.#view;
    let operand = start;
    for (let at = start; at < end;) {
      const found = functionStartingAt(this.#view, at);
      if (found !== undefined) {
        this.#around.body(this.#view.functions[found]!);
        at = Math.max(this.#view.functions[found]!.end, at + 1);
        continue;
      }
      const atom = atoms[at]!;
      if (this.#view.tokens.inType[at] === 1) {
        at++;
        continue;
      }
      if (atom === Atom.Question) this.#choice(operand, at, end);
      if (atom === Atom.Logical) this.#logical(operand, at, end);
      const next = Math.max(afterItem(this.#view, at), at + 1);
      if (next > at + 1 && !this.#isTemplate(at)) {
        this.#list(at);
        this.span(at + 1, Math.min(next - 1, end));
      }
      if (this.#startsOperand(at)) operand = next;
      at = next;
    }
  }

  /** Puts an item into what is looped over, should it have none. */
  giveSomething(start: number, end: number): void {
    this.#edits.wrap(start, end, `${SOMETHING}(`, ")");
  }

  #isTemplate(at: number): boolean {
    return this.#view.tokens.kinds[at] === TokenKind.Template;
  }

  /** Whether a new operand of `? :`, `&&` or `||` begins behind a token. */
  #startsOperand(at: number): boolean {
    const atom = this.#view.atoms[at]!;
    return (
      atom === Atom.Equals ||
      atom === Atom.CompoundAssignment ||
      atom === Atom.Comma ||
      atom === Atom.Semicolon ||
      atom === Atom.Question ||
      atom === Atom.Colon ||
      atom === Atom.Arrow ||
      atom === Atom.Logical ||
      atom === Atom.Ellipsis ||
      atom === Word.return ||
      atom === Word.throw ||
      atom === Word.yield ||
      atom === Word.case ||
      atom === Word.default
    );
  }

  /** `condition ? a : b`. Where the condition itself has `&&` and its like, only its last operand is wrapped. */
  #choice(operand: number, question: number, end: number): void {
    const colon = this.#colonOf(question, end);
    if (colon < 0) return;
    const inThen = this.#around.hasIo(question + 1, colon);
    const inElse = this.#around.hasIo(colon + 1, this.#endOfOperand(colon + 1, end));
    if (inThen === inElse) return;
    const start = this.#startOfCondition(operand, question);
    this.#decide(start, question, inThen);
  }

  #decide(start: number, end: number, choice: boolean): void {
    const { before, after } = decisionOf(this.#view, start, end, choice);
    this.#edits.wrap(start, end, `(${before}`, `${after})`);
  }

  /** Goes back over `a && b` to where the condition of a `?` begins. */
  #startOfCondition(operand: number, question: number): number {
    const { atoms, ends } = this.#view;
    let at = operand;
    while (atoms[at - 1] === Atom.Logical && at - 2 >= 0) {
      let before = at - 2;
      while (before > 0 && !this.#startsOperand(before) && !this.#opens(before)) {
        const partner = this.#view.tokens.match[before]!;
        before = partner >= 0 && partner < before ? partner - 1 : before - 1;
      }
      at = before + 1;
    }
    return at > question || ends.length === 0 ? operand : at;
  }

  #opens(at: number): boolean {
    return this.#view.tokens.match[at]! > at;
  }

  #colonOf(question: number, end: number): number {
    const { atoms, tokens } = this.#view;
    let depth = 0;
    for (let at = question + 1; at < end; at = Math.max(afterItem(this.#view, at), at + 1)) {
      if (tokens.inType[at] === 1) continue;
      if (atoms[at] === Atom.Question) depth++;
      if (atoms[at] === Atom.Colon && depth-- === 0) return at;
      if (atoms[at] === Atom.Comma || atoms[at] === Atom.Semicolon) return -1;
    }
    return -1;
  }

  #endOfOperand(start: number, end: number): number {
    const { atoms } = this.#view;
    let at = start;
    while (at < end && atoms[at] !== Atom.Comma && atoms[at] !== Atom.Semicolon) {
      at = Math.max(afterItem(this.#view, at), at + 1);
    }
    return Math.min(at, end);
  }

  /** `a && io()`, `a || io()`, `a ?? io()`. */
  #logical(operand: number, at: number, end: number): void {
    let behind = at + 1;
    while (behind < end && !this.#endsLogical(behind)) {
      behind = Math.max(afterItem(this.#view, behind), behind + 1);
    }
    if (!this.#around.hasIo(at + 1, behind) || this.#around.hasIo(operand, at)) return;
    const sign = textAt(this.#view, at);
    if (sign === "??") this.#edits.wrap(operand, at, "((", "),void 0)");
    else if (sign === "&&" || sign === "||") this.#decide(operand, at, sign === "&&");
  }

  #endsLogical(at: number): boolean {
    const atom = this.#view.atoms[at]!;
    return atom === Atom.Comma || atom === Atom.Semicolon || atom === Atom.Question || atom === Atom.Colon;
  }

  /** `items.map(item => …)` whose function does I/O: `items` gets an item. */
  #list(open: number): void {
    const { atoms, functions } = this.#view;
    if (atoms[open] !== Atom.OpenParenthesis) return;
    const inner = functionStartingAt(this.#view, open + 1);
    if (inner === undefined || !EACH.has(textAt(this.#view, open - 1))) return;
    if (!this.#around.hasIo(functions[inner]!.body.start, functions[inner]!.body.end)) return;
    const call = this.#view.calls;
    for (const index of this.#view.callsOf.of(functions[inner]!.parent)) {
      const one = call.at(index);
      if (one.open !== open || one.constructs || atoms[one.start - 1] === Word.new) continue;
      if (atoms[one.start] !== Word.super) this.giveSomething(one.start, open - 2);
      return;
    }
  }
}
