import type { TextRange } from "../../../analysis/model.ts";
import type { Piece, Surroundings } from "../../../analysis/scopes/surroundings.ts";

/** Names that the isolated text uses beside those of its surroundings. */
export const ISOLATION = {
  /** Hears of the function: is given something that makes it. */
  reach: "__asyncCostReach",
  /** What a method's class extends, for its `super`. */
  base: "__asyncCostBase",
  /** Makes up the value of a name whose definition fails. */
  fake: "__asyncCostFake",
} as const;

/** How much of its file a function takes along. */
export type Isolation =
  /** What the functions around it define; the module's names are given from outside. */
  | "closure"
  /** Nothing but itself. */
  | "alone";

interface Segment {
  readonly range: TextRange;
  readonly before: string;
  readonly after: string;
}

/**
 * The file's text with everything blanked out but the function and what it takes along: each line stays on its
 * line, and columns hardly change. A definition that throws gives a made-up value; a private name becomes a plain
 * one, as nothing outside of its class may use it.
 */
export function isolatedText(text: string, surroundings: Surroundings, isolation: Isolation): string {
  const { closurePieces, range } = surroundings;
  const pieces = isolation === "closure" ? closurePieces : [];
  const segments: Segment[] = pieces.flatMap(segmentsOf);
  const opening = surroundings.isMethod ? `(class extends ${ISOLATION.base}{` : "(";
  const closing = surroundings.isMethod ? "})" : ")";
  segments.push({
    range,
    before: `;${ISOLATION.reach}(()=>${opening}`,
    after: `${closing});`,
  });
  const variables = pieces.filter(({ kind }) => kind === "variable" || kind === "class").flatMap(namesOf);
  const hoisted = variables.length === 0 ? "" : `\n;var ${[...new Set(variables)].join(",")};`;
  return blankedExcept(text, segments, surroundings) + hoisted;
}

function namesOf(piece: Piece): readonly string[] {
  if (piece.kind === "variable") return piece.names;
  return piece.kind === "class" ? [piece.name] : [];
}

function segmentsOf(piece: Piece): Segment[] {
  switch (piece.kind) {
    case "function":
    case "enum":
      return [{ range: piece.range, before: "", after: ";" }];
    case "class":
      return [{ range: piece.range, before: `;try{${piece.name}=`, after: orMadeUp([piece.name]) }];
    case "variable":
      return [
        { range: piece.pattern, before: ";try{(", after: "=(" },
        { range: piece.initializer, before: "", after: `))${orMadeUp(piece.names)}` },
      ];
  }
}

function orMadeUp(names: readonly string[]): string {
  return `}catch{${names.map((name) => `${name}=${ISOLATION.fake}("${name}");`).join("")}}`;
}

function withPlainNames(
  text: string,
  range: TextRange,
  { privateNames }: Pick<Surroundings, "privateNames">,
): string {
  let plain = "";
  let copied = range.start;
  for (const { start } of privateNames) {
    if (start < copied || start >= range.end) continue;
    plain += `${text.slice(copied, start)}_`;
    copied = start + 1;
  }
  return plain + text.slice(copied, range.end);
}

/** Overlapping segments keep the first: what is within another comes with it. */
function blankedExcept(
  text: string,
  segments: readonly Segment[],
  surroundings: Pick<Surroundings, "privateNames">,
): string {
  const inOrder = segments.toSorted((a, b) => a.range.start - b.range.start || b.range.end - a.range.end);
  let result = "";
  let copied = 0;
  for (const { range, before, after } of inOrder) {
    if (range.start < copied) continue;
    result +=
      blank(text.slice(copied, range.start)) + before + withPlainNames(text, range, surroundings) + after;
    copied = range.end;
  }
  return result + blank(text.slice(copied));
}

function blank(text: string): string {
  return text.replace(/[^\n\r\u2028\u2029]/g, " ");
}
