import { RegExpParser, type AST } from "@eslint-community/regexpp";

/** Continues behind what has matched; false leads back to what else could match. */
type Next = (at: number) => boolean;
/** Goes through a text from a place on, to the left in what looks behind. */
type Walk = (at: number, next: Next) => boolean;

/** Counts the steps that an engine which goes back, as those of JavaScript do, takes to look for an expression. */
export class ExpressionSteps {
  readonly #expression: AST.RegExpLiteral;
  readonly #state = { text: "", steps: 0 };
  readonly #walk: Walk;

  constructor(expression: RegExp) {
    this.#expression = new RegExpParser().parseLiteral(String(expression));
    this.#walk = new Walks(this.#state, expression.flags).ofAlternatives(
      this.#expression.pattern.alternatives,
      false,
    );
  }

  /** For all that matches in a text where the expression is global, else for the first; Infinity where there are too many. */
  of(text: string): number {
    const { global, sticky } = this.#expression.flags;
    Object.assign(this.#state, { text, steps: 0 });
    try {
      for (let start = 0; start <= text.length;) {
        let end = -1;
        this.#walk(start, (at) => {
          end = at;
          return true;
        });
        if (sticky || (end >= 0 && !global)) break;
        start = Math.max(start + 1, end);
      }
    } catch (error) {
      if (error !== TOO_MANY) throw error;
      return Infinity;
    }
    return this.#state.steps;
  }

  /**
   * Texts that grow, and that may lead the expression on without an end of it: what each of its endless parts goes on with, behind what
   * stands before it or together with that.
   */
  get texts(): readonly ((length: number) => string)[] {
    const { flags, pattern } = this.#expression;
    return endlessParts(pattern, flags.raw).flatMap(([before, again]) => [
      growing(before, again),
      growing("", before + again),
    ]);
  }
}

/** A text that repeats something to a length, and ends in what hardly any expression has. */
export function growing(before: string, again: string): (length: number) => string {
  return (length) => `${before}${again.repeat(Math.ceil(length / again.length))}\u0001`;
}

const STEPS_AT_MOST = 200_000;
const TOO_MANY = new Error("too many steps");

interface State {
  text: string;
  steps: number;
}

/** What is walked again and again is compiled once. */
class Walks {
  readonly #captures = new Map<AST.CapturingGroup, string>();
  readonly #state: State;
  readonly flags: string;

  constructor(state: State, flags: string) {
    this.#state = state;
    this.flags = flags;
  }

