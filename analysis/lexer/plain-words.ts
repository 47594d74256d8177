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

/** What is expected behind a word with a meaning, a {@link Goal}; -1 where that depends on more than the word. */
export const GOAL_AFTER_WORD = new Int8Array(256).fill(-1);
for (const word of Object.values(Word)) if (!OTHERS.has(word)) GOAL_AFTER_WORD[word] = Goal.Operator;
for (const word of OPERAND) GOAL_AFTER_WORD[word] = Goal.Operand;
for (const word of STATEMENT) GOAL_AFTER_WORD[word] = Goal.Statement;
