import { inPattern, NAME } from "../../../analysis/source/in-pattern.ts";
import { lastName } from "../io/last-name.ts";
import type { Shape } from "./stand-ins.ts";

const WORD_END = String.raw`(?![\p{ID_Continue}$])`;
/** `while (cursor !== "0")`: what it goes on until. */
const UNTIL = new RegExp(
  String.raw`\bwhile\s*\(\s*(${NAME}(?:\.${NAME})*)\s*!==?\s*(?:"([^"\n]*)"|'([^'\n]*)'|(-?\d+(?:\.\d+)?))\s*\)`,
  "gu",
);
/** Characters before and behind the condition in which the rest of its loop is looked for. */
const AROUND = 1_500;

/** A value that ends a loop, by the name of the fake that is to have it. */
export interface LoopEnd {
  readonly name: string;
  readonly shape: Shape;
}

/**
 * What ends a loop that goes on and on, in any of some texts, by an answer of `operation`: `scan()[0]` is to be `"0"` where
 * the source has `do { [cursor, keys] = await redis.scan(cursor); } while (cursor !== "0")`. Undefined where no loop around a
 * call of it says so.
 *
 * @param operation Its last name.
 */
export function endOfLoop(operation: string, texts: Iterable<string>): LoopEnd | undefined {
  for (const text of texts) {
    for (const { 0: whole, 1: variable = "", 2: double, 3: single, 4: number, index } of text.matchAll(
      UNTIL,
    )) {
      const around = text.slice(Math.max(0, index - AROUND), index + whole.length + AROUND);
      if (!new RegExp(String.raw`(?<![\p{ID_Continue}$])${inPattern(operation)}\s*\(`, "u").test(around))
        continue;
      const value = double ?? single ?? Number(number);
      const name = answeredAs(variable, operation, around);
      if (name !== undefined) return { name: `*.${name}`, shape: { value } };
    }
  }
  return undefined;
}

/** Which part of the answer a variable has: `scan()[0]`, `cursor`; undefined where nothing tells. */
function answeredAs(variable: string, operation: string, text: string, depth = 0): string | undefined {
  if (variable.includes(".")) return lastName(variable);
  const call = String.raw`\s*=\s*(?!\s)(?:[^;\n=]|=>)*?(?<![\p{ID_Continue}$])${inPattern(operation)}\s*\(`;
  for (const [, taken = ""] of text.matchAll(new RegExp(String.raw`\[([^[\]=]*)\]${call}`, "gu"))) {
    const at = taken.split(",").findIndex((part) => part.trim() === variable);
    if (at >= 0) return `${operation}()[${at}]`;
  }
  for (const [, taken = ""] of text.matchAll(new RegExp(String.raw`\{([^{}=]*)\}${call}`, "gu"))) {
    const member = new RegExp(
      String.raw`(?:^|,)\s*(?:(${NAME})\s*:\s*)?${inPattern(variable)}\s*(?:,|$)`,
      "u",
    ).exec(taken);
    if (member !== null) return member[1] ?? variable;
  }
  const given = new RegExp(
    String.raw`(?<![\p{ID_Continue}$.])${inPattern(variable)}\s*=\s*(${NAME}(?:\.${NAME}|\[\d+\])*)${WORD_END}\s*[;\n]`,
    "gu",
  );
  for (const [, from = ""] of text.matchAll(given)) {
    const element = /\[\d+\]$/.exec(from)?.[0];
    if (element !== undefined) return `${operation}()${element}`;
    const name = depth > 2 || from === variable ? undefined : answeredAs(from, operation, text, depth + 1);
    if (name !== undefined) return name;
  }
  return undefined;
}
