import type { TextRange } from "../model.ts";
import type { TokenList } from "../lexer/tokens.ts";

/** What the tokens of an asynchronous function are there for. Each token is for one of these. */
export const BREAKDOWN_PARTS = ["rest", "io-calls", "plumbing", "error-handling", "nested"] as const;

/** One of {@link BREAKDOWN_PARTS}. */
export type BreakdownPart = (typeof BREAKDOWN_PARTS)[number];

/** The tokens of one part, and where they stand. */
export interface PartTokens {
  readonly tokens: number;
  /** In source order; neighbouring tokens share a range, with the white space and comments between them. */
  readonly ranges: readonly TextRange[];
}

/** The numbers of {@link BREAKDOWN_PARTS}, as they are painted. */
export const Part = { Rest: 0, IoCall: 1, Plumbing: 2, ErrorHandling: 3, Nested: 4 } as const;

/** One of {@link Part}. */
export type Part = (typeof Part)[keyof typeof Part];

/** A part for each token of a stretch; what is painted later covers what was painted before. */
export class Canvas {
  readonly #start: number;
  readonly #parts: Uint8Array;

  /** All of it is `rest` at first. */
  constructor(start: number, end: number) {
    this.#start = start;
    this.#parts = new Uint8Array(Math.max(0, end - start));
  }

  /** Paints the tokens from one to before another; what lies outside of the canvas is left out. */
  paint(start: number, end: number, part: Part): void {
    if (end > start && end > this.#start)
      this.#parts.fill(part, Math.max(0, start - this.#start), end - this.#start);
  }

  /** Paints one token. */
  dot(token: number, part: Part): void {
    this.paint(token, token + 1, part);
  }

  /** What the tokens of each part are. */
  read({ starts, ends }: TokenList): Record<BreakdownPart, PartTokens> {
    const read = BREAKDOWN_PARTS.map(() => ({ tokens: 0, ranges: [] as { start: number; end: number }[] }));
    this.#parts.forEach((part, index) => {
      const { ranges } = read[part]!;
      const token = this.#start + index;
      read[part]!.tokens++;
      const last = ranges.at(-1);
      if (last !== undefined && index > 0 && this.#parts[index - 1] === part) last.end = ends[token]!;
      else ranges.push({ start: starts[token]!, end: ends[token]! });
    });
    const [rest, ioCalls, plumbing, errorHandling, nested] = read;
    return {
      rest: rest!,
      "io-calls": ioCalls!,
      plumbing: plumbing!,
      "error-handling": errorHandling!,
      nested: nested!,
    };
  }
}
