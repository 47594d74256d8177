import { lex } from "../../../analysis/lexer/lex.ts";
import { BracketRole, TokenKind, type TokenList } from "../../../analysis/lexer/tokens.ts";
import { harness } from "../harness/intrinsics.ts";

/** What watched code calls wherever it goes round. */
const TICK = "__asyncCostTick";
/** The account of CPU time is looked at once in so many calls. */
const LOOK_EVERY = 16;

/** Looks at that account between two looks at the heap, and the share of its limit from which on it counts as full. */
const LOOK_AT_HEAP_EVERY = 16;
const FULL_FROM = 0.65;

/** Watched code went on for longer than it may; its stack tells where. */
export class StillRunning extends Error {}

/** Watched code was at work when the heap was nearly full. */
export class HeapNearlyFull extends StillRunning {}

/**
 * Finds out where code is that does not come back: it is compiled once more with a call in every loop and function,
 * which throws when the time is up. Never on while anything is measured.
 */
class LoopWatch {
  isOn = false;
  /** The first that was thrown; the code may have caught it. */
  found: StillRunning | null = null;
  #deadline = Infinity;
  #calls = 0;

  /** Watches all code that is compiled during `work`, and ends it after so many milliseconds of computing. */
  async during(milliseconds: number, work: () => Promise<unknown>): Promise<StillRunning | null> {
    // Within another watch that one goes on: what it looks for may well be here.
    if (this.isOn) {
      await work().catch(() => undefined);
      return this.found;
    }
    this.isOn = true;
    this.found = null;
    this.extend(milliseconds);
    Object.defineProperty(globalThis, TICK, { value: this.#tick, configurable: true });
    try {
      await work();
    } catch {
      // It failed before; what counts is where it was.
    } finally {
      this.isOn = false;
    }
    return this.found;
  }

  /** Gives what is watched so many milliseconds of computing from now. */
  extend(milliseconds: number): void {
    this.#deadline = harness.cpuMilliseconds() + milliseconds;
  }

  readonly #tick = (): true => {
    if (!this.isOn || ++this.#calls % LOOK_EVERY !== 0) return true;
    const isLate = harness.cpuMilliseconds() >= this.#deadline;
    const isFull = this.#calls % (LOOK_EVERY * LOOK_AT_HEAP_EVERY) === 0 && harness.heapShare() > FULL_FROM;
    if (!isLate && !isFull) return true;
    const why = isFull ? new HeapNearlyFull("fills the heap") : new StillRunning("is still running");
    this.found ??= why;
    throw why;
  };
}

export const loopWatch = new LoopWatch();

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** JavaScript with a call in every loop and every function's body. Lines stay where they are. */
export function withTicks(code: string): string {
  const tokens = lex(code, "js");
  const insertions: Insertion[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const insertion = insertionAt(tokens, at);
    if (insertion !== null) insertions.push(insertion);
  }
  let watched = "";
  let copied = 0;
  for (const { at, text } of insertions.sort((a, b) => a.at - b.at)) {
    watched += code.slice(copied, at) + text;
    copied = at;
  }
  return watched + code.slice(copied);
}

function insertionAt(tokens: TokenList, at: number): Insertion | null {
  const { kinds, roles, match, ends, count } = tokens;
  const behind = { at: ends[at]!, text: `${TICK}();` };
  if (roles[at] === BracketRole.FunctionBody && textAt(tokens, at) === "{") {
    // A directive has to come first.
    return kinds[at + 1] === TokenKind.String ? null : behind;
  }
  if (roles[at] === BracketRole.Block && at > 0) {
    if (isWord(tokens, at - 1, "do")) return behind;
    const head = roles[match[at - 1] ?? -1] === BracketRole.Head ? match[at - 1]! : -1;
    return head > 0 && isLoop(tokens, head) ? behind : null;
  }
  if (roles[at] !== BracketRole.Head || !isLoop(tokens, at)) return null;
  const end = match[at]!;
  if (end < 0 || end + 1 >= count || textAt(tokens, end + 1) === "{") return null;
  // A loop without braces is watched in its head.
  if (isWord(tokens, at - 1, "while")) return { at: ends[at]!, text: `${TICK}(),` };
  for (let inner = at + 1; inner < end; inner++) {
    if (textAt(tokens, inner) === ";") {
      return { at: ends[inner]!, text: textAt(tokens, inner + 1) === ";" ? `${TICK}()` : `${TICK}(),` };
    }
    if ((match[inner] ?? -1) > inner) inner = match[inner]!;
  }
  return null;
}

function isLoop(tokens: TokenList, head: number): boolean {
  return ["while", "for", "await"].some((word) => isWord(tokens, head - 1, word));
}

function isWord(tokens: TokenList, at: number, word: string): boolean {
  return at >= 0 && tokens.kinds[at] !== TokenKind.String && textAt(tokens, at) === word;
}

function textAt({ text, starts, ends }: TokenList, at: number): string {
  return text.slice(starts[at], ends[at]);
}