  #counted(walk: Walk): Walk {
    const state = this.#state;
    return (at, next) => {
      if (++state.steps > STEPS_AT_MOST) throw TOO_MANY;
      return walk(at, next);
    };
  }

  ofAlternatives(alternatives: readonly AST.Alternative[], isBehind: boolean): Walk {
    const walks = alternatives.map(({ elements }) => this.#ofSequence(elements, isBehind));
    if (walks.length === 1) return walks[0]!;
    return this.#counted((at, next) => walks.some((walk) => walk(at, next)));
  }

  #ofSequence(elements: readonly AST.Element[], isBehind: boolean): Walk {
    const walks = elements.map((element) => this.#counted(this.#of(element, isBehind)));
    if (!isBehind) walks.reverse();
    // The last one first: each is given what comes behind it.
    return walks.reduce<Walk>(
      (behind, walk) => (at, next) => walk(at, (end) => behind(end, next)),
      (at, next) => next(at),
    );
  }

  #of(element: AST.Element, isBehind: boolean): Walk {
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass":
        return this.#ofCharacter(element.raw, isBehind);
      case "Group":
        return this.ofAlternatives(element.alternatives, isBehind);
      case "CapturingGroup": {
        const walk = this.ofAlternatives(element.alternatives, isBehind);
        return (at, next) =>
          walk(at, (end) => {
            const before = this.#captures.get(element);
            this.#captures.set(element, this.#state.text.slice(Math.min(at, end), Math.max(at, end)));
            if (next(end)) return true;
            this.#captures.set(element, before ?? "");
            return false;
          });
      }
      case "Backreference":
        return (at, next) => {
          const groups = [element.resolved].flat();
          const value = groups.map((group) => this.#captures.get(group)).find(Boolean) ?? "";
          const from = isBehind ? at - value.length : at;
          return this.#state.text.startsWith(value, from) && next(isBehind ? from : at + value.length);
        };
      case "Quantifier":
        return this.#ofQuantifier(element, isBehind);
      case "Assertion":
        return this.#ofAssertion(element);
    }
  }

  #ofCharacter(raw: string, isBehind: boolean): Walk {
    const known = new Map<string, boolean>();
    const one = new RegExp(`^${raw}$`, this.flags.replaceAll(/[gymd]/g, ""));
    const state = this.#state;
    return (at, next) => {
      const character = state.text[isBehind ? at - 1 : at];
      if (character === undefined) return false;
      let matches = known.get(character);
      if (matches === undefined) known.set(character, (matches = one.test(character)));
      return matches && next(isBehind ? at - 1 : at + 1);
    };
  }

  #ofQuantifier({ element, min, max, greedy }: AST.Quantifier, isBehind: boolean): Walk {
    const walk = this.#counted(this.#of(element, isBehind));
    const from = (at: number, times: number, next: Next): boolean => {
      const again = (): boolean =>
        times < max && walk(at, (end) => (end !== at || times < min) && from(end, times + 1, next));
      if (times < min) return again();
      return greedy ? again() || next(at) : next(at) || again();
    };
    return (at, next) => from(at, 0, next);
  }

  #ofAssertion(element: AST.Assertion): Walk {
    const state = this.#state;
    if (element.kind !== "lookahead" && element.kind !== "lookbehind") {
      const sticky = new RegExp(element.raw, `${this.flags.replaceAll(/[gyd]/g, "")}y`);
      return (at, next) => {
        sticky.lastIndex = at;
        return sticky.test(state.text) && next(at);
      };
    }
    const walk = this.ofAlternatives(element.alternatives, element.kind === "lookbehind");
    return (at, next) => walk(at, () => true) !== element.negate && next(at);
  }
}

/** Of each part that may go on without end: what may stand before it, and what it goes on with. */
function endlessParts(pattern: AST.Pattern, flags: string): readonly (readonly [string, string])[] {
  const samples = new Samples(flags);
  const parts: (readonly [string, string])[] = [];
  const visit = (element: AST.Element, before: string): string => {
    if (element.type === "Quantifier") {
      visit(element.element, before);
      const again = samples.of(element.element);
      if (element.max === Infinity && again !== "") parts.push([before, again]);
    } else if ("alternatives" in element && !isBehind(element))
      for (const { elements } of element.alternatives) inOrder(elements, before);
    return samples.of(element);
  };
  const inOrder = (elements: readonly AST.Element[], before: string): void => {
    elements.reduce((sofar, element) => sofar + visit(element, sofar), before);
  };
  for (const { elements } of pattern.alternatives) inOrder(elements, "");
  return parts;
}

const isBehind = (element: AST.Element): boolean => "kind" in element && element.kind === "lookbehind";

/** Of each part a short text that it matches. */
class Samples {
  readonly flags: string;

  constructor(flags: string) {
    this.flags = flags;
  }

  of(element: AST.Element): string {
    switch (element.type) {
      case "Group":
      case "CapturingGroup":
        return element.alternatives[0]!.elements.map((one) => this.of(one)).join("");
      case "Quantifier":
        return this.of(element.element).repeat(Math.max(1, element.min));
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass": {
        const matches = new RegExp(`^${element.raw}$`, this.flags.replaceAll(/[gymd]/g, ""));
        return CHARACTERS.find((character) => matches.test(character)) ?? "";
      }
      default:
        return "";
    }
  }
}

const CHARACTERS = [
  ...Array.from("aA1_$ .\n\t()[]{}<>,;:'\"`=|&?!#@*/\\+-~^%"),
  ...Array.from({ length: 0x2100 }, (_, code) => String.fromCodePoint(code)),
];
