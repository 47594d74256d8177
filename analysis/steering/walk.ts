import { Atom, Word } from "../functions/atoms.ts";
import type { FoundFunction } from "../functions/found.ts";
import { statementEnd } from "../breakdown/statements.ts";
import { BracketRole } from "../lexer/tokens.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { argumentsOf } from "../patterns/chains.ts";
import { textAt, type FileView } from "../patterns/file-view.ts";
import type { Edits } from "./edits.ts";
import { decisionOf } from "./errors-asked.ts";
import { ExpressionWalk } from "./expressions.ts";
import { fails, isWordAt, returnsSomething } from "./failing.ts";
import { OwnValues } from "./own-values.ts";
import { countRounds, endOfBlock, isEndlessHead, isWithoutExit, partsOf, ROUNDS } from "./loop-heads.ts";

/** Where to come to and what to keep away from, by offsets. */
export interface Goal {
  /** In order. */
  readonly ioCalls: readonly number[];
  isAvoided(from: number, to: number): boolean;
  /** Whether loops that only compute are ended. */
  readonly endsLoops: boolean;
}

/** What a statement does once it runs. */
interface Effect {
  /** One past its last token. */
  readonly end: number;
  /** How nothing behind it runs; null where it goes on. */
  readonly leaves: Leaving;
}

/** `breaks`: the `switch` or the loop around it. */
type Leaving = "throws" | "returns" | "breaks" | null;

/** A clause of a `switch`. */
interface Clause {
  /** What it is for; null for `default`. */
  readonly value: { readonly start: number; readonly end: number } | null;
  readonly start: number;
  readonly end: number;
  readonly leaves: Leaving;
}

/** What an I/O call that is in each branch, or behind it, makes of a choice: true, false, or it does not matter. */
type Choice = boolean | null;

/** A loop behind which the function fails, as one that tries again and again. */
interface TryingLoop {
  /** How it is told in which round it is: from the second one on it is left with what it looks for; null: at once. */
  readonly isLater: string | null;
}

/** Rounds after which a loop that waits for nothing is ended. */
const ROUNDS_AT_MOST = 100;

/** Decides the branches of one function: those of functions within it too, which run with it. */
export class SteeringWalk {
  readonly #view: FileView;
  readonly #edits: Edits;
  readonly #goal: Goal;
  readonly #expressions: ExpressionWalk;
  /** Of the function whose body is walked. */
  #own: OwnValues | null = null;
  /** One past the last token of the function's body that is walked. */
  #bodyEnd = 0;
  /** The innermost loop of that body around what is walked, if the function fails behind it. */
  #trying: TryingLoop | null = null;

