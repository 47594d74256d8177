import { Atom } from "../functions/atoms.ts";
import type { Skeleton } from "../functions/find.ts";
import type { TokenSpan } from "../functions/found.ts";
import { TokenKind } from "../lexer/tokens.ts";
import { byteOfName, byteOfToken } from "./name-filter.ts";

/**
 * Finds the calls that may call a name or hand it on as their last argument. One byte a call and use tells almost all
 * others apart, since each function is asked about, and all calls in it, those of nested functions too, come into
 * question.
 */
export class CallUses {
  readonly #skeleton: Skeleton;
  /** Byte of the name that is called; 0 where the callee is more than a name. */
  readonly #callees: Uint8Array;
  /** Byte of the name that is the last argument; 0 where that is anything else. */
  readonly #lastArguments: Uint8Array;

  constructor(skeleton: Skeleton) {
    const { calls, atoms, tokens } = skeleton;
    this.#skeleton = skeleton;
    const callees = new Uint8Array(calls.length);
    const lastArguments = new Uint8Array(calls.length);
    for (let call = 0; call < calls.length; call++) {
      const start = calls.starts[call]!;
      if (start === calls.nameTokens[call] && atoms[start - 1] !== Atom.Dot)
        callees[call] = byteOfToken(tokens, start);
      const last = calls.ends[call]! - 2;
      if (last <= calls.opens[call]! || tokens.kinds[last]! > TokenKind.Keyword) continue;
      const before = atoms[last - 1];
      if (before === Atom.Comma || before === Atom.OpenParenthesis)
        lastArguments[call] = byteOfToken(tokens, last);
    }
    this.#callees = callees;
    this.#lastArguments = lastArguments;
  }

  /** Whether there may be a call between two tokens of the name that is the text of a token. */
  mayCall(span: TokenSpan, nameToken: number): boolean {
    return this.#holds(this.#callees, span, nameToken);
  }

  /** Whether there may be a call between two tokens that hands on the name that is the text of a token. */
  mayHandOn(span: TokenSpan, nameToken: number): boolean {
    return this.#holds(this.#lastArguments, span, nameToken);
  }

  #holds(bytes: Uint8Array, span: TokenSpan, nameToken: number): boolean {
    const { calls, tokens } = this.#skeleton;
    const { opens, length } = calls;
    const byte = byteOfToken(tokens, nameToken);
    for (let call = calls.firstFrom(span.start); call < length && opens[call]! < span.end; call++)
      if (bytes[call] === byte) return true;
    return false;
  }

  /** The calls between two tokens that may be such ones, in source order. */
  of(span: TokenSpan, name: string): number[] {
    const found: number[] = [];
    const byte = byteOfName(name);
    let call = this.#next(this.#skeleton.calls.firstFrom(span.start), span.end, byte);
    while (call >= 0) {
      found.push(call);
      call = this.#next(call + 1, span.end, byte);
    }
    return found;
  }

  /** The first of the calls from one on that may be such a one and opens before a token; -1 for none. */
  #next(from: number, end: number, byte: number): number {
    const { opens, length } = this.#skeleton.calls;
    const callees = this.#callees;
    const lastArguments = this.#lastArguments;
    for (let call = from; call < length && opens[call]! < end; call++)
      if (callees[call] === byte || lastArguments[call] === byte) return call;
    return -1;
  }
}
