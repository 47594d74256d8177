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
