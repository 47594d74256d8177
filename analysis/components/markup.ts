import type { TextRange } from "../model.ts";
import { inPattern } from "../source/in-pattern.ts";
import { braceEnd } from "./braces.ts";

/** A start tag as it stands in the text. */
export interface StartTag {
  /** In lower case. */
  readonly name: string;
  /** By their names in lower case; one without a value is the empty string. The first of a name counts. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly isSelfClosing: boolean;
  /** After its `>`. */
  readonly end: number;
}

/** A script element of a component. */
export interface ScriptElement {
  /** Of its content, without the tags. */
  readonly range: TextRange;
  readonly attributes: ReadonlyMap<string, string>;
}

interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly end: number;
}

/** Elements of HTML whose content is no markup. */
export const RAW_TEXT: ReadonlySet<string> = new Set(["script", "style", "textarea", "title"]);

/** What comes to nothing is tried so often and no more, as each time the text may be read to its end. */
const TRIES = 50;
/** Longer names are no element's, and too long for a pattern at some length. */
const LONGEST_NAME = 200;
const NAME = /[A-Za-z][^\s/>]*/y;
const SPACE = /\s/;

/**
 * Reads tags off markup that may be half-typed: a line that begins with a script always ends what is open before
 * it. Takes time about linear in the text, however broken that is.
 */
export class Markup {
  readonly text: string;
  readonly #hasExpressions: boolean;
  readonly #unclosed = new Set<string>();
  #braceTries = TRIES;
  /** The last answer of {@link scriptLine}, which holds for all offsets between `from` and `at`. */
  #scriptLine = { from: 0, at: -1 };

  /** @param hasExpressions Braces hold JavaScript, in text and in tags, as in Svelte. */
  constructor(text: string, hasExpressions: boolean) {
    this.text = text;
    this.#hasExpressions = hasExpressions;
  }

  /** The start tag at `start`, where `<` and a letter stand. */
  startTag(start: number): StartTag {
    const { text } = this;
    const limit = this.scriptLine(start);
    NAME.lastIndex = start + 1;
    const name = NAME.exec(text)?.[0] ?? "";
    const attributes = new Map<string, string>();
    const tag = { name: name.toLowerCase(), attributes };
    let at = start + 1 + name.length;
    while (at < limit) {
      const sign = text[at]!;
      if (sign === ">") return { ...tag, isSelfClosing: text[at - 1] === "/", end: at + 1 };
      if (sign === "/" || SPACE.test(sign)) {
        at += 1;
        continue;
      }
      const attribute = this.#attribute(at, limit);
      if (!attributes.has(attribute.name)) attributes.set(attribute.name, attribute.value);
      at = attribute.end;
    }
    return { ...tag, isSelfClosing: false, end: limit };
  }

  /** After the end tag at `start`. */
  endTagEnd(start: number): number {
    const end = this.text.indexOf(">", start);
    return end < 0 ? this.text.length : Math.min(end + 1, this.scriptLine(start));
  }

  /** After the comment at `start`. */
  commentEnd(start: number): number {
    const end = this.text.indexOf("-->", start + 4);
    return end < 0 ? this.text.length : end + 3;
  }

  /** After the expression in braces at `open`; after the brace where it does not end. */
  expressionEnd(open: number): number {
    const end = this.#braceTries > 0 ? braceEnd(this.text, open) : undefined;
    if (end === undefined) this.#braceTries -= 1;
    return end ?? open + 1;
  }

  /**
   * Where the raw text of an element ends: at the first `</name` that HTML takes for its end tag, in a string of a
   * script as well. Undefined where there is none.
   */
  rawTextEnd(start: number, name: string): number | undefined {
    if (this.#unclosed.has(name) || name.length > LONGEST_NAME) return undefined;
    if (this.#unclosed.size >= TRIES && !RAW_TEXT.has(name)) return undefined;
    const endTag = new RegExp(`</${inPattern(name)}(?=[\\s/>])`, "giu");
    endTag.lastIndex = start;
    const found = endTag.exec(this.text)?.index;
    if (found === undefined) this.#unclosed.add(name);
    return found;
  }

  /** The next line after `start` that begins with a script; the text's end where there is none. */
  scriptLine(start: number): number {
    const { from, at } = this.#scriptLine;
    if (start >= from && start < at) return at;
    const newline = this.text.indexOf("\n<script", start);
    this.#scriptLine = { from: start, at: newline < 0 ? this.text.length : newline + 1 };
    return this.#scriptLine.at;
  }

  #attribute(start: number, limit: number): Attribute {
    const { text } = this;
    // The first sign is part of the name whatever it is, so that each step goes forward.
    const nameEnd = this.#valueEnd(start, limit, /[\s/>=]/);
    const name = text.slice(start, nameEnd).toLowerCase();
    const equals = this.#afterSpace(nameEnd, limit);
    if (text[equals] !== "=") return { name, value: "", end: nameEnd };

    const first = this.#afterSpace(equals + 1, limit);
    const quote = text[first];
    if (first < limit && (quote === '"' || quote === "'")) {
      const end = this.#valueEnd(first, limit, quote === '"' ? /"/ : /'/);
      return { name, value: text.slice(first + 1, end), end: end + 1 };
    }
    if (first >= limit || text[first] === ">") return { name, value: "", end: first };
    const end = this.#valueEnd(first, limit, /[\s>]/);
    return { name, value: text.slice(first, end), end };
  }

  /** The first sign after the one at `start` that ends a name or a value, expressions stepped over. */
  #valueEnd(start: number, limit: number, ending: RegExp): number {
    const isExpression = (at: number): boolean => this.#hasExpressions && this.text[at] === "{";
    let at = isExpression(start) ? this.expressionEnd(start) : start + 1;
    while (at < limit && !ending.test(this.text[at]!))
      at = isExpression(at) ? this.expressionEnd(at) : at + 1;
    return Math.min(at, limit);
  }

  #afterSpace(start: number, limit: number): number {
    let at = start;
    while (at < limit && SPACE.test(this.text[at]!)) at += 1;
    return at;
  }
}
