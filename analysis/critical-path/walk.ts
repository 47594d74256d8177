import type { IoCallKind } from "../model.ts";
import { Atom, Word } from "../functions/atoms.ts";
import type { Call } from "../functions/found.ts";
import type { Region } from "../io-calls/region.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { calleePath } from "../patterns/chains.ts";
import { afterGroupAt } from "../functions/lists.ts";
import { localName, textAt, type FileView } from "../patterns/file-view.ts";
import { NameFilter } from "../patterns/name-filter.ts";
import { isPromiseClass } from "../patterns/promises.ts";
import { Extents } from "../breakdown/extents.ts";
import { opensGroup } from "../breakdown/statements.ts";
import { assignedBefore } from "./assigned.ts";
import { hold, walkChain } from "./calls.ts";
import { Failures } from "./failure.ts";
import { endOfPrefixes, operandEnd } from "./operands.ts";
import type { Walk } from "./state.ts";
import { walkStatement } from "./statements.ts";

/** 1 for each atom that neither a function nor a call can begin with, and that says nothing about the order of things. */
const IS_INERT = new Uint8Array(256);
for (const atom of [
  ...[Atom.Dot, Atom.OptionalChain, Atom.CloseParenthesis, Atom.CloseBracket, Atom.CloseBrace],
  ...[Atom.Operator, Atom.Logical, Atom.Exclamation, Atom.Plus, Atom.Minus],
])
  IS_INERT[atom] = 1;

/** The walk through one entry. Each token is walked once, but for those of what is assigned and awaited, whose ends are looked for first: see {@link Extents}. */
export class RegionWalk implements Walk {
  readonly view: FileView;
  readonly region: Region;
  readonly ioCalls: ReadonlyMap<Call, IoCallKind>;
  readonly streamsAt = new Set<number>();
  readonly namedAt = new Set<number>();
  now = 0;
  deepest = 0;
  inLoop = false;
  readonly held = new Map<string, number>();
  returned = 0;
  isOver = false;
  roundBegan = Infinity;
  repeats = 0;
  begun = new Set<string>();
  /** The function that is walked. */
  #inside: number;
  /** Those of the entry itself. */
  readonly #ownFailures = new Failures(null);
  failures = this.#ownFailures;
  /** What named functions take, from 0 on; null while one is being walked. */
  readonly #named = new Map<number, number | null>();
  /** Those of them that run again from within themselves. */
  readonly #namedInItself = new Set<number>();
  readonly extents: Extents;
  /** Where the words before the operand stand that was awaited last, and where it ends. */
  #prefixes = { from: 0, to: -1, operandEnd: 0 };
  /** Passes each token that names a function of the region which runs where it is named. */
  readonly #localNames: NameFilter;

