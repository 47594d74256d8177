import { Goal } from "./frames.ts";
import { Word } from "./words.ts";

const OPERAND = [
  ...[
    Word.await,
    Word.case,
    Word.const,
    Word.delete,
    Word.extends,
    Word.for,
    Word.if,
    Word.in,
    Word.instanceof,
  ],
  ...[Word.new, Word.return, Word.throw, Word.typeof, Word.var, Word.void, Word.while, Word.yield],
];

const STATEMENT = [
  ...[Word.break, Word.continue, Word.debugger, Word.do, Word.else, Word.export, Word.finally, Word.try],
];

/** Words behind which it depends on more than themselves, or that announce something. */
const OTHERS: ReadonlySet<number> = new Set([
  ...[Word.as, Word.class, Word.default, Word.enum, Word.import, Word.interface, Word.let, Word.of],
  ...[Word.satisfies, Word.type, Word.with],
]);

const GOALS = new Array<Goal | -1>(256).fill(-1);
for (const word of Object.values(Word)) if (!OTHERS.has(word)) GOALS[word] = Goal.Operator;
for (const word of OPERAND) GOALS[word] = Goal.Operand;
for (const word of STATEMENT) GOALS[word] = Goal.Statement;

/** What is expected behind a word with a meaning; -1 where that depends on more than the word. */
export function goalAfterPlainWord(word: number): Goal | -1 {
  return GOALS[word]!;
}
