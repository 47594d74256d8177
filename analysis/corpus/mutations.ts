/** A source of numbers in [0, 1) that are the same in every run for one seed (Mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** What people have half typed, and what upsets lexers. */
const INSERTIONS = [
  ..."( ) { } [ ] < > ` ' \" / \\ # @ ! ? . : ; , = + - * & | ~ ^ % $ _ 0 é".split(" "),
  " ",
  "\n",
  "\r",
  "\u2028",
  "\ud83d",
  ..."${ /* // => ?. ... <!-- --> </ /> << >> >>= async function( class if( for( await yield".split(" "),
  ..."</div> <div <T, <T extends as satisfies type interface enum import export case default: return".split(
    " ",
  ),
  "const x: Map<string, ",
  "type T = { ",
  "x ? y : ",
];

/** A text with one edit at a random place: cut off there, a stretch taken out, or something put in. */
export function mutate(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1));
  const choice = random();
  if (choice < 0.25) return text.slice(0, at);
  if (choice < 0.5) return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 40));
  return text.slice(0, at) + INSERTIONS[Math.floor(random() * INSERTIONS.length)]! + text.slice(at);
}

/** Ways to damage a text, by name; some take pieces of another text. */
export const DAMAGES = [
  "prefix",
  "deletion",
  "insertion",
  "duplication",
  "bracket flip",
  "splice",
  "random unicode",
  "repetition",
] as const;

/** One of {@link DAMAGES}. */
export type Damage = (typeof DAMAGES)[number];

const BRACKETS = "(){}[]<>`'\"/";
/** A repetition makes at most so many code units. */
const LONGEST_REPETITION = 60_000;

/** A text with one damage of a kind at random places; `other` is the text that is spliced in. */
export function damage(text: string, other: string, kind: Damage, random: () => number): string {
  const upTo = (limit: number): number => Math.floor(random() * (limit + 1));
  const at = upTo(text.length);
  switch (kind) {
    case "prefix":
      return text.slice(0, at);
    case "deletion":
      return text.slice(0, at) + text.slice(at + 1 + upTo(random() < 0.9 ? 40 : text.length));
    case "insertion":
      return text.slice(0, at) + INSERTIONS[upTo(INSERTIONS.length - 1)]! + text.slice(at);
    case "duplication": {
      const piece = text.slice(at, at + 1 + upTo(400));
      const to = upTo(text.length);
      return text.slice(0, to) + piece + text.slice(to);
    }
    case "bracket flip":
      return flipBracket(text, at, random);
    case "splice":
      return text.slice(0, at) + other.slice(upTo(other.length));
    case "random unicode": {
      const units = Array.from({ length: 1 + upTo(12) }, () => upTo(random() < 0.5 ? 0x7f : 0xffff));
      return text.slice(0, at) + String.fromCharCode(...units) + text.slice(at);
    }
    case "repetition": {
      const piece = text.slice(at, at + 1 + upTo(30));
      const times = Math.floor(LONGEST_REPETITION / Math.max(1, piece.length));
      return text.slice(0, at) + piece.repeat(times) + text.slice(at);
    }
  }
}

/** Puts another bracket or quote in the place of the first one behind an offset. */
function flipBracket(text: string, from: number, random: () => number): string {
  for (let at = from; at < text.length; at++) {
    if (!BRACKETS.includes(text[at]!)) continue;
    return text.slice(0, at) + BRACKETS[Math.floor(random() * BRACKETS.length)]! + text.slice(at + 1);
  }
  return text;
}