  constructor(view: FileView, region: Region, ioCalls: ReadonlyMap<Call, IoCallKind>) {
    this.view = view;
    this.region = region;
    this.ioCalls = ioCalls;
    this.#inside = region.entry.index;
    for (const [{ start, nameToken, open, end }, kind] of ioCalls) {
      const isTagged = view.atoms[open] === Atom.TemplateHead || view.atoms[open] === Atom.TemplateWhole;
      if (open !== end && !isTagged) continue;
      if (kind === "stream") this.streamsAt.add(start);
      else this.namedAt.add(start).add(nameToken);
    }
    this.extents = new Extents(view);
    const local = [...region.functions].filter((index) => index !== region.entry.index);
    this.#localNames = new NameFilter(
      local.map((index) => localName(view, view.functions[index]!)).filter((name) => name !== ""),
    );
  }

  /** Walks the entry itself, then what nobody in it calls. */
  all(): void {
    const { body } = this.view.functions[this.region.entry.index]!;
    this.span(body.start, body.end);
    this.now = 0;
    for (const index of this.region.functions)
      if (index !== this.region.entry.index && this.#isDeferred(index) && !this.#named.has(index))
        this.named(index);
  }

  spanAt(start: number, end: number, depth: number): number {
    const { now } = this;
    this.now = depth;
    const value = this.span(start, end);
    this.now = depth === now ? this.now : now;
    return value;
  }

  named(index: number): number {
    const known = this.#named.get(index);
    if (known === null) this.#namedInItself.add(index);
    if (known === undefined) {
      this.#named.set(index, null);
      const { now, deepest } = this;
      this.now = 0;
      this.deepest = 0;
      const settled = this.#body(index);
      const depth = Math.max(settled, this.deepest);
      this.#named.set(index, depth);
      if (depth > 0 && this.#namedInItself.has(index)) this.inLoop = true;
      this.now = now;
      this.deepest = deepest;
    }
    const depth = this.now + (this.#named.get(index) ?? 0);
    this.deepest = Math.max(this.deepest, depth > this.now ? depth : 0);
    return depth > this.now ? depth : 0;
  }

  called(): number {
    this.deepest = Math.max(this.deepest, this.now + 1);
    return this.now + 1;
  }

  span(start: number, end: number): number {
    const { view } = this;
    let value = 0;
    let at = start;
    /** Of each `? :` that is open: the depth before its branches, and after the first of them. */
    const choices: { readonly before: number; first: number }[] = [];
    const closeChoices = (): void => {
      for (let open = choices.pop(); open !== undefined; open = choices.pop())
        this.now = Math.max(this.now, open.first);
    };
    this.isOver = false;
    while (at < end) {
      const atom = view.atoms[at]!;
      if (IS_INERT[atom] === 1 || view.tokens.inType[at] === 1) {
        at++;
        continue;
      }
      const found = view.functionsAt.first(at);
      if (found >= 0) {
        value = Math.max(value, this.#literal(found));
        at = Math.max(view.functions[found]!.end, at + 1);
      } else if (view.callsAt.first(at) >= 0) {
        const chain = walkChain(this, at, end);
        value = Math.max(value, chain.depth);
        at = chain.end;
      } else if (atom === Word.await && view.atoms[at - 1] !== Atom.Dot) {
        const to = Math.min(this.#operandEnd(at + 1), end);
        this.now = Math.max(this.now, this.span(at + 1, to));
        at = Math.max(to, at + 1);
      } else if (atom === Word.yield && view.atoms[at - 1] !== Atom.Dot) {
        at = this.#yield(at, end);
      } else if (atom === Atom.CompoundAssignment || atom === Atom.Equals) {
        const to = Math.max(this.extents.expression(at + 1, end, true), at + 1);
        const depth = this.span(at + 1, to);
        if (view.atoms[at + 1] === Word.await) this.failures.takeAnswered(view, at);
        if (this.repeats > 0) this.#noteInRound(at, depth);
        this.#assign(at, depth);
        value = Math.max(value, depth);
        at = to;
      } else if (atom === Atom.Question) {
        choices.push({ before: this.now, first: -1 });
        at++;
      } else if (atom === Atom.Colon && choices.at(-1)?.first === -1) {
        const choice = choices.at(-1)!;
        choice.first = this.now;
        this.now = choice.before;
        at++;
      } else if (atom === Atom.Semicolon || atom === Atom.Comma) {
        closeChoices();
        if (atom === Atom.Semicolon) value = 0;
        at++;
      } else if (
        opensGroup(atom) &&
        atom < 128 &&
        atom !== Atom.TemplateHead &&
        atom !== Atom.TemplateMiddle
      ) {
        const close = view.ends[at]!;
        value = Math.max(value, this.span(at + 1, Math.min(close < 0 ? ~close : close, end)));
        at = Math.max(afterGroupAt(view, at), at + 1);
      } else if (view.tokens.kinds[at] === TokenKind.Keyword) {
        closeChoices();
        at = Math.max(walkStatement(this, at, end), at + 1);
      } else {
        if (atom === Atom.Plain) value = Math.max(value, this.#name(at));
        at++;
      }
    }
    closeChoices();
    return value;
  }

  /** As {@link operandEnd}; the same is awaited by all that stand before one operand. */
  #operandEnd(start: number): number {
    const { from, to } = this.#prefixes;
    if (start < from || start > to)
      this.#prefixes = {
        from: start,
        to: endOfPrefixes(this.view, start),
        operandEnd: operandEnd(this.view, start),
      };
    return this.#prefixes.operandEnd;
  }

  /** Whether a function runs when its name is used, not where it stands. */
  #isDeferred(index: number): boolean {
    const found = this.view.functions[index]!;
    return localName(this.view, found) !== "" && (found.isDeclaration || found.target?.kind === "variable");
  }

  /** A function that stands in an expression: walked as if it ran there. */
  #literal(index: number): number {
    if (!this.region.functions.has(index) || this.#isDeferred(index)) return 0;
    const { now, deepest } = this;
    this.deepest = 0;
    const settled = this.#body(index);
    const inside = this.deepest;
    this.now = now;
    this.deepest = Math.max(deepest, inside);
    return this.#answersByCallback(index) ? Math.max(settled, inside) : settled;
  }

  /** Whether a function's work is done when its callbacks have been called, not when what it returns is there. */
  #answersByCallback(index: number): boolean {
    const { pattern } = this.region.entry;
    if (pattern === "callbacks" || pattern === "thunk" || pattern === "event-emitter") return true;
    const { target, isGenerator } = this.view.functions[index]!;
    if (isGenerator || target?.kind !== "argument") return false;
    const call = this.view.calls.at(target.call);
    return (
      this.ioCalls.get(call) === "callback" ||
      (call.constructs && isPromiseClass(calleePath(this.view, call)))
    );
  }

  /** The depth at which a function's value is there, if it runs now. */
  #body(index: number): number {
    const { body, hasExpressionBody, isAsync, isGenerator } = this.view.functions[index]!;
    const returned = this.returned;
    const isOver = this.isOver;
    const { now, failures } = this;
    const inside = this.#inside;
    this.#inside = index;
    // One that is called by its name may be called from anywhere.
    const around = this.#isDeferred(index) ? this.#ownFailures : failures;
    this.failures = Failures.within(around, this.view, this.view.functions[index]!);
    const roundBegan = this.roundBegan;
    this.roundBegan = Infinity;
    this.returned = 0;
    const value = this.span(body.start, body.end);
    const isDoneAtEnd = isGenerator || (isAsync && index !== this.region.entry.index);
    const settled = Math.max(this.returned, hasExpressionBody ? value : 0, isDoneAtEnd ? this.now : 0);
    this.returned = returned;
    this.isOver = isOver;
    this.roundBegan = roundBegan;
    this.failures = failures;
    this.#inside = inside;
    return settled > now ? settled : 0;
  }

  #yield(at: number, end: number): number {
    const { region } = this;
    const to = Math.max(this.extents.expression(at + 1, end, true), at + 1);
    const value = this.span(at + 1, to);
    this.now = Math.max(this.now, value);
    // `yield suspend.join()`, or a bare `yield`: for all that has been started.
    if (value === 0 && (region.entry.runner === "suspend" || region.entry.runner === "genny"))
      this.now = Math.max(this.now, this.deepest);
    return to;
  }

  /** `chain = chain.then(() => load(id))`: each round waits for the one before, unless the chain has begun in the round. */
  #noteInRound(equals: number, depth: number): void {
    const { view } = this;
    const { kinds } = view.tokens;
    if (kinds[equals - 1] !== TokenKind.Identifier || view.atoms[equals - 2] === Atom.Dot) return;
    const name = textAt(view, equals - 1);
    const isItself = kinds[equals + 1] === TokenKind.Identifier && name === textAt(view, equals + 1);
    if (!isItself) this.begun.add(name);
    else if (
      !this.begun.has(name) &&
      view.atoms[equals + 2] === Atom.Dot &&
      /^(?:then|catch|finally)$/.test(textAt(view, equals + 3)) &&
      depth > Math.max(this.now, this.held.get(name) ?? 0)
    )
      this.inLoop = true;
  }

  /** The names before `=` or `??=` hold what is there at a depth. */
  #assign(equals: number, depth: number): void {
    const { view } = this;
    if (depth === 0) return;
    const { start, end, isPattern } = assignedBefore(view, equals);
    for (let name = start; name < end; name++)
      if (!isPattern || view.tokens.kinds[name] === TokenKind.Identifier)
        hold(this, textAt(view, name), depth);
  }

  /** A name that is used: a promise that it holds, or a function that is handed on. */
  #name(at: number): number {
    const { view, region } = this;
    if (this.namedAt.size > 0 && this.namedAt.has(at)) return this.called();
    if (view.tokens.kinds[at] !== TokenKind.Identifier) return 0;
    if (this.held.size === 0 && !this.#localNames.has(view.tokens, at)) return 0;
    const name = textAt(view, at);
    const held = this.held.get(name) ?? 0;
    if (view.atoms[at - 1] === Atom.Dot || view.atoms[at + 1] === Atom.Colon) return held;
    const local = view.functionNamed.within(name, this.#inside);
    const isCallable = local !== undefined && local !== region.entry.index && region.functions.has(local);
    return isCallable && this.#isDeferred(local) ? Math.max(held, this.named(local)) : held;
  }
}