  constructor(view: FileView, edits: Edits, goal: Goal) {
    this.#view = view;
    this.#edits = edits;
    this.#goal = goal;
    this.#expressions = new ExpressionWalk(view, edits, {
      hasIo: (start, end) => this.#hasIo(start, end),
      body: (found) => this.body(found),
    });
  }

  body(found: FoundFunction): void {
    const outer = this.#bodyEnd;
    const trying = this.#trying;
    const own = this.#own;
    this.#bodyEnd = found.body.end;
    this.#trying = null;
    this.#own = null;
    // `item => …` starts with its parameter.
    if (found.parameters.start > found.start) {
      this.#expressions.span(found.parameters.start, found.parameters.end);
    }
    if (found.hasExpressionBody) this.#expressions.span(found.body.start, found.body.end);
    else this.#statements(found.body.start, found.body.end);
    this.#bodyEnd = outer;
    this.#trying = trying;
    this.#own = own;
  }

  #hasIo(start: number, end: number): boolean {
    if (end <= start) return false;
    const { starts, ends } = this.#view.tokens;
    const from = starts[start]!;
    const to = ends[end - 1]!;
    return this.#goal.ioCalls.some((at) => from <= at && at < to);
  }

  #isAvoided(start: number, end: number): boolean {
    const { starts } = this.#view.tokens;
    return end > start && this.#goal.isAvoided(starts[start]!, starts[end - 1]!);
  }

  #statements(start: number, limit: number): Effect {
    let leaves: Effect["leaves"] = null;
    for (let at = start; at < limit;) {
      if (at > start && this.#view.atoms[at - 1] !== Atom.Semicolon) this.#edits.separate(at);
      const effect = this.#statement(at, limit);
      leaves ??= effect.leaves;
      at = Math.max(effect.end, at + 1);
    }
    return { end: limit, leaves };
  }

  #statement(at: number, limit: number): Effect {
    const { atoms, tokens } = this.#view;
    if (atoms[at] === Atom.OpenBrace && tokens.roles[at] === BracketRole.Block) {
      const end = Math.min(afterGroupAt(this.#view, at), limit);
      return { end, leaves: this.#statements(at + 1, end - 1).leaves };
    }
    if (tokens.kinds[at] === 0 && atoms[at + 1] === Atom.Colon && tokens.inType[at + 1] !== 1) {
      return this.#statement(at + 2, limit);
    }
    if (isWordAt(this.#view, at, Word.if)) return this.#if(at, limit);
    if (isWordAt(this.#view, at, Word.for)) return this.#for(at, limit);
    if (isWordAt(this.#view, at, Word.while)) return this.#while(at, limit);
    if (isWordAt(this.#view, at, Word.do)) return this.#do(at, limit);
    if (isWordAt(this.#view, at, Word.switch)) return this.#switch(at, limit);
    if (isWordAt(this.#view, at, Word.try)) return this.#try(at, limit);
    const end = Math.max(statementEnd(this.#view, at, limit), at + 1);
    this.#expressions.span(at, end);
    this.#assertion(at, end);
    if (fails(this.#view, at)) return { end, leaves: "throws" };
    if (this.#isAvoided(at, end)) return { end, leaves: "throws" };
    if (isWordAt(this.#view, at, Word.break) || isWordAt(this.#view, at, Word.continue))
      return { end, leaves: "breaks" };
    return { end, leaves: isWordAt(this.#view, at, Word.return) ? "returns" : null };
  }

  /** `assert(x)`, `assert.ok(x, "…")`, `invariant(x)`: holds. */
  #assertion(at: number, limit: number): void {
    const { atoms } = this.#view;
    const name = textAt(this.#view, at);
    if (name !== "assert" && name !== "invariant") return;
    const isOk = atoms[at + 1] === Atom.Dot && textAt(this.#view, at + 2) === "ok";
    const head = this.#head(isOk ? at + 3 : at + 1, limit);
    const first = head === undefined ? undefined : argumentsOf(this.#view, { open: head.open })[0];
    if (first !== undefined) this.#decide(first.start, first.end, true);
  }

  /** The parentheses behind a keyword; undefined in half-typed code. */
  #head(at: number, limit: number): { readonly open: number; readonly after: number } | undefined {
    if (this.#view.atoms[at] !== Atom.OpenParenthesis) return undefined;
    const after = afterGroupAt(this.#view, at);
    return after <= limit && after > at + 1 ? { open: at, after } : undefined;
  }

  #if(at: number, limit: number): Effect {
    const head = this.#head(at + 1, limit);
    if (head === undefined) return { end: at + 1, leaves: null };
    this.#expressions.span(head.open + 1, head.after - 1);
    const then = this.#statement(head.after, limit);
    const hasElse = isWordAt(this.#view, then.end, Word.else) && then.end < limit;
    const otherwise = hasElse ? this.#statement(then.end + 1, limit) : { end: then.end, leaves: null };
    const choice = this.#choose(head.after, then, hasElse ? then.end + 1 : then.end, otherwise);
    const trying = this.#trying;
    // What a loop looks for is there before it gives up: `if (job.isDone) return job;`
    const leaves = then.leaves === "returns" && returnsSomething(this.#view, head.after, then.end);
    const leavesOtherwise =
      otherwise.leaves === "returns" && returnsSomething(this.#view, then.end, otherwise.end);
    if (trying !== null && leaves !== leavesOtherwise) {
      if (trying.isLater === null) this.#decide(head.open + 1, head.after - 1, leaves);
      else {
        const decided = leaves ? trying.isLater : `!(${trying.isLater})`;
        this.#edits.wrap(head.open + 1, head.after - 1, "((", `),${decided})`);
      }
      return { end: otherwise.end, leaves: null };
    }
    this.#decide(head.open + 1, head.after - 1, choice);
    const taken = choice === null ? null : choice ? then : otherwise;
    const isLeft = then.leaves !== null && otherwise.leaves !== null;
    const both = then.leaves === otherwise.leaves ? then.leaves : isLeft ? "breaks" : null;
    return { end: otherwise.end, leaves: taken === null ? both : taken.leaves };
  }

  #choose(thenStart: number, then: Effect, elseStart: number, otherwise: Effect): Choice {
    const throws = then.leaves === "throws";
    if (throws !== (otherwise.leaves === "throws")) return !throws;
    const inThen = this.#hasIo(thenStart, then.end);
    const inElse = this.#hasIo(elseStart, otherwise.end);
    const isBehind = this.#hasIo(otherwise.end, this.#bodyEnd);
    // `if (isKnown) return row;  throw …`: who goes on fails.
    const failsBehind = !isBehind && fails(this.#view, otherwise.end);
    if (failsBehind && (then.leaves === null) !== (otherwise.leaves === null)) return then.leaves !== null;
    const thenReaches = inThen || (isBehind && then.leaves === null);
    const elseReaches = inElse || (isBehind && otherwise.leaves === null);
    if (thenReaches !== elseReaches) return thenReaches;
    // Both come to I/O, but one on more of it: `if (x) { await a(); }  await b();`
    return inThen !== inElse && then.leaves === otherwise.leaves ? inThen : null;
  }

  #decide(start: number, end: number, choice: Choice): void {
    if (choice === null) return;
    const { before, after } = decisionOf(this.#view, start, end, choice);
    this.#edits.wrap(start, end, before, after);
  }

  #for(at: number, limit: number): Effect {
    const isAwaited = isWordAt(this.#view, at + 1, Word.await) || this.#view.atoms[at + 1] === Word.await;
    const head = this.#head(at + (isAwaited ? 2 : 1), limit);
    if (head === undefined) return { end: at + 1, leaves: null };
    this.#expressions.span(head.open + 1, head.after - 1);
    const parts = partsOf(this.#view, head.open + 1, head.after - 1);
    const isTrying = this.#failsBehindLoop(head.after, limit);
    const isCounted = isTrying && countRounds(this.#view, this.#edits, head, parts);
    const body = this.#tried(isTrying ? { isLater: isCounted ? `${ROUNDS}>1` : null } : null, () =>
      this.#statement(head.after, limit),
    );
    if (parts.items >= 0 && !isAwaited && this.#hasIo(head.after, body.end)) {
      this.#expressions.giveSomething(parts.items, head.after - 1);
    }
    const isAvoided = this.#isAvoided(at, body.end);
    const isEnded = this.#goal.endsLoops || this.#hasIo(head.after, body.end);
    const goesOn = body.leaves === null && isEnded;
    const isOwn = isWithoutExit(this.#view, head.after, body.end) || this.#worksOnOwn(at, body.end);
    if (parts.items < 0 && parts.isEndless && (goesOn || isAvoided) && !isOwn) {
      this.#edits.endLoop(at, () => {
        this.#edits.insertBehind(head.open, `let ${ROUNDS}=0`);
        this.#edits.insertBehind(head.open + 1, `${ROUNDS}++<2`);
      });
    }
    return { end: body.end, leaves: null };
  }

  /** Whether a loop with such a body stands before what fails: it is left from within, or not at all. */
  #failsBehindLoop(body: number, limit: number): boolean {
    const end = endOfBlock(this.#view, body);
    return end > body && end < limit && fails(this.#view, end);
  }

  #tried(loop: TryingLoop | null, walk: () => Effect): Effect {
    const outer = this.#trying;
    this.#trying = loop;
    const effect = walk();
    this.#trying = outer;
    return effect;
  }

  #while(at: number, limit: number): Effect {
    const head = this.#head(at + 1, limit);
    if (head === undefined) return { end: at + 1, leaves: null };
    this.#expressions.span(head.open + 1, head.after - 1);
    const isTrying = this.#failsBehindLoop(head.after, limit);
    // Where it waits it is counted in any case.
    const isCounted = this.#hasIo(head.after, endOfBlock(this.#view, head.after));
    const body = this.#tried(isTrying ? { isLater: isCounted ? `${ROUNDS}>1` : null } : null, () =>
      this.#statement(head.after, limit),
    );
    const waits = this.#hasIo(head.after, body.end);
    // A loop that only computes goes round as often as it does, unless it did not come back: its work is measured.
    if (!waits && !this.#goal.endsLoops && !this.#isAvoided(at, body.end))
      return { end: body.end, leaves: null };
    const isOwn = isEndlessHead(this.#view, head) && isWithoutExit(this.#view, head.after, body.end);
    if (isOwn || (!(isTrying && isCounted) && this.#endsByItself(at, head, body.end)))
      return { end: body.end, leaves: null };
    const rounds = waits ? `)||true)&&${ROUNDS}++<2;` : `))&&${ROUNDS}++<${ROUNDS_AT_MOST};`;
    this.#edits.endLoop(at, () => {
      this.#edits.replace(at, "for");
      this.#edits.wrap(head.open + 1, head.after - 1, `let ${ROUNDS}=0;((`, rounds);
    });
    return { end: body.end, leaves: null };
  }

  #do(at: number, limit: number): Effect {
    const body = this.#statement(at + 1, limit);
    if (!isWordAt(this.#view, body.end, Word.while)) return { end: body.end, leaves: null };
    const head = this.#head(body.end + 1, limit);
    if (head === undefined) return { end: body.end + 1, leaves: null };
    if (!this.#endsByItself(at, head, body.end))
      this.#edits.endLoop(at, () => this.#decide(head.open + 1, head.after - 1, false));
    return { end: head.after, leaves: body.leaves === "breaks" ? null : body.leaves };
  }

  /** Whether nothing in a loop is of a value that it gets: be it without end, nothing else would end it. */
  #worksOnOwn(start: number, end: number): boolean {
    return (this.#own ??= new OwnValues(this.#view, start)).areIn(start, end);
  }

  /** Whether that is so, or of its head at least, which then asks for what the loop sets. */
  #endsByItself(start: number, { open, after }: { open: number; after: number }, end: number): boolean {
    const loop = { start, end: Math.max(end, after) };
    if (this.#worksOnOwn(loop.start, loop.end)) return true;
    return this.#own?.endIn({ start: open + 1, end: after - 1 }, loop) === true;
  }

  #switch(at: number, limit: number): Effect {
    const { view, starts, ends } = { view: this.#view, ...this.#view.tokens };
    const head = this.#head(at + 1, limit);
    if (head === undefined || view.atoms[head.after] !== Atom.OpenBrace) return { end: at + 1, leaves: null };
    const end = Math.min(afterGroupAt(view, head.after), limit);
    const clauses = this.#clauses(head.after + 1, end - 1);
    const good = clauses.filter(({ leaves }) => leaves !== "throws");
    const isBehind = this.#hasIo(end, this.#bodyEnd);
    const isLeftOtherwise = clauses.some(
      ({ value, leaves }) => value === null && (leaves === "throws" || leaves === "returns"),
    );
    const goesOn = isLeftOtherwise
      ? good.find(({ value, leaves }) => value !== null && leaves !== "returns")
      : undefined;
    const wanted =
      good.find(
        ({ start, end: to, leaves }) => this.#hasIo(start, to) && !(isBehind && leaves === "returns"),
      ) ??
      (isBehind ? goesOn : undefined) ??
      good.find(({ start, end: to }) => this.#hasIo(start, to));
    const mustChoose = clauses.some(({ leaves, value }) => leaves === "throws" && value === null);
    const chosen = wanted ?? (mustChoose ? good.find(({ value }) => value !== null) : undefined);
    if (chosen?.value !== undefined && chosen.value !== null) {
      const text = view.tokens.text.slice(starts[chosen.value.start], ends[chosen.value.end - 1]);
      if (!/[\n\r]/.test(text)) this.#edits.wrap(head.open + 1, head.after - 1, "(", `,${text})`);
    }
    const all =
      clauses.some(({ value }) => value === null) && clauses.every(({ leaves }) => leaves === "throws");
    return { end, leaves: all ? "throws" : null };
  }

  /** The clauses of a `switch`: one that falls through leaves as the next does. */
  #clauses(start: number, limit: number): Clause[] {
    const clauses: Clause[] = [];
    for (let at = start; at < limit;) {
      const isDefault = isWordAt(this.#view, at, Word.default);
      if (!isDefault && !isWordAt(this.#view, at, Word.case)) {
        at++;
        continue;
      }
      let colon = at + 1;
      while (colon < limit && this.#view.atoms[colon] !== Atom.Colon) {
        const group = afterGroupAt(this.#view, colon);
        const opens =
          this.#view.atoms[colon] === Atom.OpenParenthesis || this.#view.atoms[colon] === Atom.OpenBracket;
        colon = opens ? Math.max(group, colon + 1) : colon + 1;
      }
      let leaves: Leaving = null;
      let to = colon + 1;
      while (to < limit && !isWordAt(this.#view, to, Word.case) && !isWordAt(this.#view, to, Word.default)) {
        const effect = this.#statement(to, limit);
        leaves ??= effect.leaves;
        to = Math.max(effect.end, to + 1);
      }
      const value = isDefault ? null : { start: at + 1, end: colon };
      clauses.push({ value, start: colon + 1, end: to, leaves });
      at = to;
    }
    for (let at = clauses.length - 2; at >= 0; at--) {
      const { leaves, end } = clauses[at + 1]!;
      if (clauses[at]!.leaves === null) clauses[at] = { ...clauses[at]!, end, leaves };
    }
    return clauses;
  }

  #try(at: number, limit: number): Effect {
    const body = this.#statement(at + 1, limit);
    let { leaves } = body;
    let end = body.end;
    while (
      end < limit &&
      (isWordAt(this.#view, end, Word.catch) || isWordAt(this.#view, end, Word.finally))
    ) {
      const isCatch = isWordAt(this.#view, end, Word.catch);
      const hasParameter = this.#view.atoms[end + 1] === Atom.OpenParenthesis;
      const clause = this.#statement(hasParameter ? afterGroupAt(this.#view, end + 1) : end + 1, limit);
      // What the body throws is caught.
      if (isCatch && leaves === "throws") leaves = clause.leaves;
      end = Math.max(clause.end, end + 1);
    }
    return { end, leaves };
  }
}
